import type { OrderInList } from './loaded.ts';
import classes from './row.module.css';

/** Our order number and the channel's. */
export function orderName({ order_number, source_order_number }: OrderInList) {
  return (
    <span className="mono">
      {`${order_number} `}
      <span className={classes.source}>{source_order_number}</span>
    </span>
  );
}
