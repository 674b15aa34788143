import { type Headers, retryAfter } from '../../../../connectors/http/headers.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** How long after a try that failed the next one follows. After the last one it has failed. */
export const retryAfterMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
/** So many tries without a success, one after the other, and the receiver is taken for dead: it is tried with one event at a time. */
export const deadAfter = 5;
/**
 * After so long without a success nothing is sent any longer, until a person switches it on: once an event has failed then, or so many
 * tries have, where too many wait for one to come to its last. One try says nothing, where nothing was to be sent in between.
 */
export const offAfterMs = 5 * 24 * hour;
const offAfterTries = 100;
const longestRestMs = 5 * minute;

/** What a try says of its delivery: `gone` is a receiver that wants nothing from now on. */
export type Outcome = {
  state: 'delivered' | 'waiting' | 'failed';
  /** When it is tried again. */
  dueAt: Date | null;
  gone: boolean;
  /** Until when the receiver wants to be left alone. */
  restUntil: Date | null;
};

/** `attempts`: the tries before this one. `reply` is null where none came. */
export function outcomeOf(reply: { status: number; headers: Headers } | null, attempts: number, now: Date): Outcome {
  const status = reply?.status ?? 0;
  if (status >= 200 && status < 300) return { state: 'delivered', dueAt: null, gone: false, restUntil: null };
  if (status === 410) return { state: 'failed', dueAt: null, gone: true, restUntil: null };
  const restUntil = reply && (status === 429 || status === 503) ? retryAfter(reply.headers, now) : null;
  const wait = retryAfterMs[attempts];
  if (wait === undefined) return { state: 'failed', dueAt: null, gone: false, restUntil };
  const dueAt = new Date(Math.max(now.getTime() + wait, restUntil?.getTime() ?? 0));
  return { state: 'waiting', dueAt, gone: false, restUntil };
}

/** How a receiver does: the tries since the last success, and when the first of them was. */
export type Standing = { failures: number; failingSince: Date | null };
export type NextStanding = Standing & { restUntil: Date | null; off: 'gone' | 'failing' | null };

/** How it does after these tries, in their order. One that is taken for dead rests for longer each time. */
export function standingAfter(before: Standing, tries: readonly (Outcome & { at: Date })[], now: Date): NextStanding {
  let { failures, failingSince } = before;
  for (const { state, at } of tries) {
    failures = state === 'delivered' ? 0 : failures + 1;
    failingSince = state === 'delivered' ? null : (failingSince ?? at);
  }
  const rest = Math.max(
    ...tries.map(({ restUntil }) => restUntil?.getTime() ?? 0),
    failures < deadAfter ? 0 : now.getTime() + restOf(failures),
  );
  const wasTried = failures >= offAfterTries || tries.some(({ state }) => state === 'failed');
  const gaveUp = wasTried && failingSince !== null && now.getTime() - failingSince.getTime() >= offAfterMs;
  const off = tries.some(({ gone }) => gone) ? 'gone' : gaveUp ? 'failing' : null;
  return { failures, failingSince, restUntil: rest === 0 ? null : new Date(rest), off };
}

const restOf = (failures: number) => Math.min(5 * second * 2 ** (failures - deadAfter), longestRestMs);
