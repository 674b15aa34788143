import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { CancelDialog } from '../../../issues/remedies/cancel.tsx';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { actOnOrderCall } from '../../contract.ts';
import type { Order } from './order.ts';

/** Hold, release from hold and cancel, each while it is possible. */
export function OrderActions({ order }: { order: Order }) {
  const { id, order_status, on_hold, units_shipped, cancel_requested_at, warehouse_order_id } = order;
  const [cancelling, setCancelling] = useState(false);
  const { revalidate } = useRevalidator();
  const act = async (action: 'hold' | 'unhold') => {
    const { message } = await call(actOnOrderCall, { params: { id, action } });
    showAlert('success', message);
    await revalidate();
  };
  const isBeforeShipping = ['pending', 'error', 'packing'].includes(order_status) && units_shipped === 0;
  return (
    <>
      {isBeforeShipping && !cancel_requested_at && (
        <Button variant="subtle" c="var(--red)" aria-haspopup="dialog" onClick={() => setCancelling(true)}>
          Cancel order
        </Button>
      )}
      {on_hold && (
        <SubmitButton variant="default" run={() => act('unhold')}>
          Unhold
        </SubmitButton>
      )}
      {!on_hold && isBeforeShipping && (
        <SubmitButton variant="default" run={() => act('hold')}>
          Hold
        </SubmitButton>
      )}
      {cancelling && <CancelDialog orderId={id} atWarehouse={warehouse_order_id !== null} onClose={() => setCancelling(false)} />}
    </>
  );
}
