import { Button } from '@mantine/core';
import { Notice } from '../../../../../ui/blocks/notice.tsx';
import { Ago } from '../../../../../ui/time/relative-time.tsx';
import type { Order } from '../order.ts';
import { lockMeans, useOrderLock } from '../use-order-lock.ts';

/** On a locked order: who locked it and when, what the lock does, and the way to end it. */
export function LockNotice({ order }: { order: Order }) {
  const { locked, toggle } = useOrderLock(order);
  const lock = order.events.findLast(({ kind }) => kind === 'locked');
  if (!locked) return null;
  return (
    <Notice
      tone="warning"
      actions={
        <Button size="xs" variant="default" onClick={toggle}>
          Unlock
        </Button>
      }
    >
      Locked{lock?.who && ` by ${lock.who}`}
      {lock && (
        <>
          {' '}
          <Ago at={lock.at} />
        </>
      )}
      : {lockMeans}.
    </Notice>
  );
}
