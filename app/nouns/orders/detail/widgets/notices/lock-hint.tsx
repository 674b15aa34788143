import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '../../../../../ui/blocks/notice.tsx';
import { lockLabel } from '../../../../../ui/buttons/lock-toggle.tsx';
import type { Order } from '../order.ts';
import { useOrderLock } from '../use-order-lock.ts';
import { LockNotice } from './lock-notice.tsx';

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
