import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { HintedStream, Hints, Result } from '../contract.ts';
import { jsonIn } from '../http/json.ts';
import { mapResult } from '../http/result.ts';
import { bare, dropEach, isSame } from '../http/webhooks.ts';
import { wholeListOf } from '../http/whole-list.ts';
import type { WooClient } from './client.ts';
import { delivered, type webhooks } from './wire.ts';

/** Each topic is a subscription of its own. */
const topics = {
  'order.created': 'orders',
  'order.updated': 'orders',
  'order.deleted': 'orders',
  'order.restored': 'orders',
  'product.created': 'listings',
  'product.updated': 'listings',
} as const satisfies Record<string, HintedStream>;

/** Deliveries are signed: `X-WC-Webhook-Signature` is the base64 HMAC-SHA256 of the body. */
export function wooHints(client: WooClient): Hints {
  return {
    subscribe: (address, secret) => subscribe(client, bare(address), secret),
    unsubscribe: async (address) => {
      const ours = await listOurs(client, address);
      return ours.ok ? dropEach(ours.value, ({ id }) => client.dropWebhook(id)) : ours;
    },
    receive({ headers, rawBody }, secret) {
      const topic = headers['x-wc-webhook-topic'];
      // When a subscription is saved the shop tries the address with a form that names it, unsigned.
      if (topic === undefined && Buffer.from(rawBody.subarray(0, 11)).toString() === 'webhook_id=') return { ok: true, hints: [] };
      const signature = Buffer.from(headers['x-wc-webhook-signature'] ?? '', 'base64');
      const expected = createHmac('sha256', secret).update(rawBody).digest();
      if (secret === '' || !isSame(signature, expected)) return { ok: false, reason: 'The signature is wrong.' };
      const stream = topic !== undefined && Object.hasOwn(topics, topic) ? topics[topic as keyof typeof topics] : undefined;
      const record = delivered.safeParse(jsonIn(rawBody)).data;
      if (!stream || !record) return { ok: false, reason: 'The body is not a WooCommerce webhook of an order or product.' };
      // The id of a delivery is not signed, and a hint only says what to read: the same body twice is the same hint.
      return { ok: true, hints: [{ id: expected.toString('base64url'), stream, remoteIds: [record.id] }] };
    },
  };
}

type Subscription = z.output<typeof webhooks>[number];

/** A subscription that the shop has switched off after failed deliveries is switched on again; an earlier address of ours is taken back. */
async function subscribe(client: WooClient, address: string, secret: string): Promise<Result<null>> {
  const listed = await listOurs(client, address);
  if (!listed.ok) return listed;
  const kept = new Set<string>();
  for (const topic of Object.keys(topics)) {
    const subscription = listed.value.find((each) => each.topic === topic && each.delivery_url === address);
    if (subscription) kept.add(subscription.id);
    // The secret is not shown, so it is said again.
    const result = subscription
      ? await client.changeWebhook(subscription.id, { status: 'active', secret })
      : await client.addWebhook({ name: `Crossdock ${topic}`, topic, delivery_url: address, secret, status: 'active' });
    if (!result.ok) return result;
  }
  const others = listed.value.filter(({ id }) => !kept.has(id));
  return dropEach(others, ({ id }) => client.dropWebhook(id));
}

/** Of all that the shop has, of whatever app: fewer than 2,000 are read. */
const pages = { size: 100, mostPages: 20 };

/** The subscriptions to our address, whatever its query. Where not all are read, ours may be among the others, and would be made again. */
async function listOurs(client: WooClient, address: string): Promise<Result<Subscription[]>> {
  const listed = await wholeListOf('WooCommerce', (page) => client.listWebhooks({ per_page: pages.size, page }), pages);
  return mapResult(listed, (all) => all.filter(({ delivery_url }) => bare(delivery_url) === bare(address)));
}
