import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Collection } from '../kit/collection.ts';
import type { Refusals } from '../kit/resource.ts';
import type { Account, Parts } from '../kit/stand-in.ts';
import { goOnByThemselves } from '../kit/steps.ts';
import { type Hook, notifyHooks } from '../kit/webhooks.ts';
import { type Goods, openGoods, type Product } from './goods.ts';
import type { Order } from './order.ts';
import { renderOrder } from './order-wire.ts';
import { type Orders, openOrders } from './orders.ts';
import { type Inbound, openInbound, type Receiving, renderReceiving } from './receiving.ts';

export type Credentials = { key: string };
export type Merchant = Goods & Orders & Inbound & { hooks: Collection<Hook>; newSecret: () => string; now: () => number };
export type MerchantOf = (request: FastifyRequest) => Credentials & Merchant & Account;

export function openMerchant(_: Credentials, { clock, schedule, deliver, collection, pace }: Parts): Merchant {
  const hooks = collection<Hook>('webhooks', 12345);
  const notify = notifyHooks(hooks, deliver, {
    // After all of them, over five days, a subscription is switched off.
    ...{ retryAfterMs: [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000], mostFailures: 1 },
    message: ({ topic, secret }, record, deliveries) => {
      const [id, at, body] = [`msg_${deliveries}`, Math.floor(clock.now() / 1000), JSON.stringify(record)];
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
      const signed = { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
      return { body, headers: { ...signed, 'x-webhook-topic': topic } };
    },
  });
  const goods = openGoods(collection<Product>('products', 8_588_331));
  const orders = collection<Order>('orders', 240_765_630);
  const receivings = collection<Receiving>('receivings', 443_001);
  receivings.onChange((happening, order) =>
    notify(order.status === 'Completed' ? 'wro.completed' : `wro.${happening}`, renderReceiving(order, goods)),
  );
  const left = (order: Parameters<typeof renderOrder>[0]) => notify('order.shipped', renderOrder(order, goods));
  const inbound = openInbound(receivings, goods, clock);
  goOnByThemselves(receivings, { schedule, clock, pace }, (order) => {
    if (order.status === 'Awaiting') inbound.receive(order, 'a part');
    else if (order.status === 'Processing') inbound.receive(order, 'the rest');
    return order.status === 'Processing';
  });
  return {
    ...{ ...goods, ...openOrders({ clock, schedule, goods, orders, pace, left }), ...inbound },
    ...{ hooks, now: clock.now, newSecret: () => `whsec_${randomBytes(24).toString('base64')}` },
  };
}

/** Sentences by the field that they are about, as ShipBob refuses. */
export const refuse = (reply: FastifyReply, status: number, sentence: string, field = '') =>
  reply.code(status).send({ [field]: [sentence] });
export const refusals: Refusals = {
  missing: (reply) => reply.code(404).send(),
  invalid: (reply, name) => refuse(reply, 400, `The value of ${name} is not valid.`, name),
};
