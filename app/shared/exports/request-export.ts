import type { z } from 'zod';
import { CallError, call } from '../../../platform/call.ts';
import type { Endpoint, Input, Replies } from '../../../platform/endpoint.ts';
import { alertMs, showAlert } from '../../ui/alerts/alerts.ts';
import { reportFreshness } from '../../ui/live/freshness.ts';
import { exportFailed, exportWaitMs, stillExporting } from './contract.ts';
import { type FiledRecord, filesOf } from './files-of.ts';

type ExportEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, Replies>;
/** `away`: the files are listed on another page, to which the outcome has a link. */
type From = { of: FiledRecord; away?: boolean };

/** Starts an export and shows the outcome; a file that takes longer is no longer waited for, but still written. */
export async function requestExport<E extends ExportEndpoint>({ of, away = false }: From, exporting: E, input: Input<E>): Promise<void> {
  const patience = AbortSignal.timeout(exportWaitMs);
  const beside = away ? { label: 'See the file', to: filesOf(of) } : undefined;
  try {
    const { downloadText } = (await call(exporting, input, patience)) as { downloadText: string };
    showAlert('success', `${downloadText} is ready for download.`, alertMs, beside);
  } catch (error) {
    const late = patience.aborted || (error instanceof CallError && error.status === 504);
    if (late) showAlert('info', stillExporting, alertMs, beside);
    else if (error instanceof CallError && error.status === 404) showAlert('info', 'The export was deleted before it was finished.');
    else {
      if (error instanceof CallError && error.status === 401) reportFreshness('signed_out');
      showAlert('danger', withRefusal(error, exportFailed(of)));
    }
  }
}

/** What is said of an export that failed, and what the person can do about it where there are too many or they are too large. */
export const withRefusal = (error: unknown, sentence: string): string =>
  error instanceof CallError && (error.status === 409 || error.status === 413) ? `${sentence}. ${error.errorMessage}` : sentence;
