import { href } from 'react-router';
import { call } from '../../../platform/call.ts';
import { alertMs, showAlert } from '../../ui/alerts/alerts.ts';
import { undoBulkCall } from './contract.ts';

/**
 * Undoes a run, and says so: held orders go on, archived or deleted records return, items get their values back, unless someone has changed
 * them since; an edit is taken back.
 */
export async function undoRun(id: number): Promise<void> {
  const { message, runId } = await call(undoBulkCall, { params: { id } });
  const each = runId === null ? undefined : { label: 'See each', to: href('/activity/:id', { id: String(runId) }) };
  showAlert('success', message, alertMs, each);
}
