import { z } from 'zod';
import type { Cursor, Page } from '../contract.ts';

// A list that is read by when its records were modified, the oldest first, in numbered pages.

/** For clocks that differ and transactions that end late. */
const overlapMs = 5 * 60_000;

const walkIn = z.object({ from: z.coerce.date(), since: z.coerce.date(), page: z.int().min(1) });
/** `from`: where the walk began; each of its pages goes on from a later `since`. */
export type Walk = z.output<typeof walkIn>;

/** A cursor that cannot be read begins again: what is read twice changes nothing. */
export function walkAt(cursor: Cursor | null, since: Date): Walk {
  const walk = walkIn.safeParse(cursor).data;
  return walk && walk.since >= since ? walk : { from: since, since, page: 1 };
}

/**
 * A full page, of `size` records, is followed from the time of its last record, because pages shift while records are modified. Times are
 * whole seconds: only a page that is of one second is followed by the next of the same. `times`: when its records were modified, as they
 * say.
 */
export function onward(walk: Walk, times: readonly unknown[], size: number, now: Date): Pick<Page<never>, 'next' | 'more'> {
  const instants = times.map((time) => Date.parse(String(time))).filter((at) => !Number.isNaN(at));
  const last = Math.max(walk.since.getTime(), ...instants);
  if (times.length < size) return { next: begunAt(restAt(walk, last, now)), more: false };
  return { next: cursorOf({ ...walk, since: new Date(last), page: last > walk.since.getTime() ? 1 : walk.page + 1 }), more: true };
}

/**
 * A drained list is read on from a little before its last record, however many pages that takes: what was modified before it may be seen
 * after it. Once that is long ago, by clocks that may differ as much again, all of it has been seen, and is not read at each look.
 */
function restAt({ from }: Walk, last: number, now: Date): number {
  return now.getTime() - last > 2 * overlapMs ? last : Math.max(from.getTime(), last - overlapMs);
}

/** Records have whole seconds: those of the second that a time is in belong to it. */
export const wholeSecond = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

const begunAt = (at: number): Cursor => cursorOf({ from: new Date(at), since: new Date(at), page: 1 });
const cursorOf = ({ from, since, page }: Walk): Cursor => ({ from: from.toISOString(), since: since.toISOString(), page });
