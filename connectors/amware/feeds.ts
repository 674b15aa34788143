import { z } from 'zod';
import type { CountedFrom, Cursor, CursorStream, Page, Result, StockRow } from '../contract.ts';
import { type Translate, translateAll } from '../http/records.ts';
import type { AmwareClient, Feed } from './client.ts';
import { translateStock } from './translate.ts';

/**
 * One of the provider's feeds. Its cursors resume exactly, so nothing is read twice but what changed. `goneId`: the id of a record
 * that says that the provider no longer has it.
 */
export function feedStream<T>(
  client: AmwareClient,
  feed: Feed,
  translate: Translate<T>,
  goneId: (raw: unknown) => string | null = () => null,
): CursorStream<T> {
  return {
    mode: 'cursor',
    async read(cursor, since) {
      const { after, read } = cursor === null ? { after: null, read: 0 } : placeIn.parse(cursor);
      const result = await client.feed(feed, after === null ? { after, since: since.toISOString() } : { after, since: null });
      if (!result.ok) return result;
      const { records, next, more, remaining } = result.value;
      const soFar = read + records.length;
      const total = remaining === null || remaining === undefined ? {} : { total: soFar + remaining };
      const gone = records.map(goneId).filter((id) => id !== null);
      const translated = translateAll(
        records.filter((record) => goneId(record) === null),
        translate,
      );
      return { ok: true, value: { ...translated, gone, next: { after: next, read: more ? soFar : 0 }, more, ...total } };
    },
  };
}

/**
 * The stock snapshot. One that expired midway is begun again by the engine, which pauses before it: a warehouse whose snapshots all expire
 * would be asked without end, and nobody would see it.
 */
export async function readStock(client: AmwareClient, cursor: Cursor | null): Promise<Result<Page<StockRow> & CountedFrom>> {
  const result = await client.stock(cursor === null ? null : placeIn.parse(cursor).after);
  if (!result.ok) {
    const { kind, reason } = result.failure;
    return kind === 'not_found' && cursor !== null ? { ok: false, failure: { kind: 'cursor_expired', reason } } : result;
  }
  const { taken_at: takenAt, rows, next, more, total } = result.value;
  return {
    ok: true,
    value: {
      ...translateAll(rows, translateStock),
      next: { after: next, read: 0 },
      more,
      takenAt,
      takenUntil: takenAt,
      ...(total ? { total } : {}),
    },
  };
}

/** `read` counts the records given since the feed was last drained. */
const placeIn = z.object({ after: z.string().nullable(), read: z.number() });
