import classes from './tables.module.css';

/** The name of a line's item, below its SKU: shown where the column Name is out of sight. */
export const LineName = ({ name }: { name: string }) => <span className={classes.name}>{name}</span>;
