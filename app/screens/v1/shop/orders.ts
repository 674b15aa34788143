import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { tryParse } from '../../../../platform/http/parse.ts';
import { pointerTo } from '../../../../platform/http/problem.ts';
import { refuseWith } from '../../../../platform/http/refusal.ts';
import { shopOrder } from '../../../shared/connections/calls/by-call/order.ts';
import { digestOf } from './digest.ts';
import { exampleOrder } from './example.ts';
import { readSeen, seenOrder } from './seen.ts';
import { type SentOutcome, sendOrders } from './send-orders.ts';
import { mostAtOnce, says, sayV1 } from './shop.ts';

const sendOrderCall = says('POST /v1/shop/orders', {
  summary:
    'Send an order of the shop: it goes by itself, as that of any channel. Its `external_id` names it for ever: the same again replies with the order that there is, another body 409',
  body: shopOrder,
  reply: seenOrder.extend({ outcome: z.enum(['created', 'existing']) }),
  example: { body: exampleOrder },
});

const lineOutcome = z.object({
  external_id: z.string().nullable().meta({ description: 'As it was sent; null where that is none' }),
  outcome: z
    .enum(['created', 'existing', 'taken', 'invalid', 'refused'])
    .meta({ description: '`taken`: its id is that of another order; `invalid`: see `errors`; `refused`: it cannot be stored' }),
  order: seenOrder.nullable(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })),
});

const sendManyCall = says('POST /v1/shop/orders/send', {
  summary: `Send up to ${mostAtOnce.toLocaleString('en-US')} orders of the shop, with an outcome each: one that is wrong keeps none of the others`,
  body: z.strictObject({
    orders: z
      .array(z.record(z.string(), z.unknown()))
      .min(1)
      .max(mostAtOnce)
      .meta({ description: 'Each as the body of `POST /v1/shop/orders`' }),
  }),
  reply: z.object({ data: z.array(lineOutcome).meta({ description: 'In the order in which they were sent' }) }),
  example: { body: { orders: [exampleOrder] } },
});

export function sendOrdersApi(app: FastifyInstance): void {
  sayV1(app, sendOrderCall, async (tenant, shop, { body: order, request }) => {
    const [outcome = 'refused'] = await sendOrders(tenant, shop, [{ order, digest: digestOf(request.body) }]);
    const seen = (await readSeen(tenant, shop, [order.external_id])).get(order.external_id);
    return { ...requireThere(outcome, seen), outcome: outcome as 'created' | 'existing' };
  });
  sayV1(app, sendManyCall, async (tenant, shop, { body }) => {
    const parsed = body.orders.map((raw) => ({ raw, ...tryParse(shopOrder, 'body', raw) }));
    const good = parsed.flatMap(({ raw, data }) => (data ? [{ order: data, digest: digestOf(raw) }] : []));
    const outcomes = await sendOrders(tenant, shop, good);
    const seen = await readSeen(
      tenant,
      shop,
      good.map(({ order }) => order.external_id),
    );
    let next = 0;
    return {
      data: parsed.map(({ raw, data, fields }) => (data ? outcomeOf(data.external_id, outcomes[next++], seen) : wrongOf(raw, fields))),
    };
  });
}

/** @throws Refusal 409 */
function requireThere(outcome: SentOutcome, seen: z.output<typeof seenOrder> | undefined): z.output<typeof seenOrder> {
  if (seen && (outcome === 'created' || outcome === 'existing')) return seen;
  if (outcome === 'taken')
    throw refuseWith(
      { order: seen },
      409,
      'taken',
      'An order of this external_id was sent before, with another body. Nothing was changed: change it by PATCH, or send another id.',
    );
  throw refuseWith({}, 409, 'bad_value', 'This order cannot be stored: it has a value that no field holds.');
}

type Outcome = z.output<typeof lineOutcome>;

const outcomeOf = (external_id: string, outcome: SentOutcome = 'refused', seen: Awaited<ReturnType<typeof readSeen>>): Outcome => ({
  ...{ external_id, outcome, errors: [] },
  order: outcome === 'refused' ? null : (seen.get(external_id) ?? null),
});

/** So many faults of one order are named. */
const mostErrors = 20;

function wrongOf({ external_id }: Record<string, unknown>, fields: Record<string, string[]>): Outcome {
  const errors = Object.entries(fields)
    .flatMap(([field, messages]) => messages.map((detail) => ({ pointer: pointerTo(field), detail })))
    .slice(0, mostErrors);
  return { external_id: typeof external_id === 'string' ? external_id.slice(0, 100) : null, outcome: 'invalid', order: null, errors };
}
