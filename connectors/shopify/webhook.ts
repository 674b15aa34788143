import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { ApplicationHints, Delivery, Hint, HintedStream, Hints, Notice, Refused, Result, Verified } from '../contract.ts';
import type { Application } from '../http/consent.ts';
import { identityKey } from '../http/identity.ts';
import { jsonIn } from '../http/json.ts';
import { mapResult } from '../http/result.ts';
import { bare, dropEach, isSame } from '../http/webhooks.ts';
import type { ShopifyClient } from './client.ts';
import { granted } from './refusals.ts';
import type { Opened } from './settings.ts';

/** By Shopify's name of a topic, as its deliveries have it and as it is subscribed to. What a fulfilment order meets changes an order. */
const topics: Record<string, HintedStream> = {
  ...named('orders', ['orders/create', 'orders/updated', 'orders/edited', 'orders/cancelled', 'orders/paid', 'orders/delete']),
  ...named('orders', [
    ...['fulfillment_orders/moved', 'fulfillment_orders/split', 'fulfillment_orders/merged', 'fulfillment_orders/cancelled'],
    ...['fulfillment_orders/placed_on_hold', 'fulfillment_orders/hold_released', 'fulfillment_orders/scheduled_fulfillment_order_ready'],
    ...['fulfillment_orders/fulfillment_request_submitted', 'fulfillment_orders/cancellation_request_submitted'],
  ]),
  ...named('listings', ['products/create', 'products/update', 'products/delete']),
};

function named(stream: HintedStream, names: string[]): Record<string, HintedStream> {
  return Object.fromEntries(names.map((name) => [name, stream]));
}
/** The topics that are subscribed to, by their names in the schema. */
export const subscriptions = () => [...Object.keys(topics), 'app/uninstalled'].map(subscribed);
const subscribed = (topic: string) => topic.toUpperCase().replace('/', '_');

/** Deliveries are signed with the app's client secret; an event that reaches several topics has one id, and is a hint for each. */
export function shopifyHints({ client, domain, clientSecret }: Opened): Hints {
  return {
    // They are signed with the secret that we have already.
    subscribe: async (address) => mapResult(await subscribe(client, address), () => null),
    async unsubscribe(address) {
      const ours = await listOurs(client, address);
      return ours.ok ? drop(client, ours.value) : ours;
    },
    receive({ headers, rawBody }): Verified {
      const proof = proofOf({ headers, rawBody }, clientSecret);
      if (!proof.ok) return proof;
      // The same secret signs what all shops with this app send.
      if ((headers['x-shopify-shop-domain'] ?? '').toLowerCase() !== domain) return refuse('It is of another shop.');
      const { id, topic } = proof;
      const hint = hintOf(id, topic, rawBody);
      if (hint) return { ok: true, hints: [hint] };
      const notice = noticeOf(id, topic, jsonIn(rawBody));
      if (!notice) return refuse('It is of no topic that Crossdock reads.');
      // What is signed says whose it is: the headers, which are not, may be anybody's who has a delivery of another shop.
      return notice.of === domain ? { ok: true, hints: [], notices: [notice.notice] } : refuse('It is of another shop.');
    },
  };
}

/** Shopify has one address for what the law wants done, of every shop in which our application is installed. */
export function shopifyApplicationHints({ secret }: Application): ApplicationHints {
  return {
    receive({ headers, rawBody }) {
      const proof = proofOf({ headers, rawBody }, secret);
      if (!proof.ok) return proof;
      const notice = noticeOf(proof.id, proof.topic, jsonIn(rawBody));
      return notice
        ? { ok: true, of: identityKey('shopify', 'shop', notice.shop), notices: [notice.notice] }
        : refuse('It is of no topic that Crossdock reads.');
    },
  };
}

type Proof = { ok: true; id: string; topic: string };

/** What a delivery is of, once its signature was found to be by this secret. */
function proofOf({ headers, rawBody }: Pick<Delivery, 'headers' | 'rawBody'>, secret: string): Proof | Refused {
  // Without one, anybody could sign.
  if (secret === '') return refuse('There is no secret to verify it by.');
  const signature = Buffer.from(headers['x-shopify-hmac-sha256'] ?? '', 'base64');
  const expected = createHmac('sha256', secret).update(rawBody).digest();
  if (!isSame(signature, expected)) return refuse('The signature is wrong.');
  const topic = headers['x-shopify-topic'] ?? '';
  // Neither header is signed: a delivery that is sent again under another id is read again, and changes nothing.
  const event = headers['x-shopify-event-id'] ?? headers['x-shopify-webhook-id'] ?? expected.toString('base64url');
  return { ok: true, id: `${event.slice(0, 100)}:${topic}`, topic };
}

