import { useRevalidator } from 'react-router';
import { call } from '../../../platform/call.ts';
import { actOnOrderCall } from '../../orders/contract.ts';
import { showAlert } from '../../ui/alerts/alerts.ts';
import { PressButton } from '../../ui/row-button.tsx';
import { remedyLabel } from '../issue.ts';
import type { RemedyIssue } from './remedy.ts';
import { retryCause } from './retry-cause.ts';

type Props = { issue: RemedyIssue; remedy: 'retry' | 'accept_change' };

/** A remedy without a panel: one click performs it. */
export function ActButton({ issue, remedy }: Props) {
  const { revalidate } = useRevalidator();
  const run = async () => {
    showAlert('success', await act(issue, remedy));
    await revalidate();
  };
  return (
    <PressButton run={run}>
      {isWholeCause(issue) ? `${remedyLabel[remedy]}: ${issue.orders?.toLocaleString('en-US')}` : remedyLabel[remedy]}
    </PressButton>
  );
}

async function act(issue: RemedyIssue, remedy: Props['remedy']): Promise<string> {
  if (remedy === 'retry' && isWholeCause(issue)) return retryCause(issue);
  const params = { id: issue.order_id ?? 0, action: remedy === 'retry' ? 'retry' : 'keep-as-sent' } as const;
  return (await call(actOnOrderCall, { params })).message;
}

const isWholeCause = ({ orders = 1 }: RemedyIssue) => orders > 1;
