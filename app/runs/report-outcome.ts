import { call } from '../../platform/call.ts';
import { type AlertLink, alertMs, dismissAlert, showAlert } from '../ui/alerts/alerts.ts';
import { listen } from '../ui/live/connection.ts';
import { getRunCall } from './contract.ts';

type ReportedRun = {
  /** The action's name. */
  label: string;
  runId: number;
  /** The alert that says that the run is at work. */
  working: number;
  link: AlertLink;
};

/** Shows the outcome of a bulk run when it ends, in place of the alert that it is at work. */
export function reportOutcome({ label, runId, working, link }: ReportedRun): void {
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
    showAlert(run.failed > 0 ? 'danger' : run.done === 0 ? 'warning' : 'success', `${label}: ${run.sentence}`, alertMs, link);
  };
  const stop = listen({ topics: [`run:${runId}`], hear: () => void look() });
  void look();
}
