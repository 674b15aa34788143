import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { RowButton } from '../../../ui/row-button.tsx';
import { actOnOrderCall } from '../../contract.ts';
import { remedyLabel } from '../../issues/issue.ts';

/** Gives up an order that cannot go on. */
export function CancelButton({ orderId }: { orderId: number }) {
  const [asked, setAsked] = useState(false);
  const { revalidate } = useRevalidator();
  return (
    <>
      <RowButton aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {remedyLabel.cancel}
      </RowButton>
      {asked && (
        <ConfirmDialog
          title="Cancel this order?"
          text="Nothing of it is sent to the warehouse, and its issues close. Cancel it in the channel too, so that the customer hears of it."
          verb="Cancel order"
          danger
          onClose={() => setAsked(false)}
          run={async () => {
            const { message } = await call(actOnOrderCall, { params: { id: orderId, action: 'cancel' } });
            showAlert('success', message);
            await revalidate();
          }}
        />
      )}
    </>
  );
}
