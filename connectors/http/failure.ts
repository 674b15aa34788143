import { type Headers, learnedFrom, retryAfter } from './headers.ts';
import { type Reason, theirWords } from './reasons.ts';
import type { Verdict } from './request.ts';
import type { Failure, RejectionCode, Result } from './result.ts';

/**
 * What is known when a request failed. `system`: who was asked, as people call it. `write`: it was meant to change something there, by its
 * effect and not its method.
 */
export type Circumstances = { system: string; write: boolean; attempt: number; now: Date; random: () => number };

export type Rejection = { code: RejectionCode; reason: Reason; setting?: string };

/** The typed failure for a reply outside 2xx. */
export function failureOf(status: number, headers: Headers, reject: () => Rejection, circumstances: Circumstances): Failure {
  const { system } = circumstances;
  if (status === 401) return { kind: 'reconnect', reason: { code: 'credentials_refused', status } };
  if (status === 402) return { kind: 'reconnect', reason: { code: 'plan_lapsed', because: reject().reason } };
  if (status === 403) return { kind: 'forbidden', reason: { code: 'may_not', because: reject().reason } };
  if (status === 404 || status === 410) return { kind: 'not_found', reason: { code: 'no_such_record', status } };
  if (status === 429) {
    const at = retryAfter(headers, circumstances.now) ?? learnedFrom(headers, circumstances.now).resetsAt ?? pauseOf(circumstances);
    return { kind: 'retry', at, reason: { code: 'too_many_requests', system }, maybeDone: false, limited: true };
  }
  if (status === 412)
    return { kind: 'retry', at: soonAfter(circumstances), reason: { code: 'changed_there', system }, maybeDone: false, changed: true };
  if (status < 400) return brokenReply({ code: 'redirected', status }, circumstances);
  if (status >= 500 || passing.has(status)) {
    const at = retryAfter(headers, circumstances.now) ?? backOff(circumstances);
    return { kind: 'retry', at, reason: { code: 'trouble', system, status }, maybeDone: circumstances.write };
  }
  return { kind: 'rejected', ...reject() };
}

/** What a connector found wrong with a reply, made whole. */
export function verdictAsFailure(verdict: Verdict, circumstances: Circumstances): Failure {
  if (verdict.kind !== 'retry') return verdict;
  const { at = backOff(circumstances), limited = false, changed = false, reason, setting } = verdict;
  const { maybeDone = circumstances.write && !limited && !changed } = verdict;
  const also = { ...(limited ? { limited } : {}), ...(changed ? { changed } : {}), ...(setting === undefined ? {} : { setting }) };
  return { kind: 'retry', at, reason, maybeDone, ...also };
}

/** No reply, or one that cannot be read: a write may still have been carried out. */
export function brokenReply(reason: Reason, circumstances: Circumstances): Failure {
  return { kind: 'retry', at: backOff(circumstances), reason, maybeDone: circumstances.write };
}

/** What the other side has was to be looked at after a write, and cannot be, for whatever reason: whoever comes again looks first. */
export function unseen({ now }: { now: () => Date }, failure: Failure): { ok: false; failure: Failure } {
  if (failure.kind === 'retry') return { ok: false, failure: { ...failure, maybeDone: true } };
  return { ok: false, failure: { kind: 'retry', at: now(), reason: failure.reason, maybeDone: true } };
}

/** The same of what has to follow a write that was done; its refusal stays one. */
export const afterWrite = <T>(opened: { now: () => Date }, result: Result<T>): Result<T> =>
  result.ok || result.failure.kind === 'rejected' ? result : unseen(opened, result.failure);

/** Why a request was refused, when the connector does not read it itself. */
export function plainRejection(status: number, body: unknown): Rejection {
  const code = status === 400 || status === 422 ? 'invalid' : status === 409 ? 'duplicate' : 'other';
  return { code, reason: saidOrRefused(messageIn(body), status) };
}

/** What the other side wrote of a refusal; ours where it wrote nothing. */
export const saidOrRefused = (text: string | null | undefined, status: number): Reason =>
  text ? theirWords(text, status) : { code: 'refused', status };

/** The first thing in an error body that reads like a sentence for people. */
function messageIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const fields = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
  const found = ['exceptionmessage', 'message', 'error_description', 'error']
    .map((name) => fields.get(name))
    .find((value) => typeof value === 'string');
  return typeof found === 'string' && found.trim() !== '' ? found : null;
}

// Request timeout, locked, too early: clients are meant to repeat these.
const passing = new Set([408, 423, 425]);

// Such a 429 keeps every request of its limit away, so an effect that failed often must not hold the others up for minutes.
const pauseOf = (circumstances: Circumstances) => backOff({ ...circumstances, attempt: Math.min(circumstances.attempt, 5) });

// Whoever changed the record may change more of it, and the other side is well.
const soonAfter = (circumstances: Circumstances) => backOff({ ...circumstances, attempt: Math.min(circumstances.attempt, 3) });

// Full jitter: any time up to the ceiling, so that a crowd does not come back together.
function backOff({ attempt, now, random }: Circumstances): Date {
  const ceiling = Math.min(300_000, 1000 * 2 ** Math.min(attempt, 20));
  return new Date(now.getTime() + Math.round(random() * ceiling));
}
