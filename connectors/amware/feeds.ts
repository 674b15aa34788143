import { z } from 'zod';
import type { Answer, Cursor, CursorStream, Page, StockRow } from '../contract.ts';
import { type Translate, translateAll } from '../http/records.ts';
import type { AmwareClient, Feed } from './client.ts';
import { translateStock } from './translate.ts';

/** One of the provider's feeds. Its cursors resume exactly, so nothing is read twice but what changed. */
export function feedStream<T>(client: AmwareClient, feed: Feed, translate: Translate<T>): CursorStream<T> {
  return {
    mode: 'cursor',
    async read(cursor, since) {
      const { after, read } = cursor === null ? { after: null, read: 0 } : placeIn.parse(cursor);
      const answer = await client.feed(feed, after === null ? { after, since: since.toISOString() } : { after, since: null });
      if (!answer.ok) return answer;
      const { records, next, more, remaining } = answer.value;
      const soFar = read + records.length;
      const total = remaining === null || remaining === undefined ? {} : { total: soFar + remaining };
      return { ok: true, value: { ...translateAll(records, translate), next: { after: next, read: more ? soFar : 0 }, more, ...total } };
    },
  };
}

/** The stock snapshot. One that expired midway begins again: the new `takenAt` tells. */
export async function readStock(client: AmwareClient, cursor: Cursor | null): Promise<Answer<Page<StockRow> & { takenAt: Date }>> {
  const answer = await client.stock(cursor === null ? null : placeIn.parse(cursor).after);
  if (!answer.ok) return answer.failure.kind === 'not_found' && cursor !== null ? readStock(client, null) : answer;
  const { taken_at: takenAt, rows, next, more, total } = answer.value;
  return {
    ok: true,
    value: { ...translateAll(rows, translateStock), next: { after: next, read: 0 }, more, takenAt, ...(total ? { total } : {}) },
  };
}

/** `read` counts the records given since the feed was last drained. */
const placeIn = z.object({ after: z.string().nullable(), read: z.number() });