const refuse = (reason: string) => ({ ok: false, reason }) as const;
const digits = z.union([z.int(), z.string().regex(/^\d{1,20}$/)]).transform(String);
const order = z.object({ id: digits });

function hintOf(id: string, topic: string, body: Uint8Array): Hint | null {
  const stream = Object.hasOwn(topics, topic) ? topics[topic] : undefined;
  if (stream === undefined) return null;
  const remoteId = topic.startsWith('orders/') ? order.safeParse(jsonIn(body)).data?.id : undefined;
  return { id, stream, remoteIds: remoteId === undefined ? [] : [remoteId] };
}

const text = z.string().nullish();
const domainName = z.string().transform((name) => name.toLowerCase());
const removed = z.object({ id: digits, myshopify_domain: domainName });
const ofShop = z.object({ shop_id: digits, shop_domain: domainName });
const ofPerson = ofShop.extend({ customer: z.object({ email: text, phone: text }) });
const orderIds = z.array(digits).nullish();
const absent = z.never().optional();
/** Each has what the others lack, so that none passes for another under a topic that is not signed. */
const bodies = {
  shop: ofShop.extend({ customer: absent, orders_requested: absent, orders_to_redact: absent }),
  redaction: ofPerson.extend({ orders_to_redact: orderIds, orders_requested: absent, data_request: absent }),
  request: ofPerson.extend({ orders_requested: orderIds, orders_to_redact: absent }),
};

type OfShop = { notice: Notice; of: string; shop: string };

/**
 * A notice, and the shop that its body is of: by its name, and by its number. The compliance topics are set in the app itself, and cannot
 * be subscribed to.
 */
function noticeOf(id: string, topic: string, body: unknown): OfShop | null {
  if (topic === 'app/uninstalled') {
    const shop = removed.safeParse(body).data;
    return shop ? { notice: { id, kind: 'uninstalled' }, of: shop.myshopify_domain, shop: shop.id } : null;
  }
  if (topic === 'shop/redact') {
    const shop = bodies.shop.safeParse(body).data;
    return shop ? { notice: { id, kind: 'erase_shop' }, of: shop.shop_domain, shop: shop.shop_id } : null;
  }
  if (topic === 'customers/redact') {
    const found = bodies.redaction.safeParse(body).data;
    return found ? of(found, { id, kind: 'erase_person', person: personOf(found, found.orders_to_redact) }) : null;
  }
  if (topic !== 'customers/data_request') return null;
  const found = bodies.request.safeParse(body).data;
  return found ? of(found, { id, kind: 'person_data', person: personOf(found, found.orders_requested) }) : null;
}

const of = (found: z.output<typeof ofShop>, notice: Notice): OfShop => ({ notice, of: found.shop_domain, shop: found.shop_id });

const personOf = ({ customer }: z.output<typeof ofPerson>, orders: z.output<typeof orderIds>) => ({
  ...{ email: customer.email ?? null, phone: customer.phone ?? null, remoteOrderIds: orders ?? [] },
});

type Subscription = { id: string; topic: string; uri: string };

/** Adds what is missing, also what Shopify has dropped after failed deliveries, and takes an earlier address of ours back. */
async function subscribe(client: ShopifyClient, address: string): Promise<Result<null>> {
  const listed = await listOurs(client, address);
  if (!listed.ok) return listed;
  const missing = new Set(subscriptions());
  const kept = listed.value.filter(({ topic, uri }) => uri === address && missing.delete(topic));
  for (const topic of missing) {
    const added = granted(await client.addWebhook(topic, address));
    if (!added.ok) return added;
  }
  return drop(
    client,
    listed.value.filter((one) => !kept.includes(one)),
  );
}

/** Of a hundred each: apps have one subscription a topic and address. */
const mostPages = 20;

/** The subscriptions to our address, whatever its query. */
async function listOurs(client: ShopifyClient, address: string): Promise<Result<Subscription[]>> {
  const ours: Subscription[] = [];
  let after: string | null = null;
  for (let read = 0; read < mostPages; read += 1) {
    const page: Awaited<ReturnType<ShopifyClient['listWebhooks']>> = await client.listWebhooks(after);
    if (!page.ok) return page;
    ours.push(...page.value.nodes.filter(({ uri }) => bare(uri) === bare(address)));
    after = page.value.pageInfo.hasNextPage ? (page.value.pageInfo.endCursor ?? null) : null;
    if (after === null) break;
  }
  return { ok: true, value: ours };
}

/** One that is not there any longer is refused in the reply. */
const drop = (client: ShopifyClient, subscriptions: readonly Subscription[]) =>
  dropEach(subscriptions, async ({ id }) => granted(await client.dropWebhook(id)), 'rejected');
