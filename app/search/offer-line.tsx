import { StatusBadge } from '../ui/status/status-badge.tsx';
import classes from './drop-down.module.css';
import type { Offer } from './offers.ts';
import { ShortDate } from './widgets/short-date.tsx';

/** What a line of the drop-down says of its record. */
export function OfferLine({ offer }: { offer: Offer }) {
  if (offer.what === 'all') return <span className={classes.all}>{offer.label}</span>;
  if (offer.what === 'item') {
    const { sku, name, quantity_on_hand, quantity_on_hold } = offer.item;
    return (
      <>
        <span className={classes.number}>{sku}</span>
        <span className={classes.name}>{name}</span>
        <span className={classes.aside}>{(quantity_on_hand - quantity_on_hold).toLocaleString('en-US')} available</span>
      </>
    );
  }
  const { order_number, source_order_number, customer_name, order_status, order_date } = offer.order;
  return (
    <>
      <span className={classes.number}>
        {order_number} <span className="faint">{source_order_number}</span>
      </span>
      <span className={classes.name}>{customer_name}</span>
      <span className={classes.aside}>
        <span className={classes.status}>
          <StatusBadge status={order_status} />
        </span>
        <ShortDate at={order_date} />
      </span>
    </>
  );
}
