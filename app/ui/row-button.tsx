import classes from './row-button.module.css';
import { usePress } from './use-press.ts';

type Props = Omit<React.ComponentProps<'button'>, 'type' | 'className'>;

/** A small button inside a row. Plain, because a list may draw fifty of them. */
export const RowButton = (props: Props) => <button type="button" className={classes.button} {...props} />;

/** One for what takes time: it can be reached while it runs, and does nothing twice. */
export function PressButton({ run, ...button }: Omit<Props, 'onClick'> & { run: () => unknown }) {
  const { busy, press } = usePress(run);
  return <RowButton {...button} onClick={press} aria-disabled={busy} aria-busy={busy} />;
}

/** A link that looks like it: for a file to download. */
export const RowLink = (props: Omit<React.ComponentProps<'a'>, 'className'>) => <a className={classes.button} {...props} />;
