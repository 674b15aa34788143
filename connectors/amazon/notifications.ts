import { z } from 'zod';
import type { Cursor, Hint, Hints, Page, Result } from '../contract.ts';
import { jsonIn } from '../http/json.ts';
import type { AmazonClient } from './client.ts';
import { type Message, type Queue, queueAt } from './queue.ts';
import { because } from './reasons.ts';

/** `done`: messages of the page before, which is stored by now, in lines. `subscribed`: when Amazon was last seen to send to `queue`. */
const placeIn = z.object({
  done: z.string().transform((lines) => lines.split('\n').filter(Boolean)),
  subscribed: z.coerce.date().nullable(),
  queue: z.string(),
});
type Place = z.output<typeof placeIn>;

const restMs = 6 * 60 * 60_000;

type Parts = { client: AmazonClient; queue: Queue; url: string; seller: string; chosen: readonly string[]; now: () => Date };

/** Amazon tells of changed orders by a queue of the seller's. A message is deleted once its hint is stored: until then it comes again. */
export function notificationsOf(parts: Parts): Hints {
  return {
    poll: {
      everySeconds: 30,
      read: async (cursor) => alone(await read(parts, placeOf(cursor, parts.url))),
    },
  };
}

/** Of another queue nothing counts: Amazon may not send here yet, and its messages are not in this one. */
function placeOf(cursor: Cursor | null, queue: string): Place {
  const place = placeIn.safeParse(cursor).data;
  return place?.queue === queue ? place : { done: [], subscribed: null, queue };
}

/** What is wrong with the queue concerns nothing else of the connection: its notifications wait, and searches go on. */
function alone<T>(result: Result<T>): Result<T> {
  if (result.ok || result.failure.kind === 'retry') return result;
  return { ok: false, failure: { kind: 'forbidden', reason: result.failure.reason } };
}

async function read({ client, queue, url, seller, chosen, now }: Parts, place: Place): Promise<Result<Page<Hint>>> {
  if (place.done.length > 0) {
    const deleted = await queue.delete(place.done);
    if (!deleted.ok) return deleted;
  }
  const isDue = !place.subscribed || now().getTime() - place.subscribed.getTime() > restMs;
  const subscribed = isDue ? await subscribe(client, url) : null;
  if (subscribed && !subscribed.ok) return subscribed;
  const received = await queue.receive();
  if (!received.ok) return received;
  const messages = received.value.Messages ?? [];
  const hints = messages.flatMap((message) => hintIn(message, seller, chosen) ?? []);
  // Another seller's is left to who reads that one's.
  const done = messages
    .filter(({ Body }) => sellerIn(Body) === null || sellerIn(Body) === seller)
    .map(({ ReceiptHandle }) => ReceiptHandle);
  const next: Cursor = { done: done.join('\n'), subscribed: (subscribed ? now() : place.subscribed)?.toISOString() ?? null, queue: url };
  // Not `more`: that page would be read, and with it these messages deleted, while their hints are still being stored.
  return { ok: true, value: { records: hints, unreadable: [], gone: [], next, more: false, ...(messages.length > 0 && { again: now() }) } };
}

const change = z.object({
  ...{ SellerId: z.string(), AmazonOrderId: z.string().min(1) },
  Summary: z.object({ MarketplaceId: z.string().nullish() }).nullish(),
});
const notification = z.object({
  NotificationType: z.literal('ORDER_CHANGE'),
  Payload: z.object({ OrderChangeNotification: change }),
  NotificationMetadata: z.object({ NotificationId: z.string() }),
});

/**
 * What is no such notification is deleted unread: it carries nothing that no stream would find. So is an order of a marketplace that was
 * not chosen: it would be refused when it is read, and a search, of which there are few, would look for it in vain.
 */
function hintIn({ Body }: Message, seller: string, chosen: readonly string[]): Hint | null {
  const message = notification.safeParse(jsonIn(Buffer.from(Body))).data;
  const order = message?.Payload.OrderChangeNotification;
  if (!message || order?.SellerId !== seller) return null;
  const marketplace = order.Summary?.MarketplaceId ?? null;
  if (chosen.length > 0 && marketplace !== null && !chosen.includes(marketplace)) return null;
  return { id: message.NotificationMetadata.NotificationId, stream: 'orders', remoteIds: [order.AmazonOrderId] };
}

const sellerIn = (body: string): string | null =>
  notification.safeParse(jsonIn(Buffer.from(body))).data?.Payload.OrderChangeNotification.SellerId ?? null;

/** Has Amazon send there. An application has one destination for a queue, and one subscription for each seller. */
async function subscribe(client: AmazonClient, url: string): Promise<Result<null>> {
  const arn = queueAt(url)?.arn ?? '';
  const listed = await client.listDestinations();
  if (!listed.ok) return listed;
  const existing = listed.value.payload.find(({ resource }) => resource.sqs?.arn === arn);
  const destination = existing ? { ok: true as const, value: { payload: existing } } : await client.addDestination(arn);
  if (!destination.ok) return destination;
  const { destinationId } = destination.value.payload;
  const found = await client.getSubscription();
  if (found.ok && found.value.payload.destinationId === destinationId) return { ok: true, value: null };
  if (found.ok) return { ok: false, failure: { kind: 'rejected', code: 'other', reason: because({ code: 'amazon.other_queue' }) } };
  if (found.failure.kind !== 'not_found') return found;
  const added = await client.addSubscription(destinationId);
  return added.ok ? { ok: true, value: null } : added;
}
