import { z } from 'zod';
import type { Cursor, Page } from '../contract.ts';
import type { Headers } from '../http/headers.ts';
import { idIn } from '../http/records.ts';

/**
 * A list of v3 has no order by modification, and its pages shift while records come and go. So a walk reads what was modified since the
 * one before in the order of ids, which never change: of each page only ids beyond the last one count, and a page that does not begin
 * with the last one has lost its place, so it is read again from earlier. What changes behind a walk has a later date than its
 * beginning, and the next walk reads it.
 */
export type Walk = { after: string; offset: number; since: Date; began: Date };

/** For clocks that differ and transactions that end late. */
const overlapMs = 5 * 60_000;

const moment = z.string().transform((text) => new Date(text));
const walkIn = z.object({ after: z.string(), offset: z.number().int().min(0), since: moment, began: moment });

/** A cursor that cannot be read begins again: what is read twice changes nothing. */
export function walkAt(cursor: Cursor | null, since: Date): Walk {
  const walk = walkIn.safeParse(cursor).data ?? { ...{ after: '', offset: 0 }, since, began: since };
  return walk.since < since ? { ...walk, since } : walk;
}

/**
 * A page reaches one record back, to see that it goes on where the one before ended. Times are whole seconds there, and the second
 * itself is left out of what was modified after it.
 */
export const pageQuery = ({ offset, since }: Pick<Walk, 'offset' | 'since'>, size: number) => ({
  ...{ modified_after: new Date(since.getTime() - 1000).toISOString().slice(0, 19), dates_are_gmt: 'true', orderby: 'id', order: 'asc' },
  ...{ per_page: size, offset: Math.max(0, offset - 1) },
});

export type Read = { raws: Record<string, unknown>[] } & Pick<Page<never>, 'next' | 'more'>;

/** What of a page is new, and where to read on. */
export function readOn(walk: Walk, page: Record<string, unknown>[], headers: Headers, size: number, now: Date): Read {
  const began = walk.after === '' ? serverTime(headers, now) : walk.began;
  const ids = page.map((raw) => idIn(raw, ['id']));
  const raws = page.filter((_, at) => walk.after === '' || isBeyond(ids[at], walk.after));
  // Records before it have gone: those in between have moved to pages that were read.
  const hasLostPlace = walk.offset > 0 && (page.length === 0 || isBeyond(ids[0], walk.after));
  if (hasLostPlace) return { raws: [], next: cursorOf({ ...walk, began, offset: Math.max(0, walk.offset - size) }), more: true };
  const after = ids.findLast((id) => id !== null) ?? walk.after;
  if (page.length === size) {
    const offset = Math.max(0, walk.offset - 1) + page.length;
    return { raws, next: cursorOf({ ...walk, began, after: isBeyond(after, walk.after) ? after : walk.after, offset }), more: true };
  }
  const since = new Date(Math.max(walk.since.getTime(), began.getTime() - overlapMs));
  return { raws, next: cursorOf({ after: '', offset: 0, since, began: since }), more: false };
}

const cursorOf = (walk: Walk): Cursor => ({ ...walk, since: walk.since.toISOString(), began: walk.began.toISOString() });

/** Ids are whole numbers; without one there is nothing to compare, so it counts. */
function isBeyond(id: string | null | undefined, last: string): boolean {
  if (!id || !/^\d{1,19}$/.test(id) || !/^\d{1,19}$/.test(last)) return true;
  return BigInt(id) > BigInt(last);
}

/** The shop's own clock, by which it says when a record was modified. */
function serverTime(headers: Headers, now: Date): Date {
  const at = Date.parse(headers.date ?? '');
  return Number.isNaN(at) ? now : new Date(at);
}
