import { z } from 'zod';
import type { Cursor, CursorStream, Page, Result } from '../contract.ts';

/** Orders of a stream that are to be looked at again: what they lack may come without their being modified. */
export type Waiting = { ids: Set<string>; most: number };

const placeIn = z.object({
  waits: z
    .string()
    .max(5_000)
    .transform((text) => text.split(',').filter((id) => id !== '')),
  looked: z.iso.datetime(),
});

/** Each takes requests, which the 3PL pays for. */
const lookEveryMs = 10 * 60_000;

type Reading<T> = {
  now: () => Date;
  walk: (waiting: Waiting) => CursorStream<T>;
  /** Reads those that wait; which of them wait on it adds to `waiting`. */
  again: (ids: string[], waiting: Waiting) => Promise<Result<Pick<Page<T>, 'records' | 'unreadable' | 'gone'>>>;
  /** At most so many wait. */
  most: number;
};

/** A walk that now and then begins with a page of those that wait. */
export function withSecondLook<T>({ now, walk, again, most }: Reading<T>): CursorStream<T> {
  return {
    mode: 'cursor',
    async read(cursor, since) {
      const { waits, looked } = placeIn.safeParse(cursor).data ?? { waits: [], looked: now().toISOString() };
      const isDue = waits.length > 0 && now().getTime() - Date.parse(looked) >= lookEveryMs;
      if (isDue && cursor) {
        const waiting = { ids: new Set<string>(), most };
        const found = await again(waits, waiting);
        if (!found.ok) return found;
        return { ok: true, value: { ...found.value, next: placed(cursor, waiting, now().toISOString()), more: true } };
      }
      const waiting = { ids: new Set(waits), most };
      const page = await walk(waiting).read(cursor, since);
      return page.ok ? { ok: true, value: { ...page.value, next: placed(page.value.next, waiting, looked) } } : page;
    },
  };
}

const placed = (cursor: Cursor, { ids }: Waiting, looked: string): Cursor => ({ ...cursor, waits: [...ids].join(','), looked });
