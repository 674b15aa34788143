import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../../platform/call.ts';
import { type AlertAction, alertMs, showAlert } from '../../../../../ui/alerts/alerts.ts';
import { Notice } from '../../../../../ui/blocks/notice.tsx';
import { PressButton, RowButton } from '../../../../../ui/buttons/row-button.tsx';
import { ConfirmDialog } from '../../../../../ui/dialog/confirm-dialog.tsx';
import { useSave } from '../../../../../ui/hooks/use-save.ts';
import { Ago } from '../../../../../ui/time/relative-time.tsx';
import type { CancelRequest } from '../../../../order-flow/contract/detail.ts';
import { actOnOrderCall } from '../../../../order-flow/contract/orders.ts';
import type { Order } from '../order.ts';

/** What the channel asks to cancel, what became of that, and what it was told; while nothing is decided, the ways to decide by hand. */
export function CancelRequestNotice({ order }: { order: Order }) {
  const { cancel_request: request, source_name: channel, units_shipped } = order;
  const nothing = units_shipped > 0 ? 'Nothing more of it leaves.' : 'Nothing of it leaves.';
  if (!request) return null;
  const why = request.reason ? <>: “{request.reason}”</> : '.';
  if (request.outcome === null)
    return (
      <Notice tone="warning" actions={<ByHand order={order} />}>
        {channel} asks to cancel this order{why} {waitsFor(order)}
      </Notice>
    );
  return (
    <Notice actions={request.undoable && <UndoDecision order={order} />}>
      {channel} asked to cancel this order{why} {request.outcome === 'accepted' ? nothing : 'It was too late.'}{' '}
      <Told request={request} channel={channel} />
    </Notice>
  );
}

function waitsFor({ source_name: channel, cancel_requested_at, warehouse_gone }: Order): string {
  if (cancel_requested_at === null) return 'It is for you to decide.';
  if (warehouse_gone !== null)
    return `${warehouse_gone} is disconnected: it will be asked once it is connected again, unless you decide before.`;
  return `The warehouse has been asked. ${channel} will be told what it replies.`;
}

/** What the channel knows of it. Why it could not be told is an issue of the order. */
function Told({ request: { outcome, reply, replied_at }, channel }: { request: CancelRequest; channel: string }) {
  if (reply === null || replied_at === null) return <>{channel} has not been told yet.</>;
  if (reply === 'by_hand') return <>{channel} cannot be told from here.</>;
  if (reply === 'over') return <>{channel} no longer waited for a reply.</>;
  return (
    <>
      {channel} was told{outcome === 'too_late' && ' so'} <Ago at={replied_at} />.
    </>
  );
}

const questions = {
  'accept-cancel': {
    title: 'Does nothing of it leave?',
    text: 'Ask the warehouse first. The order is cancelled here, and ten seconds later the channel is told that nothing of it leaves, where that is possible. Until then that can be undone.',
    verb: 'Nothing leaves',
  },
  'refuse-cancel': {
    title: 'Is it too late to cancel?',
    text: 'Ask the warehouse first. The order goes on, and ten seconds later the channel is told that it is too late, where that is possible. Until then that can be undone.',
    verb: 'Too late',
  },
} as const;

/** For a warehouse that cannot be asked, or does not reply: a person knows what it does. */
function ByHand({ order: { id, order_status, warehouse_order_id, units_shipped } }: { order: Order }) {
  const [action, setAction] = useState<keyof typeof questions | null>(null);
  const decide = useDecision(id);
  // One that is cancelled here may have its goods in another order.
  const mayLeave = warehouse_order_id !== null || order_status === 'cancelled';
  return (
    <>
      {units_shipped === 0 && (
        <RowButton aria-haspopup="dialog" onClick={() => setAction('accept-cancel')}>
          Nothing leaves
        </RowButton>
      )}
      {mayLeave && (
        <RowButton aria-haspopup="dialog" onClick={() => setAction('refuse-cancel')}>
          Too late
        </RowButton>
      )}
      {action && (
        <ConfirmDialog
          {...questions[action]}
          danger={action === 'accept-cancel'}
          onClose={() => setAction(null)}
          run={() => decide(action)}
        />
      )}
    </>
  );
}

/** As long as the channel has not heard of it. */
function UndoDecision({ order: { id } }: { order: Order }) {
  const save = useSave({ rereadsRefused: true });
  return <PressButton run={() => save(actOnOrderCall, { params: { id, action: 'undo-cancel-decision' } })}>Undo</PressButton>;
}

/** Decides, and offers to undo that in the alert; where it was done, the notice does. */
function useDecision(id: number) {
  const { revalidate } = useRevalidator();
  const act = async (action: keyof typeof questions | 'undo-cancel-decision', undo?: AlertAction) => {
    try {
      const { message } = await call(actOnOrderCall, { params: { id, action } });
      showAlert('success', message, alertMs, undo);
    } finally {
      // A refusal means that others changed the order: read the page again to show it.
      await revalidate();
    }
  };
  return (action: keyof typeof questions) => act(action, { label: 'Undo', run: () => act('undo-cancel-decision') });
}
