import classes from './page-header.module.css';

type Props = {
  title: React.ReactNode;
  /** What the browser's tab says, when the title is more than text. */
  documentTitle?: string;
  /** Beside the title: a status, where it comes from. */
  beside?: React.ReactNode;
  actions?: React.ReactNode;
};

/** The page's name, what stands beside it, and what can be done; one primary button at most. */
export function PageHeader({ title, documentTitle = String(title), beside, actions }: Props) {
  return (
    <header className={classes.header}>
      <title>{`${documentTitle} · Crossdock`}</title>
      <div className={classes.name}>
        <h1>{title}</h1>
        {beside}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
