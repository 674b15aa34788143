import { usePress } from '../use-press.ts';
import { PageLink } from './page-link.tsx';
import classes from './row-button.module.css';

type Props = Omit<React.ComponentProps<'button'>, 'type' | 'className'> & {
  /** As text alone, for what is seldom meant: where each row has several buttons, one of them stands out. */
  quiet?: boolean | undefined;
};

/** A small button inside a row. A plain element, because a list may render fifty of them. */
export const RowButton = ({ quiet = false, ...props }: Props) => (
  <button type="button" className={classes.button} data-quiet={quiet || undefined} {...props} />
);

/** The same for work that takes time: it stays focusable while it runs, and ignores further clicks. */
export function PressButton({ run, ...button }: Omit<Props, 'onClick'> & { run: () => unknown }) {
  const { busy, press } = usePress(run);
  return <RowButton {...button} onClick={press} aria-disabled={busy} aria-busy={busy} />;
}

/** A link to one of our pages, with the same look. */
export const RowLink = (props: Omit<React.ComponentProps<typeof PageLink>, 'className'>) => (
  <PageLink className={classes.button} {...props} />
);

/** What can be done with a row, side by side. */
export const RowActions = ({ children }: { children: React.ReactNode }) => <span className={classes.actions}>{children}</span>;
