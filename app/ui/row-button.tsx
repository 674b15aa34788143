import classes from './row-button.module.css';

type Props = Omit<React.ComponentProps<'button'>, 'type' | 'className'>;

/** A small button inside a row. Plain, because a list may draw fifty of them. */
export const RowButton = (props: Props) => <button type="button" className={classes.button} {...props} />;

/** A link that looks like it: for a file to download. */
export const RowLink = (props: Omit<React.ComponentProps<'a'>, 'className'>) => <a className={classes.button} {...props} />;
