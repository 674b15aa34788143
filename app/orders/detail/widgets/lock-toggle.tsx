import { ActionIcon } from '@mantine/core';
import { IconLock, IconLockOpen2 } from '@tabler/icons-react';
import { startTransition, useOptimistic } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showError } from '../../../ui/alerts/alerts.ts';
import { toggleLockCall } from '../../contract.ts';
import type { Order } from './order.ts';

/** The lock toggle in the order's header. */
export function LockToggle({ order }: { order: Order }) {
  const { locked, toggle } = useLock(order);
  const label = lockLabel(locked);
  const Icon = locked ? IconLock : IconLockOpen2;
  return (
    <ActionIcon
      size={30}
      variant={locked ? 'light' : 'subtle'}
      color={locked ? 'var(--amber)' : 'gray'}
      aria-label={label}
      aria-pressed={locked}
      title={locked ? label : `${label}: ${lockMeans}`}
      onClick={toggle}
    >
      <Icon size={17} stroke={1.8} aria-hidden />
    </ActionIcon>
  );
}

/** What a lock does, in the words of its page. */
export const lockMeans = 'it is not sent to the warehouse, changes at the channel wait, and nobody else can save it';

export const lockLabel = (locked: boolean) => (locked ? 'Unlock order' : 'Lock Order');

/** The lock's state: changes at once, and back when the server refuses. */
export function useLock(order: Order): { locked: boolean; toggle: () => void } {
  const [locked, show] = useOptimistic(order.locked);
  const { revalidate } = useRevalidator();
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
  const isRunning = locked !== order.locked;
  return { locked, toggle: () => !isRunning && toggle() };
}
