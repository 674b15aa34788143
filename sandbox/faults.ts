import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { kitNames } from './kit/names.ts';

export const faultKinds = [
  '429',
  '429_bare',
  '500',
  'hang',
  'slow',
  'drop_after_accept',
  'duplicate',
  'out_of_order',
  'malformed',
  'truncated',
  'expired_credentials',
  'plan_lapsed',
  'refused_as_500',
  'refused_as_200',
  'another_order',
  'another_reference',
  'refused_duplicate',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/**
 * A fault to inject: into the next `times` requests, into all during `durationMs`, or into a share of them (`probability`).
 * Without any of the three: into the next one. `onlyWrites`: none that only read. `ms` is how long `slow` waits (1,000) and when `hang` ends (never).
 */
export const faultRequest = z.object({
  target: z.enum(['ship_station', 'channel_advisor', 'amware', 'netsuite', ...kitNames]),
  operation: z.string().optional(),
  kind: z.enum(faultKinds),
  times: z.number().int().positive().optional(),
  durationMs: z.number().positive().optional(),
  probability: z.number().min(0).max(1).optional(),
  onlyWrites: z.boolean().optional(),
  ms: z.number().nonnegative().optional(),
});
export type FaultRequest = z.infer<typeof faultRequest>;
export type Fault = FaultRequest & { id: number; given: number };

/** The kind of a request: a fault without an operation is injected only where it makes sense. */
export type Occasion = { target: FaultRequest['target']; operation: string; writes: boolean; lists: boolean };

export type FaultBook = {
  add: (request: FaultRequest) => Fault;
  clear: (id?: number) => void;
  list: () => Fault[];
  /** The fault for this request, if any; it is then used up. */
  take: (occasion: Occasion) => Fault | null;
  /** Settles after that time, or as soon as the fault is cleared. */
  pause: (fault: Fault, ms: number) => Promise<void>;
};

export function createFaultBook(clock: Clock): FaultBook {
  let entries: (Fault & { left: number; until: number })[] = [];
  const pauses = new Map<AbortController, number>();
  let ids = 0;
  return {
    add: (request) => {
      ids += 1;
      const once = request.durationMs === undefined && request.probability === undefined;
      const left = request.times ?? (once ? 1 : Number.POSITIVE_INFINITY);
      const until = clock.now() + (request.durationMs ?? Number.POSITIVE_INFINITY);
      const entry = { ...request, id: ids, given: 0, left, until };
      entries.push(entry);
      return entry;
    },
    clear: (id) => {
      entries = id === undefined ? [] : entries.filter((entry) => entry.id !== id);
      for (const [pause, of] of pauses) if (id === undefined || of === id) pause.abort();
    },
    list: () => entries.map(({ left: _left, until: _until, ...fault }) => fault),
    take: (occasion) => {
      const now = clock.now();
      entries = entries.filter(({ left, until }) => left > 0 && until > now);
      const entry = entries.find((fault) => meets(fault, occasion) && Math.random() < (fault.probability ?? 1));
      if (!entry) return null;
      entry.left -= 1;
      entry.given += 1;
      return entry;
    },
    pause: async ({ id }, ms) => {
      const cleared = new AbortController();
      pauses.set(cleared, id);
      await sleep(ms, undefined, { signal: cleared.signal }).catch(() => undefined);
      pauses.delete(cleared);
    },
  };
}

const named: ReadonlySet<FaultKind> = new Set(['another_order', 'another_reference', 'refused_duplicate']);

function meets(fault: Fault, occasion: Occasion): boolean {
  if (fault.target !== occasion.target || (fault.onlyWrites && !occasion.writes)) return false;
  if (fault.operation !== undefined) return fault.operation === occasion.operation;
  // The sandbox sends webhooks itself: only faults of sending apply to them.
  if (occasion.operation === 'webhook') return fault.kind === 'duplicate' || fault.kind === 'out_of_order';
  // Only an operation that names it has one: elsewhere nothing would happen.
  if (named.has(fault.kind)) return false;
  if (fault.kind === 'drop_after_accept' || fault.kind.startsWith('refused_as_')) return occasion.writes;
  if (fault.kind === 'duplicate' || fault.kind === 'out_of_order') return occasion.lists;
  return true;
}
