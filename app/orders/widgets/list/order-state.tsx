import { IconLock, IconPlayerPauseFilled } from '@tabler/icons-react';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import type { ListedOrder } from './listed-order.ts';
import classes from './row.module.css';

/** Where the order stands, and what keeps it there. */
export function OrderState({ order: { order_status, on_hold, locked, gone } }: { order: ListedOrder }) {
  if (gone) return <StatusBadge status="cancelled" label="Deleted" />;
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
