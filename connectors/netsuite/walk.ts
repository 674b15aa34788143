import { z } from 'zod';
import type { Cursor, CursorStream, Page, Result } from '../contract.ts';
import type { NetsuiteClient, Rows } from './client.ts';
import { clearOfRepeatedHour, toWall } from './clock.ts';
import type { After } from './queries.ts';
import * as wire from './wire.ts';

/** A stream by (last modified, id): what is read, and how a page of rows becomes records. */
export type Walk<T> = {
  client: NetsuiteClient;
  zone: string;
  query: (place: After) => string;
  most: number;
  /** Called when a page has no rows: whether the role may read them at all. SuiteQL does not say. */
  allowed: () => Promise<Result<unknown>>;
  read: (rows: unknown[]) => Promise<Result<Pick<Page<T>, 'records' | 'unreadable' | 'gone'>>>;
};

/** How far a new walk goes back: what was saved just before the last one began may have become visible after it. */
const overlapMs = 5 * 60_000;

const cursorIn = z.object({
  /** When the walk began, by NetSuite's clock. */
  began: z.iso.datetime(),
  /** The last row of the walk; null between two walks. */
  at: z.string().nullable(),
  id: z.string().nullable(),
  read: z.number(),
});
type Place = z.infer<typeof cursorIn>;

/** A stream that walks through what has changed since the walk before began. Where walks begin and end is by NetSuite's own clock. */
export function walkStream<T>(walk: Walk<T>): CursorStream<T> {
  return {
    mode: 'cursor',
    async read(cursor, since) {
      const place = cursor === null ? null : cursorIn.parse(cursor);
      if (place?.at) return pageFrom(walk, place, { at: place.at, id: place.id });
      const clock = await walk.client.serverTime();
      if (!clock.ok) return clock;
      const from = place ? new Date(Date.parse(place.began) - overlapMs) : since;
      const began = { began: clock.value.serverTime.toISOString(), at: null, id: null, read: 0 };
      return pageFrom(walk, began, { at: toWall(walk.zone, clearOfRepeatedHour(walk.zone, from)), id: null });
    },
  };
}

async function pageFrom<T>(walk: Walk<T>, place: Place, after: After): Promise<Result<Page<T>>> {
  const found = await walk.client.query(walk.query(after), walk.most);
  if (!found.ok) return found;
  const { rows, more, total } = found.value;
  if (rows.length === 0) {
    const allowed = await walk.allowed();
    if (!allowed.ok) return allowed;
  }
  const page = await walk.read(rows);
  if (!page.ok) return page;
  return { ok: true, value: { ...page.value, ...nextOf(place, found.value), more, ...totalOf(place, total) } };
}

function nextOf(place: Place, { rows, more }: Rows): { next: Cursor } {
  if (!more) return { next: { began: place.began, at: null, id: null, read: 0 } };
  const last = wire.place.parse(rows.at(-1));
  return { next: { began: place.began, at: last.modified, id: last.id, read: place.read + rows.length } };
}

// NetSuite counts no further than this.
const mostCounted = 100_000;
const totalOf = ({ read }: Place, total: number) => (total < mostCounted ? { total: read + total } : {});
