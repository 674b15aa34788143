import { CallError } from '../../../../platform/call.ts';
import * as alerts from '../../../ui/alerts/alerts.ts';
import { importFailed } from './listing-contract.ts';

/** Shows why a call about connector products failed: the server's sentence, or the page's own where there is none. */
export function showFailure(error: unknown): void {
  const sentence = error instanceof CallError && hasSentence(error.body) ? error.errorMessage : importFailed;
  alerts.showFailure(error, sentence);
}

/** Whether a call was refused because it was meant for what is no longer so. */
export const isOutOfDate = (error: unknown) => error instanceof CallError && error.status === 409;

const hasSentence = (body: unknown) => typeof body === 'object' && body !== null && 'errorMessage' in body && Boolean(body.errorMessage);
