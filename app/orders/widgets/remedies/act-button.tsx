import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert, showError } from '../../../ui/alerts/alerts.ts';
import { RowButton } from '../../../ui/row-button.tsx';
import { actOnOrderCall } from '../../contract.ts';
import { remedyLabel } from '../../issues/issue.ts';
import type { RemedyIssue } from './remedy.ts';
import { retryCause } from './retry-cause.ts';

type Props = { issue: RemedyIssue; remedy: 'retry' | 'accept_change' };

/** A remedy that asks nothing: pressed, it is done. A second press while it runs is the same press. */
export function ActButton({ issue, remedy }: Props) {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const press = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      showAlert('success', await act(issue, remedy));
      await revalidate();
    } catch (error) {
      showError(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <RowButton onClick={press} aria-disabled={busy} aria-busy={busy}>
      {isWholeCause(issue) ? `${remedyLabel[remedy]}: ${issue.orders?.toLocaleString('en-US')}` : remedyLabel[remedy]}
    </RowButton>
  );
}

async function act(issue: RemedyIssue, remedy: Props['remedy']): Promise<string> {
  if (remedy === 'retry' && isWholeCause(issue)) return retryCause(issue);
  const params = { id: issue.order_id ?? 0, action: remedy === 'retry' ? 'retry' : 'keep-as-sent' } as const;
  return (await call(actOnOrderCall, { params })).message;
}

const isWholeCause = ({ orders = 1 }: RemedyIssue) => orders > 1;
