import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { ShortDate } from '../widgets/short-date.tsx';
import classes from './drop-down.module.css';
import type { Offer } from './offers.ts';

/** What a line of the drop-down says of its record. */
export function OfferLine({ offer }: { offer: Offer }) {
  if (offer.label !== undefined) return <span className={classes.all}>{offer.label}</span>;
  const { number, source, name, status, at, note } = offer.line;
  return (
    <>
      <span className={classes.number}>
        {number} {source && <span className="faint">{source}</span>}
      </span>
      <span className={classes.name}>{name}</span>
      <span className={classes.aside}>
        {status && (
          <span className={classes.status}>
            <StatusBadge {...status} />
          </span>
        )}
        {at && <ShortDate at={at} />}
        {note}
      </span>
    </>
  );
}
