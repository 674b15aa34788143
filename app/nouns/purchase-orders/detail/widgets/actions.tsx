import { Button } from '@mantine/core';
import { useState } from 'react';
import { undoRun } from '../../../../shared/runs/working/report-outcome.ts';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import {
  archivePurchaseOrderCall,
  holdPurchaseOrderCall,
  processReceiptsCall,
  rereadPurchaseOrderCall,
  unarchivePurchaseOrderCall,
  unholdPurchaseOrderCall,
} from '../../../purchase-flow/contract/purchase-orders.ts';
import { mayDo, type PurchaseAction } from '../../../purchase-flow/purchase-order.ts';
import { CancelDialog, CloseDialog, DeleteDialog } from './dialogs.tsx';
import { EditButtons } from './edit/edit-buttons.tsx';
import type { EditMode } from './edit/use-edit-mode.ts';
import { isInFull, type Order } from './order.ts';

type Confirmed = 'cancel' | 'delete' | 'close';

/** What the order's status allows, each as a button. */
export function PurchaseActions({ order, mode }: { order: Order; mode: EditMode }) {
  const [confirming, setConfirming] = useState<Confirmed | null>(null);
  const save = useSave();
  const hold = useSave({ undo: { what: 'hold', by: undoRun } });
  const archive = useSave({ undo: { what: 'archiving', by: undoRun } });
  const { id, connector_source } = order;
  const params = { id };
  const allowed = (action: PurchaseAction) => mayDo(action, { ...order, archived: order.is_archived });
  const ask = (action: Confirmed, label: string) =>
    allowed(action) && (
      <Button
        variant="subtle"
        c={action === 'close' ? undefined : 'var(--red)'}
        aria-haspopup="dialog"
        onClick={() => setConfirming(action)}
      >
        {label}
      </Button>
    );
  const press = (
    action: PurchaseAction,
    label: string,
    endpoint: typeof holdPurchaseOrderCall | typeof rereadPurchaseOrderCall,
    send = save,
  ) =>
    allowed(action) && (
      <SubmitButton variant="default" run={() => send(endpoint as typeof holdPurchaseOrderCall, { params })}>
        {label}
      </SubmitButton>
    );
  const canProcess = allowed('receive') && order.receipts.some(({ processed }) => !processed);
  // Once all are processed its button keeps its place, so that the others keep theirs.
  const [offersProcess, setOffersProcess] = useState(canProcess);
  if (canProcess && !offersProcess) setOffersProcess(true);
  const process = () => save(processReceiptsCall, { params: { id, source: connector_source.name } });
  return (
    <>
      {!mode.isEditing && (
        <>
          {ask('delete', 'Delete Order')}
          {!order.cancel_requested_at && ask('cancel', 'Cancel Order')}
          {!order.close_reason && ask('close', isInFull(order) ? 'Close Order' : 'Close short')}
          {press('hold', 'Hold Order', holdPurchaseOrderCall, hold)}
          {press('unhold', 'Unhold Order', unholdPurchaseOrderCall)}
          {press('sync', 'Sync Order', rereadPurchaseOrderCall)}
          {press('archive', 'Archive Order', archivePurchaseOrderCall, archive)}
          {order.is_archived && press('unarchive', 'Unarchive Order', unarchivePurchaseOrderCall)}
        </>
      )}
      {allowed('edit') && <EditButtons mode={mode} />}
      {!mode.isEditing && offersProcess && (
        <SubmitButton
          variant={order.error || !canProcess ? 'default' : 'filled'}
          run={process}
          busy={canProcess && order.running !== null}
          disabled={!canProcess}
        >
          Process Receipts
        </SubmitButton>
      )}
      {confirming === 'cancel' && <CancelDialog order={order} onClose={() => setConfirming(null)} />}
      {confirming === 'delete' && <DeleteDialog order={order} onClose={() => setConfirming(null)} />}
      {confirming === 'close' && <CloseDialog order={order} onClose={() => setConfirming(null)} />}
    </>
  );
}
