import { useState } from 'react';
import { RowButton } from '../../ui/row-button.tsx';
import { remedyLabel } from '../issue.ts';
import { CancelDialog } from './cancel-dialog.tsx';

/** Cancels an order that cannot go on. Such an order has never been with the warehouse. */
export function CancelButton({ orderId }: { orderId: number }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <RowButton aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {remedyLabel.cancel}
      </RowButton>
      {asked && <CancelDialog orderId={orderId} atWarehouse={false} onClose={() => setAsked(false)} />}
    </>
  );
}
