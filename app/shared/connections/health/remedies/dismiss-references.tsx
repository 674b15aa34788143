import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { showAlert } from '../../../../ui/alerts/alerts.ts';
import { PressButton } from '../../../../ui/buttons/row-button.tsx';
import { remedyLabel } from '../../../issues/issue.ts';
import type { RemedyIssue } from '../../../issues/remedy/remedy.ts';
import { dismissReferencesCall } from '../../contract.ts';

/** Lets go of what a warehouse has that nothing here was sent for. */
export function DismissReferencesButton({ issue }: { issue: RemedyIssue }) {
  const { revalidate } = useRevalidator();
  const run = async () => {
    const { message } = await call(dismissReferencesCall, { params: { connectionId: issue.connection_id ?? 0 } });
    showAlert('success', message);
    await revalidate();
  };
  return <PressButton run={run}>{remedyLabel.dismiss_references}</PressButton>;
}
