import { z } from 'zod';
import type { Cursor, CursorStream, Page, Result } from '../contract.ts';

/**
 * Orders of a stream that are to be looked at again: what they lack may come without their being modified. Since when each of them waits,
 * by our clock.
 */
export type Waiting = { ids: Map<string, Date>; most: number };

/** More than a warehouse closes in a day without what they lack; with ids of eighteen digits their text stays below its bound. */
const mostWaiting = 1_000;

/** `left`: so many of those that wait, from the first on, are still to be looked at this time. */
const placeIn = z.object({
  waits: z
    .string()
    .max(30_000)
    .transform((text) => text.split(',').flatMap(waitIn)),
  left: z.number(),
  looked: z.iso.datetime(),
});
type Place = z.output<typeof placeIn>;
type Wait = [id: string, since: Date];

/** As `1042-tmx2y0`: an id, and since when, in seconds. */
function waitIn(text: string): Wait[] {
  const [, id = '', seconds = ''] = /^(\d{1,18})-([0-9a-z]{1,7})$/.exec(text) ?? [];
  return id === '' ? [] : [[id, new Date(Number.parseInt(seconds, 36) * 1_000)]];
}
const asText = ([id, since]: Wait) => `${id}-${Math.floor(since.getTime() / 1_000).toString(36)}`;

/** Each takes requests, which the 3PL pays for. */
export const lookEveryMs = 10 * 60_000;

type Reading<T> = {
  now: () => Date;
  walk: (waiting: Waiting) => CursorStream<T>;
  /** Reads some of those that wait; which of them wait no longer it takes from `waiting`. */
  again: (ids: string[], waiting: Waiting) => Promise<Result<Pick<Page<T>, 'records' | 'unreadable' | 'readable' | 'gone'>>>;
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
        const ids = waits.slice(0, Math.min(left, atOnce)).map(([id]) => id);
        const waiting = { ids: new Map(waits), most: mostWaiting };
        const found = await again(ids, waiting);
        if (!found.ok) return found;
        const next = placed(cursor, lookedAt(ids, waiting), { left: left - ids.length, looked });
        return { ok: true, value: { ...found.value, next, more: true } };
      }
      const waiting = { ids: new Map(waits), most: mostWaiting };
      const page = await walk(waiting).read(cursor, since);
      return page.ok ? { ok: true, value: { ...page.value, next: placed(page.value.next, waiting, { left: 0, looked }) } } : page;
    },
  };
}

/** Those that were looked at, and wait on, are the last of the next time. */
function lookedAt(looked: string[], { ids, most }: Waiting): Waiting {
  const are = new Set(looked);
  const [before, after] = [true, false].map((is) => [...ids].filter(([id]) => are.has(id) === is)) as [Wait[], Wait[]];
  return { ids: new Map([...after, ...before]), most };
}

/** All that wait are looked at when it is time. */
function dueAt(place: Place, now: Date): Place {
  const isDue = place.left === 0 && now.getTime() - Date.parse(place.looked) >= lookEveryMs;
  return isDue && place.waits.length > 0 ? { ...place, left: place.waits.length, looked: now.toISOString() } : place;
}

const placed = (cursor: Cursor, { ids }: Waiting, { left, looked }: Omit<Place, 'waits'>): Cursor => ({
  ...{ ...cursor, waits: [...ids].map(asText).join(','), left, looked },
});
