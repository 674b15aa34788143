import { Button } from '@mantine/core';
import { useState } from 'react';
import { lockLabel } from '../../../ui/lock-toggle.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { LockNotice } from './lock-notice.tsx';
import type { Order } from './order.ts';
import { useOrderLock } from './use-order-lock.ts';

/** For a ready order in edit mode: offers the lock, and after locking here, the unlock. A lock from before says whose it is. */
export function LockHint({ order }: { order: Order }) {
  const { locked, toggle } = useOrderLock(order);
  const [isUsed, setUsed] = useState(false);
  if (locked && !isUsed) return <LockNotice order={order} />;
  const press = () => {
    setUsed(true);
    toggle();
  };
  return (
    <Notice
      actions={
        <Button size="xs" variant="default" onClick={press}>
          {lockLabel(locked)}
        </Button>
      }
    >
      {locked ? 'Locked. Unlock it when you have saved.' : 'This order is ready, and may leave for the warehouse while you edit it.'}
    </Notice>
  );
}
