import { href, useRevalidator } from 'react-router';
import { call } from '../../../platform/call.ts';
import { alertMs, showAlert } from '../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { undoBulkCall } from '../contract.ts';

/** Undoes a run: held orders go on, archived or deleted orders return, unless someone has changed them since. */
export function UndoButton({ runId }: { runId: number }) {
  const { revalidate } = useRevalidator();
  const undo = async () => {
    const { message, runId: undoing } = await call(undoBulkCall, { params: { id: runId } });
    showAlert('success', message, alertMs, { label: 'See each', to: href('/activity/:id', { id: String(undoing) }) });
    await revalidate();
  };
  return (
    <SubmitButton variant="default" run={undo}>
      Undo
    </SubmitButton>
  );
}
