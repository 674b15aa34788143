import classes from './tables.module.css';

/** The name of a line's item, below its SKU: shown where the column Name is out of sight, and not where it says the SKU again. */
export const LineName = ({ name, sku }: { name: string; sku: string }) =>
  name === sku ? null : <span className={classes.name}>{name}</span>;
