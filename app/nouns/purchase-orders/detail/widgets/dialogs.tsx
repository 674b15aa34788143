import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { href, useNavigate, useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { undoRun } from '../../../../shared/runs/working/report-outcome.ts';
import { showUndoable } from '../../../../ui/alerts/undoable.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import {
  cancelPurchaseOrderCall,
  closePurchaseOrderCall,
  deletePurchaseOrderCall,
} from '../../../purchase-flow/contract/purchase-orders.ts';
import { isInFull, type Order } from './order.ts';

type Props = { order: Order; onClose: () => void };

/** Confirms a cancellation: at once while nothing is announced, otherwise a request. */
export function CancelDialog({ order, onClose }: Props) {
  const save = useSave();
  const announced = order.warehouse_reference_number !== null;
  return (
    <ConfirmDialog
      title={announced ? 'Ask the warehouse to stop expecting it?' : 'Cancel this order?'}
      text={
        announced
          ? 'The warehouse has been told to expect it, so this is a request: goods may have begun to arrive. Its reply will be shown on this page.'
          : 'Nothing of it is announced to the warehouse. Cancel it at its source too.'
      }
      verb={announced ? 'Request cancellation' : 'Cancel Order'}
      back="Keep it"
      danger
      onClose={onClose}
      run={() => save(cancelPurchaseOrderCall, { params: { id: order.id } })}
    />
  );
}

/** Confirms a deletion, and returns to the list. */
export function DeleteDialog({ order, onClose }: Props) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return (
    <ConfirmDialog
      title={`Delete ${order.po_number}?`}
      text="It leaves every list, and sync does not bring it back. For 30 days it can be restored from Activity."
      verb="Delete Order"
      danger
      onClose={onClose}
      run={async () => {
        const { message: text, runId = 0 } = await call(deletePurchaseOrderCall, { params: { id: order.id } });
        const list = href('/purchase-orders');
        showUndoable({ text, what: `deletion of ${order.po_number}`, at: list, undo: () => undoRun(runId).then(revalidate) });
        await navigate(list);
      }}
    />
  );
}

/** What is still to come. */
function openWords(open: number): string {
  if (open === 0) return 'All that was ordered has come.';
  return `${countedWords(open, 'unit')} ${open === 1 ? 'has' : 'have'} not come.`;
}

/** Closes it, short where something has not come, and asks why. */
export function CloseDialog({ order, onClose }: Props) {
  const save = useSave();
  const [reason, setReason] = useState('');
  const open = order.purchase_order_items.reduce((sum, item) => sum + item.open, 0);
  const inFull = isInFull(order);
  return (
    <ConfirmDialog
      title={inFull ? 'Close this order?' : 'Close this order short?'}
      text={
        <>
          {openWords(open)} The warehouse is asked to expect nothing more; once it has replied, the order is closed out when its receipts
          are processed.
          <Textarea
            label="Why"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={500}
            autosize
            minRows={2}
            mt={12}
          />
        </>
      }
      verb={inFull ? 'Close Order' : 'Close short'}
      disabled={reason.trim() === ''}
      onClose={onClose}
      run={() => save(closePurchaseOrderCall, { params: { id: order.id }, body: { reason } })}
    />
  );
}
