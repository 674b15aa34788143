import { z } from 'zod';
import type { Cursor, CursorStream, Page, Result } from '../contract.ts';

/** Orders of a stream that are to be looked at again: what they lack may come without their being modified. */
export type Waiting = { ids: Set<string>; most: number };

/** More than a warehouse closes in a day without what they lack; with ids of eighteen digits their text stays below its bound. */
const mostWaiting = 1_000;

/** `left`: so many of those that wait, from the first on, are still to be looked at this time. */
const placeIn = z.object({
  waits: z
    .string()
    .max(20_000)
    .transform((text) => text.split(',').filter((id) => id !== '')),
  left: z.number(),
  looked: z.iso.datetime(),
});
type Place = z.output<typeof placeIn>;

/** Each takes requests, which the 3PL pays for. */
const lookEveryMs = 10 * 60_000;

type Reading<T> = {
  now: () => Date;
  walk: (waiting: Waiting) => CursorStream<T>;
  /** Reads those that wait; which of them wait on it adds to `waiting`. */
  again: (ids: string[], waiting: Waiting) => Promise<Result<Pick<Page<T>, 'records' | 'unreadable' | 'gone'>>>;
  /** So many are read again at once. */
  atOnce: number;
};

/** A walk that now and then begins with those that wait, page by page. */
export function withSecondLook<T>({ now, walk, again, atOnce }: Reading<T>): CursorStream<T> {
  return {
    mode: 'cursor',
    async read(cursor, since) {
      const place = dueAt(placeIn.safeParse(cursor).data ?? { waits: [], left: 0, looked: now().toISOString() }, now());
      const { waits, left, looked } = place;
      if (left > 0 && cursor) {
        const ids = waits.slice(0, Math.min(left, atOnce));
        const waiting = { ids: new Set(waits.slice(ids.length)), most: mostWaiting };
        const found = await again(ids, waiting);
        if (!found.ok) return found;
        return { ok: true, value: { ...found.value, next: placed(cursor, waiting, { left: left - ids.length, looked }), more: true } };
      }
      const waiting = { ids: new Set(waits), most: mostWaiting };
      const page = await walk(waiting).read(cursor, since);
      return page.ok ? { ok: true, value: { ...page.value, next: placed(page.value.next, waiting, { left: 0, looked }) } } : page;
    },
  };
}

/** All that wait are looked at when it is time. */
function dueAt(place: Place, now: Date): Place {
  const isDue = place.left === 0 && now.getTime() - Date.parse(place.looked) >= lookEveryMs;
  return isDue && place.waits.length > 0 ? { ...place, left: place.waits.length, looked: now.toISOString() } : place;
}

const placed = (cursor: Cursor, { ids }: Waiting, { left, looked }: Omit<Place, 'waits'>): Cursor => ({
  ...{ ...cursor, waits: [...ids].join(','), left, looked },
});
