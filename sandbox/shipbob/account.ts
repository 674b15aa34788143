import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusals } from '../kit/resource.ts';
import type { Account, Parts } from '../kit/stand-in.ts';
import { type Hook, notifyHooks, standardMessage } from '../kit/webhooks.ts';
import { openGoods } from './goods.ts';
import { heldBy, type KeptOrder, type Order, openOrders } from './orders.ts';
import { openInbound, type Receiving } from './receiving.ts';
import { renderOrder, renderReceiving } from './wire.ts';

export type Credentials = { key: string };
export type Merchant = Credentials & ReturnType<typeof openMerchant> & Account;
export type MerchantOf = (request: FastifyRequest) => Merchant;

export function openMerchant(_: Credentials, parts: Parts) {
  const { clock, deliver, collection } = parts;
  const hooks = collection<Hook>('webhooks', 12345);
  // After all of its attempts, over five days, a subscription is switched off.
  const notify = notifyHooks(hooks, deliver, {
    ...{ retryAfterMs: [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000], mostFailures: 1 },
    message: standardMessage(clock.now, ({ topic }) => ({ 'x-webhook-topic': topic })),
  });
  const orders = collection<Order>('orders', 240_765_630);
  const receivings = collection<Receiving>('receivers', 443_001);
  const goods = openGoods(parts, () => orders.all().flatMap(heldBy));
  const topicOf = ({ status }: Receiving, happening: string) => `wro.${status === 'Completed' ? 'completed' : happening}`;
  receivings.onChange((happening, order) => notify(topicOf(order, happening), renderReceiving(order, goods)));
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
