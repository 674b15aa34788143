import { IconArchive, IconArrowsSplit, IconLock, IconPlayerPauseFilled } from '@tabler/icons-react';
import { countryName } from '../../../../base/addresses/country-name.ts';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import { useClock } from '../../../../ui/time/clock.tsx';
import { dayAt } from '../../../../ui/time/day.ts';
import { termsInWords } from '../../../order-flow/values/hold-terms.ts';
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

/** The order's status, with its hold and lock, whether it goes in two parcels, and whether it is in the archive. */
export function orderState({ order_status, on_hold, locked, is_split, archived, gone }: OrderInList) {
  if (gone) return <StatusBadge status="cancelled" label="Deleted" />;
  if (!on_hold && !locked && !is_split && !archived) return <StatusBadge status={order_status} />;
  return (
    <span className={classes.state}>
      <StatusBadge status={order_status} />
      {on_hold && (
        <span className={classes.held} title="On hold">
          <IconPlayerPauseFilled size={12} role="img" aria-label="On hold" />
        </span>
      )}
      {locked && (
        <span className={classes.locked} title="Locked">
          <IconLock size={14} stroke={1.8} role="img" aria-label="Locked" />
        </span>
      )}
      {is_split && (
        <span className={classes.locked} title="In two parcels">
          <IconArrowsSplit size={14} stroke={1.8} role="img" aria-label="In two parcels" />
        </span>
      )}
      {archived && (
        <span className={classes.locked} title="Archived">
          <IconArchive size={14} stroke={1.8} role="img" aria-label="Archived" />
        </span>
      )}
    </span>
  );
}

/** The two-letter code, with the name as a tooltip set in the browser: server and browser name some countries differently. */
export function countryCode({ country }: Pick<OrderInList, 'country'>) {
  return (
    <span
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = countryName(country);
      }}
    >
      {country || '–'}
    </span>
  );
}

/** Why an order is on hold, and until when. */
export function HoldNote({ order: { hold_reason, hold_until } }: { order: OrderInList }) {
  const { timezone, dateStyle } = useClock();
  const until = hold_until ? dayAt(new Date(hold_until), timezone) : undefined;
  return <div className="soft">On hold{termsInWords({ reason: hold_reason ?? undefined, until }, dateStyle)}</div>;
}
