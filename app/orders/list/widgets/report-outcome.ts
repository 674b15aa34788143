import { call } from '../../../../platform/call.ts';
import { getRunCall } from '../../../runs/contract.ts';
import { type AlertLink, alertMs, dismissAlert, showAlert } from '../../../ui/alerts/alerts.ts';
import { listen } from '../../../ui/live/connection.ts';

type ReportedRun = {
  /** As the action is called. */
  label: string;
  runId: number;
  /** The alert that says what is being worked on. */
  working: number;
  link: AlertLink;
};

/** Says what came of a bulk run as soon as it is over, however long that takes, in place of what is being worked on. */
export function reportOutcome({ label, runId, working, link }: ReportedRun): void {
  let looking = false;
  let again = false;
  let told = false;
  const look = async (): Promise<void> => {
    again = looking;
    if (looking || told) return;
    looking = true;
    // Without an answer the next news asks again.
    const run = await call(getRunCall, { params: { id: runId } }).catch(() => null);
    looking = false;
    if (!run || run.state === 'running') return again ? look() : undefined;
    told = true;
    stop();
    dismissAlert(working);
    showAlert(run.failed > 0 ? 'danger' : run.done === 0 ? 'warning' : 'success', `${label}: ${run.sentence}`, alertMs, link);
  };
  const stop = listen({ topics: [`run:${runId}`], hear: () => void look() });
  void look();
}
