import { useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { RowButton } from '../../../ui/row-button.tsx';
import { lockLabel, useLock } from './lock-toggle.tsx';
import type { Order } from './order.ts';

/** For a ready order in edit mode: offers the lock, and after locking here, the unlock. */
export function LockHint({ order }: { order: Order }) {
  const { locked, toggle } = useLock(order);
  const [isUsed, setUsed] = useState(false);
  if (locked && !isUsed) return null;
  const press = () => {
    setUsed(true);
    toggle();
  };
  return (
    <Notice actions={<RowButton onClick={press}>{lockLabel(locked)}</RowButton>}>
      {locked ? 'Locked. Unlock it when you have saved.' : 'This order is ready, and may leave for the warehouse while you edit it.'}
    </Notice>
  );
}
