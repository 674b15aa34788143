import { IconLock, IconLockOpen2 } from '@tabler/icons-react';
import { startTransition, useOptimistic } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showError } from '../../../ui/alerts/alerts.ts';
import { toggleLockCall } from '../../contract.ts';
import classes from './header.module.css';
import type { Order } from './order.ts';

/** Locks or unlocks: it flips at once, and flips back when the server refuses. */
export function LockToggle({ order }: { order: Order }) {
  const [locked, show] = useOptimistic(order.locked);
  const { revalidate } = useRevalidator();
  const isRunning = locked !== order.locked;
  const toggle = () =>
    startTransition(async () => {
      show(!order.locked);
      try {
        await call(toggleLockCall, { params: { id: order.id } });
        await revalidate();
      } catch (error) {
        showError(error);
      }
    });
  const label = locked ? 'Unlock order' : 'Lock Order';
  const Icon = locked ? IconLock : IconLockOpen2;
  return (
    <button
      type="button"
      className={classes.lock}
      aria-label={label}
      aria-pressed={locked}
      data-tip={label}
      onClick={() => !isRunning && toggle()}
    >
      <Icon size={17} stroke={1.8} aria-hidden />
    </button>
  );
}
