import { type Headers, learnedFrom, retryAfter } from './headers.ts';
import type { Verdict } from './request.ts';
import type { Failure, RejectionCode } from './result.ts';

/**
 * What is known when a request failed. `system`: who was asked, as people call it. `write`: it was meant to change something there, by its
 * effect and not its method.
 */
export type Circumstances = { system: string; write: boolean; attempt: number; now: Date; random: () => number };

export type Rejection = { code: RejectionCode; reason: string };

/** The typed failure for a reply outside 2xx. */
export function failureOf(status: number, headers: Headers, reject: () => Rejection, circumstances: Circumstances): Failure {
  if (status === 401) return { kind: 'reconnect', reason: `The credentials were refused (${status}).` };
  if (status === 402) return { kind: 'reconnect', reason: `The plan of the account there has lapsed: ${reject().reason}` };
  if (status === 403) return { kind: 'forbidden', reason: `The credentials may not do this: ${reject().reason}` };
  if (status === 404 || status === 410) return { kind: 'not_found', reason: `There is no such record (${status}).` };
  if (status === 429) {
    const at = retryAfter(headers, circumstances.now) ?? learnedFrom(headers, circumstances.now).resetsAt ?? pauseOf(circumstances);
    return { kind: 'retry', at, reason: `${allowsNoMore(circumstances.system)} (error 429).`, maybeDone: false, limited: true };
  }
  if (status < 400) return brokenReply(`It points to another address (${status}), which is not followed.`, circumstances);
  if (status >= 500 || passing.has(status)) {
    const at = retryAfter(headers, circumstances.now) ?? backOff(circumstances);
    return { kind: 'retry', at, reason: `${circumstances.system} has a problem (error ${status}).`, maybeDone: circumstances.write };
  }
  return { kind: 'rejected', ...reject() };
}

/** Its limit of requests is used up: by what it says, or by what we have sent. The beginning of a sentence. */
export const allowsNoMore = (system: string) => `${system} allows no further requests just now`;

/** What a connector found wrong with a reply, made whole. */
export function verdictAsFailure(verdict: Verdict, circumstances: Circumstances): Failure {
  if (verdict.kind !== 'retry') return verdict;
  const { at = backOff(circumstances), limited = false, maybeDone = circumstances.write && !limited, reason } = verdict;
  return { kind: 'retry', at, reason, maybeDone, ...(limited ? { limited } : {}) };
}

/** No reply, or one that cannot be read: a write may still have been carried out. */
export function brokenReply(reason: string, circumstances: Circumstances): Failure {
  return { kind: 'retry', at: backOff(circumstances), reason, maybeDone: circumstances.write };
}

/** Why a request was refused, when the connector does not read it itself. */
export function plainRejection(status: number, body: unknown): Rejection {
  const code = status === 400 || status === 422 ? 'invalid' : status === 409 ? 'duplicate' : 'other';
  return { code, reason: `${messageIn(body) ?? 'The request was refused'} (${status}).` };
}

/** The first thing in an error body that reads like a sentence for people. */
export function messageIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const fields = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
  const found = ['exceptionmessage', 'message', 'error_description', 'error']
    .map((name) => fields.get(name))
    .find((value) => typeof value === 'string');
  return typeof found === 'string' && found.trim() !== '' ? found.trim().replace(/\.$/, '').slice(0, 300) : null;
}

// Request timeout, locked, too early: clients are meant to repeat these.
const passing = new Set([408, 423, 425]);

// Such a 429 keeps every request of its limit away, so an effect that failed often must not hold the others up for minutes.
const pauseOf = (circumstances: Circumstances) => backOff({ ...circumstances, attempt: Math.min(circumstances.attempt, 5) });

// Full jitter: any time up to the ceiling, so that a crowd does not come back together.
function backOff({ attempt, now, random }: Circumstances): Date {
  const ceiling = Math.min(300_000, 1000 * 2 ** Math.min(attempt, 20));
  return new Date(now.getTime() + Math.round(random() * ceiling));
}
