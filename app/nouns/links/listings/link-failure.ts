import { CallError } from '../../../../platform/call.ts';
import * as alerts from '../../../ui/alerts/alerts.ts';
import { importFailed } from './listing-contract.ts';

/** Shows why a call about connector products failed: the server's sentence, or the page's own where there is none. */
export function showFailure(error: unknown): void {
  const said = error instanceof CallError && hasSentence(error.body) ? error.errorMessage : importFailed;
  alerts.showFailure(error, said);
}

/** Whether a call was refused because it was meant for what is no longer so. */
export const isOutOfDate = (error: unknown) => error instanceof CallError && error.status === 409;

/** Does the work of a press, and shows a failure. Returns whether it went well. */
export async function withFallback(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    showFailure(error);
    return false;
  }
}

const hasSentence = (body: unknown) => typeof body === 'object' && body !== null && 'errorMessage' in body && Boolean(body.errorMessage);
