import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { isOne } from '../../../../shared/issues/remedy/of-one.tsx';
import type { RemedyIssue } from '../../../../shared/issues/remedy/remedy.ts';
import { type AlertAction, alertMs, showAlert } from '../../../../ui/alerts/alerts.ts';
import { PressButton, RowActions } from '../../../../ui/buttons/row-button.tsx';
import { actOnOrderCall } from '../../../order-flow/contract/orders.ts';
import { RetryButton } from '../../../remedies/retry.tsx';

/** Tries again. Of a parcel that a channel refuses, somebody may have told it by hand. */
export function RetryOrTold({ issue }: { issue: RemedyIssue }) {
  const { type, subject, order_id } = issue;
  const isParcel = subject === 'confirm' && (type === 'rejected_by_channel' || type === 'retries_exhausted');
  const retry = <RetryButton issue={issue} />;
  if (!isParcel || !order_id || !isOne(issue)) return retry;
  return (
    <RowActions>
      {retry}
      <ToldButton id={order_id} />
    </RowActions>
  );
}

function ToldButton({ id }: { id: number }) {
  const { revalidate } = useRevalidator();
  const act = async (action: 'told-by-hand' | 'undo-told-by-hand', undo?: AlertAction) => {
    try {
      const { message } = await call(actOnOrderCall, { params: { id, action } });
      showAlert('success', message, alertMs, undo);
    } finally {
      // A refusal means that others changed the order: read the page again to show it.
      await revalidate();
    }
  };
  return (
    <PressButton
      quiet
      title="Somebody has told the channel of it: nothing is sent again"
      run={() => act('told-by-hand', { label: 'Undo', run: () => act('undo-told-by-hand') })}
    >
      Mark as told by hand
    </PressButton>
  );
}
