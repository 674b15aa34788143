import type { Failure, RejectionCode } from '../contract.ts';
import type { Learned } from '../http/learned.ts';
import type { Reply, Verdict } from '../http/request.ts';
import * as wire from './wire.ts';

const crowded = /CONCURRENCY_LIMIT_EXCEEDED|REQUEST_LIMIT_EXCEEDED/;
const waitMs = 2000;

/** What NetSuite says by a code and not by the status: too many at once comes as 429 here and as 400 there. */
export function judge({ status, body }: Reply, { now }: { now: Date }): Verdict | undefined {
  if (status < 400) return undefined;
  const details = detailsIn(body);
  if (details.some(({ 'o:errorCode': code }) => crowded.test(code ?? '')))
    return {
      kind: 'retry',
      reason: 'NetSuite has too many requests of this account at once.',
      at: new Date(now.getTime() + waitMs),
      limited: true,
    };
  // That there is no such booking must come from NetSuite itself: what is booked twice cannot be called back.
  if (status === 404 && details.length === 0) return { kind: 'retry', reason: 'A 404 that is not one of NetSuite.' };
  if (status === 400 && details.some(({ 'o:errorCode': code }) => code === 'INSUFFICIENT_PERMISSION'))
    return { kind: 'forbidden', reason: `The role of the integration lacks a permission: ${sentenceOf(body)}` };
  return undefined;
}

export function rejection(status: number, body: unknown): { code: RejectionCode; reason: string } {
  return { code: status === 400 || status === 422 ? 'invalid' : 'other', reason: `${sentenceOf(body)} (${status})` };
}

/** How many requests may run at once, from the one reply that says so. */
export function learned({ status, body }: Reply): Learned {
  const limits = status === 200 ? wire.governance.safeParse(body).data : undefined;
  const limit = limits?.integrationConcurrencyLimit ?? limits?.unallocatedConcurrencyLimit ?? limits?.accountConcurrencyLimit;
  return limit === undefined ? {} : { limit };
}

function sentenceOf(body: unknown): string {
  const said = detailsIn(body).flatMap(({ detail }) => (detail ? [detail] : []));
  const plain = said.join(' ').replace('Error while accessing a resource. ', '') || wire.refusal.safeParse(body).data?.title;
  return (plain ?? 'The request was refused').slice(0, 300);
}

const detailsIn = (body: unknown) => wire.refusal.safeParse(body).data?.['o:errorDetails'] ?? [];

export const rejected = (code: RejectionCode, reason: string): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'rejected', code, reason },
});
