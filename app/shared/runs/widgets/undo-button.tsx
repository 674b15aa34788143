import { href, useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { alertMs, showAlert } from '../../../ui/alerts/alerts.ts';
import { PressButton } from '../../../ui/buttons/row-button.tsx';
import { type Run, undoBulkCall } from '../contract.ts';

/**
 * Undoes a run: held orders go on, archived or deleted orders return, items get their values back, unless someone has changed them since;
 * an edit is taken back.
 */
export function UndoRun({ run: { id, undoable } }: { run: Pick<Run, 'id' | 'undoable'> }) {
  const { revalidate } = useRevalidator();
  const undo = async () => {
    const { message, runId } = await call(undoBulkCall, { params: { id } });
    const each = runId === null ? undefined : { label: 'See each', to: href('/activity/:id', { id: String(runId) }) };
    showAlert('success', message, alertMs, each);
    await revalidate();
  };
  return undoable && <PressButton run={undo}>Undo</PressButton>;
}
