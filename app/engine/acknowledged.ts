import { z } from 'zod';
import type { Cursor, QueueStream, Result, Stream } from '../../connectors/contract.ts';
import type { PageRead } from './streams/pages/page.ts';
import { type Keeping, pageOf } from './streams/stream.ts';

/** Where a queue is read by date, of what was acknowledged since. */
type Among = { since: Date; at: Cursor | null };
type Place = { cursor: Cursor | null; since: Date; movedBack: boolean };

/** Null where the queue itself is read. */
export function amongAcknowledged({ cursor, since, movedBack }: Place): Among | null {
  if (movedBack) return { since, at: null };
  const found = among.safeParse(cursor);
  return found.success ? { since: found.data.acknowledgedSince, at: found.data.at as Cursor } : null;
}

const among = z.object({ acknowledgedSince: z.coerce.date(), at: z.record(z.string(), z.unknown()) });

/** Reads a stream of either kind on from its place; a queue by date first, where it was moved back. */
export async function readStream<T>(stream: Stream<T>, place: Place, keeping: Keeping<T>): Promise<Result<PageRead>> {
  if (stream.mode === 'cursor') return pageOf(await stream.read(place.cursor, place.since), keeping);
  const among = amongAcknowledged(place);
  return among ? readAcknowledged(stream, among, keeping) : pageOf(await stream.read(place.cursor), keeping, 'queue');
}

/** A page of what was acknowledged since. The queue itself follows the last one. */
export async function readAcknowledged<T>(queue: QueueStream<T>, { since, at }: Among, keeping: Keeping<T>): Promise<Result<PageRead>> {
  const result = await queue.readAcknowledged(at, since);
  if (!result.ok) return result;
  const page = pageOf({ ok: true, value: { ...result.value, more: true } }, keeping);
  if (!page.ok) return page;
  const next = result.value.more ? { acknowledgedSince: since.toISOString(), at: result.value.next } : null;
  return { ok: true, value: { ...page.value, next } };
}
