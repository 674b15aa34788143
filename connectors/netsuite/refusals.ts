import type { Failure, RejectionCode } from '../contract.ts';
import { type Rejection, saidOrRefused } from '../http/failure.ts';
import type { Learned } from '../http/learned.ts';
import type { Reply, Verdict } from '../http/request.ts';
import { because, type NetsuiteReason } from './reasons.ts';
import * as wire from './wire.ts';

const crowded = /CONCURRENCY_LIMIT_EXCEEDED|REQUEST_LIMIT_EXCEEDED/;
const waitMs = 2000;
/**
 * Somebody saved the same record at that moment: nothing is booked, and the next attempt finds it as it is by then. REST says it by its
 * words in a 400 (as the example of Trax.Effect's IFailureClassifier has it); scripts have the code.
 */
const changed = /RCRD_HAS_BEEN_CHANGED|\brecord has been changed\b/i;

/** What NetSuite says by a code and not by the status: too many at once comes as 429 here and as 400 there. */
export function judge({ status, body }: Reply, { now }: { now: Date }): Verdict | undefined {
  if (status < 400) return undefined;
  const details = detailsIn(body);
  if (details.some(({ 'o:errorCode': code }) => crowded.test(code ?? '')))
    return {
      kind: 'retry',
      reason: because({ code: 'netsuite.crowded' }),
      at: new Date(now.getTime() + waitMs),
      limited: true,
    };
  if (status === 400 && details.some(({ detail, 'o:errorCode': code }) => changed.test(`${code} ${detail}`)))
    return { kind: 'retry', reason: { code: 'changed_there', system: 'NetSuite' }, at: new Date(now.getTime() + waitMs), changed: true };
  // That there is no such booking must come from NetSuite itself: what is booked twice cannot be called back.
  if (status === 404 && details.length === 0) return { kind: 'retry', reason: because({ code: 'netsuite.other_404' }) };
  if (status === 400 && details.some(({ 'o:errorCode': code }) => code === 'INSUFFICIENT_PERMISSION'))
    return { kind: 'forbidden', reason: because({ code: 'netsuite.no_permission', text: (textIn(body) ?? '').slice(0, 300) }) };
  return undefined;
}

export function rejection(status: number, body: unknown): Rejection {
  return { code: status === 400 || status === 422 ? 'invalid' : 'other', reason: saidOrRefused(textIn(body), status) };
}

/** How many requests may run at once, from the one reply that says so. */
export function learned({ status, body }: Reply): Learned {
  const limits = status === 200 ? wire.governance.safeParse(body).data : undefined;
  const limit = limits?.integrationConcurrencyLimit ?? limits?.unallocatedConcurrencyLimit ?? limits?.accountConcurrencyLimit;
  return limit === undefined ? {} : { limit };
}

function textIn(body: unknown): string | undefined {
  const texts = detailsIn(body).flatMap(({ detail }) => (detail ? [detail] : []));
  return texts.join(' ').replace('Error while accessing a resource. ', '') || wire.refusal.safeParse(body).data?.title;
}

const detailsIn = (body: unknown) => wire.refusal.safeParse(body).data?.['o:errorDetails'] ?? [];

/** `setting`: the one that is wrong. */
export const rejected = (code: RejectionCode, reason: NetsuiteReason, setting?: string): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'rejected', code, reason: because(reason), ...(setting !== undefined && { setting }) },
});
