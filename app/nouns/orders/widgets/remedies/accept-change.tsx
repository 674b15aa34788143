import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { remedyLabel } from '../../../../shared/issues/issue.ts';
import type { RemedyIssue } from '../../../../shared/issues/remedy/remedy.ts';
import { showAlert } from '../../../../ui/alerts/alerts.ts';
import { PressButton } from '../../../../ui/buttons/row-button.tsx';
import { actOnOrderCall } from '../../../order-flow/contract/orders.ts';

/** Leaves an order as it was sent to the warehouse, whatever the channel changed since. */
export function AcceptChangeButton({ issue }: { issue: RemedyIssue }) {
  const { revalidate } = useRevalidator();
  const run = async () => {
    const { message } = await call(actOnOrderCall, { params: { id: issue.order_id ?? 0, action: 'keep-as-sent' } });
    showAlert('success', message);
    await revalidate();
  };
  return <PressButton run={run}>{remedyLabel.accept_change}</PressButton>;
}
