import { IconLock, IconPlayerPauseFilled } from '@tabler/icons-react';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import type { OrderInList } from './loaded.ts';
import classes from './row.module.css';

/** The order's status, with its hold and lock. */
export function orderState({ order_status, on_hold, locked, gone }: OrderInList) {
  if (gone) return <StatusBadge status="cancelled" label="Deleted" />;
  if (!on_hold && !locked) return <StatusBadge status={order_status} />;
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
    </span>
  );
}
