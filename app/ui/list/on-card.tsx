import classes from './data-table.module.css';

/** Part of a cell that only a phone's card shows, where there is no heading: `12` and ` available`. */
export const OnCard = ({ children }: { children: React.ReactNode }) => <span className={classes.onCard}>{children}</span>;
