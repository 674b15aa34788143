import classes from './short-table.module.css';

/**
 * A table of a few rows, in plain elements: Mantine's brings its scroll area and its popovers' library, 20 kB of JavaScript.
 * `data-figure` on a cell puts its number on the right.
 */
export const ShortTable = (props: React.ComponentProps<'table'>) => (
  <table {...props} className={[classes.table, props.className].filter(Boolean).join(' ')} />
);
