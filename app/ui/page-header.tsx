import classes from './page-header.module.css';

type Props = {
  title: React.ReactNode;
  /** The browser tab's title, when the title is more than text. */
  documentTitle?: string;
  /** Beside the title: a status or a source. */
  beside?: React.ReactNode;
  actions?: React.ReactNode;
};

/** The page's title and actions; at most one primary button. */
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
