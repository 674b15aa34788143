import { z } from 'zod';
import type { Cursor } from '../contract.ts';
import type { Headers } from '../http/headers.ts';

/**
 * A list is read from a moment on, oldest first and to its end: what changes meanwhile stays in it, so that no page shifts over a record.
 * The next walk begins where this one did, by ShipBob's clock, less what may come late. `waits`: orders to be looked at again, which the
 * next walk does first, as its page 0.
 */
export type Walk = { since: Date; page: number; began: Date | null; waits: readonly string[] };

const overlapMs = 2 * 60_000;

const moment = z.string().transform((text) => new Date(text));
const ids = z
  .string()
  .max(10_000)
  .transform((text) => (text === '' ? [] : text.split(',')));
const walkIn = z.object({ since: moment, page: z.number().int().min(0), began: moment.nullable(), waits: ids });

/** A cursor that cannot be read begins again: what is read twice changes nothing. */
export function walkAt(cursor: Cursor | null, since: Date): Walk {
  return walkIn.safeParse(cursor).data ?? { since, page: 1, began: null, waits: [] };
}

export type Seen = { isLast: boolean; headers: Headers; now: Date; waits?: readonly string[] };

/** Where to read on, after a page. */
export function onward(walk: Walk, { isLast, headers, now, waits = [] }: Seen): { next: Cursor; more: boolean } {
  const began = walk.began ?? serverTime(headers, now);
  if (!isLast || walk.page === 0) return { next: cursorOf({ ...walk, page: walk.page + 1, began, waits }), more: true };
  const since = new Date(Math.max(walk.since.getTime(), began.getTime() - overlapMs));
  return { next: cursorOf({ since, page: waits.length === 0 ? 1 : 0, began: null, waits }), more: false };
}

const cursorOf = ({ since, page, began, waits }: Walk): Cursor => ({
  ...{ since: since.toISOString(), page, began: began?.toISOString() ?? null, waits: waits.join(',') },
});

/** ShipBob's own clock, by which it says when something changed. */
export function serverTime(headers: Headers, now: Date): Date {
  const at = Date.parse(headers.date ?? '');
  return Number.isNaN(at) ? now : new Date(at);
}
