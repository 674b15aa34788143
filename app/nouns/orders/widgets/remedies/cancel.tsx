import type { RemedyIssue } from '../../../../shared/issues/remedy/remedy.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { actOnOrderCall } from '../../../order-flow/contract/orders.ts';

/** Cancels an order that cannot go on. Such an order has never been with the warehouse. */
export default function CancelOfIssue({ issue: { order_id, sentence }, onClose }: { issue: RemedyIssue; onClose: () => void }) {
  return <CancelDialog orderId={order_id ?? 0} about={sentence} atWarehouse={false} disconnected={null} onClose={onClose} />;
}

/**
 * `about`: what stopped it, where it is pressed in a list of many that look alike. `disconnected`: the name of the warehouse that has it,
 * where nobody can ask that one now.
 */
type Props = { orderId: number; about?: string; atWarehouse: boolean; disconnected: string | null; onClose: () => void };

/** Confirms a cancellation and says what it does: at once while the order is unreleased, a request once the warehouse has it. */
export function CancelDialog({ orderId, about, atWarehouse, disconnected, onClose }: Props) {
  const save = useSave({ rereadsRefused: true });
  return (
    <ConfirmDialog
      title={atWarehouse ? 'Ask the warehouse to cancel?' : 'Cancel this order?'}
      text={cancelText({ about, atWarehouse, disconnected })}
      verb={atWarehouse ? 'Request cancellation' : 'Cancel order'}
      danger
      onClose={onClose}
      run={() => save(actOnOrderCall, { params: { id: orderId, action: 'cancel' } })}
    />
  );
}

export function cancelText({ about, atWarehouse, disconnected }: Pick<Props, 'about' | 'atWarehouse' | 'disconnected'>): string {
  if (about) return `${about} ${cancelText({ atWarehouse, disconnected })}`;
  if (!atWarehouse)
    return 'It is not sent to the warehouse, and its issues are closed. Cancel it in the channel too, so that the customer is notified.';
  if (disconnected !== null)
    return `${disconnected} has the order and is disconnected: it will be asked to cancel it once it is connected again. It may be too late then.`;
  return 'The order is with the warehouse, so this is a request. It may be too late; the warehouse’s reply will be shown on this page.';
}
