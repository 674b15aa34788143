import { createHmac } from 'node:crypto';
import type { Delivery, HintedStream, Hints, Result } from '../contract.ts';
import { jsonIn } from '../http/json.ts';
import { idIn } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { bare, dropEach, isSame } from '../http/webhooks.ts';
import type { ShipBobClient } from './client.ts';
import { everyPage } from './pages.ts';

const ofOrders: HintedStream[] = ['order_changes', 'shipments'];
const ofReceiving: HintedStream[] = ['asn_changes', 'receipts'];
const topics = {
  ...{ 'order.shipped': ofOrders, 'order.shipment.tracking.updated': ofOrders, 'order.shipment.exception': ofOrders },
  ...{ 'order.shipment.on_hold': ofOrders, 'order.shipment.cancelled': ofOrders },
  ...{ 'wro.created': ofReceiving, 'wro.updated': ofReceiving, 'wro.completed': ofReceiving, 'wro.box.stowed': ofReceiving },
} satisfies Record<string, HintedStream[]>;

const freshMs = 5 * 60_000;

/**
 * Deliveries are signed as Standard Webhooks are: the HMAC-SHA256 of id, time and body, with what follows `whsec_` of the secret that
 * ShipBob made for the subscription. The topic is not signed: it says what to read, and no more.
 */
export function shipBobHints(client: ShipBobClient, now: () => Date): Hints {
  return {
    subscribe: (address, _secret, kept) => subscribe(client, address, kept, now),
    unsubscribe: async (address) => {
      const ours = await listOurs(client, address, now);
      return ours.ok ? dropEach(ours.value, ({ id }) => client.unsubscribe(id)) : ours;
    },
    receive(delivery, _secret, theirs) {
      const { headers, rawBody } = delivery;
      const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'x-webhook-topic': topic = '' } = headers;
      if (!isSigned(delivery, theirs.secret ?? '')) return { ok: false, reason: 'The signature is wrong.' };
      if (!/^\d{1,12}$/.test(time) || Math.abs(now().getTime() - Number(time) * 1000) > freshMs)
        return { ok: false, reason: 'The delivery is too old, or a clock is wrong.' };
      const streams = Object.hasOwn(topics, topic) ? topics[topic as keyof typeof topics] : [];
      const record = idIn(jsonIn(rawBody), ['order_id', 'id']);
      return { ok: true, hints: streams.map((stream) => ({ id: `${id} ${stream}`, stream, remoteIds: record === null ? [] : [record] })) };
    },
  };
}

/** Of several signatures one has to be right: a secret may be about to change. */
function isSigned({ headers, rawBody }: Delivery, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (secret === '' || !id || !time) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(rawBody).digest();
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? Buffer.from(each.slice(3), 'base64') : []));
  return given.some((each) => isSame(each, expected));
}

type Subscription = { id: string; url: string; enabled?: boolean | null | undefined; topics: string[] };

/**
 * One that ShipBob has switched off after days of failures is made anew, and one whose secret is not known any longer. That one goes
 * first: later nothing would tell it from the new one. Else the secret of the new one is never given again, so it is returned even if an
 * old one stays, which the next call drops.
 */
async function subscribe(client: ShipBobClient, address: string, kept: string | null, now: () => Date): Promise<Result<string | null>> {
  const listed = await listOurs(client, address, now);
  if (!listed.ok) return listed;
  const topicNames = Object.keys(topics);
  const isGood = ({ url, enabled, topics: has }: Subscription) =>
    kept !== null && url === address && enabled !== false && topicNames.every((topic) => has.includes(topic));
  const good = listed.value.find(isGood);
  const others = listed.value.filter((each) => each !== good);
  const drop = () => dropEach(others, ({ id }) => client.unsubscribe(id));
  const cleared = kept === null ? await drop() : null;
  if (cleared && !cleared.ok) return cleared;
  const added = good ? null : await client.subscribe({ url: address, topics: topicNames, description: 'Crossdock' });
  if (added && !added.ok) return added;
  const dropped = cleared ?? (await drop());
  if (added) return { ok: true, value: added.value.secret };
  return mapResult(dropped, () => kept);
}

/** The subscriptions to our address, whatever its query. */
async function listOurs({ subscriptions }: ShipBobClient, address: string, now: () => Date): Promise<Result<Subscription[]>> {
  const listed = await everyPage<Subscription>(subscriptions, now);
  return mapResult(listed, (all) => all.filter(({ url }) => bare(url) === bare(address)));
}
