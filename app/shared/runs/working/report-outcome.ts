import { href } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { type AlertAction, type AlertLink, alertMs, dismissAlert, showAlert } from '../../../ui/alerts/alerts.ts';
import { listen } from '../../../ui/live/connection.ts';
import { getRunCall, undoBulkCall } from '../contract.ts';
import { keepLastRun } from '../last-run.ts';

/** How long after a bulk action its list is reloaded, in ms. */
const reloadAfter = 2_000;

type Begun = { reply: { runId: number; message: string }; label: string; reload?: () => void };

/** Says that a bulk run is at work, with a link to it, and later what came of it, with its undo. */
export function followRun({ reply: { runId, message }, label, reload }: Begun): void {
  keepLastRun({ runId, label });
  const link = { label: 'See each', to: href('/activity/:id', { id: String(runId) }) };
  const working = showAlert('success', message, alertMs, link);
  setTimeout(() => {
    reload?.();
    reportOutcome({ label, runId, working, link, reload });
  }, reloadAfter);
}

type ReportedRun = {
  /** The action's name. */
  label: string;
  runId: number;
  /** The alert that says that the run is at work. */
  working: number;
  link: AlertLink;
  reload: (() => void) | undefined;
};

/** Shows the outcome of a bulk run when it ends, in place of the alert that it is at work. */
function reportOutcome({ label, runId, working, link, reload }: ReportedRun): void {
  let looking = false;
  let again = false;
  let isReported = false;
  const look = async (): Promise<void> => {
    again = looking;
    if (looking || isReported) return;
    looking = true;
    // When the call fails, the next event tries again.
    const run = await call(getRunCall, { params: { id: runId } }).catch(() => null);
    looking = false;
    if (!run || run.state === 'running') return again ? look() : undefined;
    isReported = true;
    stop();
    dismissAlert(working);
    // What was read while it was at work shows only a part of what it did.
    reload?.();
    const level = run.failed > 0 ? 'danger' : run.done === 0 ? 'warning' : 'success';
    showAlert(level, `${label}: ${run.sentence}`, alertMs, run.undoable ? [undoOf(runId, reload), link] : link);
  };
  const stop = listen({ topics: [`run:${runId}`], hear: () => void look() });
  void look();
}

const undoOf = (runId: number, reload: (() => void) | undefined): AlertAction => ({
  label: 'Undo',
  run: async () => {
    await undoRun(runId, reload);
  },
});

/**
 * Undoes a run, and says so: held orders go on, archived or deleted records return, items get their values back, unless someone has changed
 * them since; an edit is taken back.
 */
export async function undoRun(id: number, reload?: () => void): Promise<void> {
  const { message, runId } = await call(undoBulkCall, { params: { id } });
  if (runId === null) showAlert('success', message);
  else followRun({ reply: { runId, message }, label: 'Undo', ...(reload && { reload }) });
}
