import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusals } from '../kit/resource.ts';
import type { Account, Parts } from '../kit/stand-in.ts';
import { type Hook, type HookForm, headersOf, notifyHooks, signatureOf } from '../kit/webhooks.ts';
import { openGoods } from './goods.ts';
import { heldBy, type KeptOrder, type Order, openOrders } from './orders.ts';
import { openInbound, type Receiving } from './receiving.ts';
import { renderOrder, renderReceiving } from './wire.ts';

export type Credentials = { key: string };
export type Merchant = Credentials & ReturnType<typeof openMerchant> & Account;
export type MerchantOf = (request: FastifyRequest) => Merchant;

/** After all of its attempts, over five days, a subscription is switched off. */
const delivery = (now: () => number): HookForm => ({
  ...{ retryAfterMs: [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000], mostFailures: 1 },
  message: ({ topic, secret }, record, deliveries) => {
    const [id, timestamp, body] = [`msg_${deliveries}`, Math.floor(now() / 1000), JSON.stringify(record)];
    const signature = `v1,${signatureOf(`${id}.${timestamp}.${body}`, Buffer.from(secret.replace('whsec_', ''), 'base64'))}`;
    return { body, headers: { ...headersOf('webhook-', { id, timestamp, signature }), 'x-webhook-topic': topic } };
  },
});

export function openMerchant(_: Credentials, parts: Parts) {
  const { clock, deliver, collection } = parts;
  const hooks = collection<Hook>('webhooks', 12345);
  const notify = notifyHooks(hooks, deliver, delivery(clock.now));
  const orders = collection<Order>('orders', 240_765_630);
  const receivings = collection<Receiving>('receivers', 443_001);
  const goods = openGoods(parts, () => orders.all().flatMap(heldBy));
  receivings.onChange((happening, order) =>
    notify(order.status === 'Completed' ? 'wro.completed' : `wro.${happening}`, renderReceiving(order, goods)),
  );
  const left = (order: KeptOrder) => notify('order.shipped', renderOrder(order, goods));
  return { ...goods, ...openOrders(orders, goods, parts, left), ...openInbound(receivings, goods, parts), hooks };
}

/** Sentences by the field that they are about, as ShipBob refuses. */
export const refuse = (status: number) => (reply: FastifyReply, sentence: string, field?: string) =>
  reply.code(status).send({ [field ?? '']: [sentence] });
export const refusals: Refusals = {
  missing: (reply) => reply.code(404).send(),
  invalid: (reply, name) => refuse(400)(reply, `The value of ${name} is not valid.`, name),
};
