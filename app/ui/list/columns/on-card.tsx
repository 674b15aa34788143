import classes from './on-card.module.css';

/** Part of a cell that only a phone's card shows, where there is no heading: `12` and ` available`. */
export const OnCard = ({ children }: { children: React.ReactNode }) => <span className={classes.word}>{children}</span>;
