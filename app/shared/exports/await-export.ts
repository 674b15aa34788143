import { CallError } from '../../../platform/call.ts';
import { type AlertLink, alertMs, showAlert } from '../../ui/alerts/alerts.ts';
import { reportFreshness } from '../../ui/live/freshness.ts';
import { exportWaitMs, stillExporting } from './contract.ts';

/** Starts an export and shows, with a link beside it, the outcome; a file that takes longer is no longer waited for, but still written. */
export async function awaitExport(
  start: (patience: AbortSignal) => Promise<{ downloadText: string }>,
  failed: string,
  beside?: AlertLink,
): Promise<void> {
  const patience = AbortSignal.timeout(exportWaitMs);
  try {
    const { downloadText } = await start(patience);
    showAlert('success', `${downloadText} is ready for download.`, alertMs, beside);
  } catch (error) {
    const late = patience.aborted || (error instanceof CallError && error.status === 504);
    if (late) showAlert('info', stillExporting, alertMs, beside);
    else if (error instanceof CallError && error.status === 404) showAlert('info', 'The export was deleted before it was finished.');
    else {
      if (error instanceof CallError && error.status === 401) reportFreshness('signed_out');
      showAlert('danger', failed);
    }
  }
}
