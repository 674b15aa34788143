import { z } from 'zod';
import type { ChannelOrder, Cursor, QueueStream, Result } from '../../connectors/contract.ts';
import { prepareOrders } from '../nouns/order-flow/intake/order-rows.ts';
import type { PageRead } from './streams/pages.ts';
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

/** A page of what was acknowledged since. The queue itself follows the last one. */
export async function readAcknowledged(
  queue: QueueStream<ChannelOrder>,
  { since, at }: Among,
  keeping: Keeping<ChannelOrder>,
): Promise<Result<PageRead>> {
  const result = await queue.readAcknowledged(at, since);
  if (!result.ok) return result;
  prepareOrders(result.value.records);
  const page = pageOf({ ok: true, value: { ...result.value, more: true } }, keeping);
  if (!page.ok) return page;
  const next = result.value.more ? { acknowledgedSince: since.toISOString(), at: result.value.next } : null;
  return { ok: true, value: { ...page.value, next } };
}
