import { Button } from '@mantine/core';
import { useState } from 'react';
import { CancelDialog } from '../../widgets/remedies/cancel.tsx';
import { HoldButton } from './hold-button.tsx';
import type { Order } from './order.ts';

/** Cancel, hold and unhold, each while it is possible. */
export function OrderActions({ order }: { order: Order }) {
  const { id, order_status, on_hold, units_shipped, cancel_requested_at, warehouse_order_id, warehouse_gone, split_parcels } = order;
  const [cancelling, setCancelling] = useState(false);
  const isBeforeShipping = ['pending', 'error', 'packing'].includes(order_status) && units_shipped === 0;
  // The second parcel of a split order is held here, whatever the warehouse can do.
  const isLeftInPart = units_shipped > 0 && (order_status === 'partially_shipped' || order_status === 'error');
  const isSecondHere = isLeftInPart && split_parcels?.second === 'here';
  return (
    <>
      {isBeforeShipping && !cancel_requested_at && (
        <Button variant="subtle" c="var(--red)" aria-haspopup="dialog" onClick={() => setCancelling(true)}>
          Cancel order
        </Button>
      )}
      {(on_hold || isBeforeShipping || isSecondHere) && <HoldButton order={order} />}
      {cancelling && (
        <CancelDialog
          orderId={id}
          atWarehouse={warehouse_order_id !== null}
          disconnected={warehouse_gone}
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  );
}
