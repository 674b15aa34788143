import { ActionIcon } from '@mantine/core';
import { IconLock, IconLockOpen2 } from '@tabler/icons-react';
import { startTransition, useOptimistic } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showError } from '../../../ui/alerts/alerts.ts';
import { togglePurchaseLockCall } from '../../contract.ts';
import type { Order } from './order.ts';

/** The lock: flips at once, and back when the server refuses. */
export function LockToggle({ order }: { order: Order }) {
  const [locked, show] = useOptimistic(order.locked);
  const { revalidate } = useRevalidator();
  const toggle = () =>
    startTransition(async () => {
      show(!order.locked);
      try {
        await call(togglePurchaseLockCall, { params: { id: order.id } });
        await revalidate();
      } catch (error) {
        showError(error);
      }
    });
  const label = locked ? 'Unlock order' : 'Lock Order';
  const Icon = locked ? IconLock : IconLockOpen2;
  return (
    <ActionIcon
      size={30}
      variant={locked ? 'light' : 'subtle'}
      color={locked ? 'var(--amber)' : 'gray'}
      aria-label={label}
      aria-pressed={locked}
      title={label}
      onClick={() => locked === order.locked && toggle()}
    >
      <Icon size={17} stroke={1.8} aria-hidden />
    </ActionIcon>
  );
}
