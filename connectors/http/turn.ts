import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { learnedFrom } from './headers.ts';
import type { Learned } from './learned.ts';
import type { Limit, Slot } from './limit-kinds.ts';
import { type Claim, isNews, type LimitStore, type Turn } from './limits.ts';
import type { HttpRequest, Reply } from './request.ts';
import type { Failure, Result } from './result.ts';

/** The limits of a session: `keys` name who shares each scope. */
export type Limits = { limits: Limit[]; keys: Record<'credential' | 'store' | 'application', string>; store: LimitStore };

/** A granted turn: what was claimed, and what the buckets then held. */
export type Granted = { claims: Claim[]; buckets: Extract<Turn, { granted: true }>['buckets']; slot: Slot };

// Longer waits go back to the engine, so that a worker is free for others in the meantime.
const longestWait = 2000;
const usedUp = { kind: 'retry', maybeDone: false, limited: true } as const;

type Waiting = { system: string; now: () => Date; wait?: ((ms: number) => Promise<unknown>) | undefined; timeoutMs: number };

/** Waits until every limit of an operation grants a request, for two seconds at most. */
export async function takeTurn(
  request: Pick<HttpRequest<unknown>, 'operation' | 'cost'>,
  limits: Limits,
  { system, now, wait = sleep, timeoutMs }: Waiting,
): Promise<Result<Granted>> {
  const claims = claimsOf(request, limits);
  const id = claims.some(({ limit }) => limit.kind === 'concurrent') ? randomUUID() : '';
  const giveUp = now().getTime() + longestWait;
  for (;;) {
    const slot = { id, until: new Date(now().getTime() + timeoutMs + longestWait) };
    const turn = await limits.store.take(claims, now(), slot);
    if (turn.granted) return { ok: true, value: { claims, buckets: turn.buckets, slot } };
    if (turn.at.getTime() > giveUp) return { ok: false, failure: { ...usedUp, at: turn.at, reason: { code: 'used_up', system } } };
    await wait(Math.max(1, turn.at.getTime() - now().getTime()));
  }
}

/** Gives back what only a running request holds. Without a limit of concurrency there is nothing. */
export async function endTurn({ claims, slot }: Granted, { store }: Limits): Promise<void> {
  const held = claims.filter(({ limit }) => limit.kind === 'concurrent');
  if (held.length > 0) await store.release(held, slot);
}

/** Corrects the counts by what a reply says. A reply that asks us to slow down blocks the first limit that is not of concurrency. */
export async function learnFrom(
  reply: Reply,
  failure: Failure | null,
  { claims, buckets }: Granted,
  { store }: Limits,
  now: Date,
): Promise<void> {
  const blocked = failure?.kind === 'retry' && failure.limited ? blockedOf(claims) : -1;
  for (const [index, claim] of claims.entries()) {
    const stated: Learned = claim.limit.learn ? claim.limit.learn(reply, now) : statedFor(claim.limit, reply, now);
    const learned = index === blocked && failure?.kind === 'retry' ? { ...stated, blockedUntil: failure.at } : stated;
    const bucket = buckets[index];
    if (bucket && isNews(bucket, learned)) await store.learn(claim, learned, now);
  }
}

const statedFor = ({ kind }: Limit, { headers }: Reply, now: Date): Learned => (kind === 'window' ? learnedFrom(headers, now) : {});

const blockedOf = (claims: Claim[]) =>
  Math.max(
    0,
    claims.findIndex(({ limit }) => limit.kind !== 'concurrent'),
  );

/** Limits for single operations have counts of their own; a connector has at most one of a kind for the same operations. */
function claimsOf({ operation, cost = 1 }: Pick<HttpRequest<unknown>, 'operation' | 'cost'>, { limits, keys }: Limits): Claim[] {
  return limits.flatMap((limit) => {
    const { scope = 'credential', operations, kind } = limit;
    if (operations && !operations.includes(operation)) return [];
    return [{ key: [keys[scope], kind, ...(operations ?? ['*'])].join(':'), limit, cost }];
  });
}
