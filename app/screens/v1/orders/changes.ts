import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { text } from '../../../../platform/endpoint.ts';
import type { OrderAction } from '../../../nouns/order-flow/contract/orders.ts';
import { lockToTakeBack } from '../../../nouns/order-flow/lock-orders.ts';
import { orderStatuses } from '../../../nouns/order-flow/order.ts';
import { press, pressLock } from '../../../nouns/orders/acting/pressed.ts';
import type { Scope } from '../../../people/keys/scopes.ts';
import { requireReleaseOfOthers } from '../writing/releasing.ts';
import { doneReply, type OfRecord, writes, writeV1 } from '../writing/write.ts';
import { readOrder } from './read.ts';

export const holdTerms = z.strictObject({
  reason: text(200).optional(),
  until: z.iso.date().optional().meta({ description: 'The day on which it ends by itself' }),
});
const reply = doneReply.extend({ status: z.enum(orderStatuses) });
const releases = { scope: 'release_orders', sendsGoods: true } as const;

/** What a call does with an order: the same as the button of its page. */
const acting = <const Verb extends string>(verb: Verb, summary: string, how: { scope: Scope; sendsGoods?: true }) =>
  writes(`POST /v1/orders/:id/${verb}`, { ...how, summary, reply, asSeen: true });

const holdCall = writes('POST /v1/orders/:id/hold', {
  ...{
    summary: 'Put an order on hold',
    scope: 'write_orders',
    body: holdTerms.default({}),
    example: { body: { reason: 'Call back' } },
    reply,
    asSeen: true,
  },
});
const cancelCall = acting(
  'cancel',
  'Cancel an order; what the warehouse has, as a request to it. Where another order with the same goods waits because of it, this takes `release_orders` too',
  { scope: 'write_orders' },
);
const unholdCall = acting('unhold', 'Take an order off hold: it goes where nothing else stops it', releases);
const retryCall = acting('retry', 'Try again what the warehouse or the channel refused of an order', releases);
const lockCall = writes('POST /v1/orders/:id/lock', {
  ...{ summary: 'Lock an order: it is neither sent nor overwritten by its channel', scope: 'write_orders' },
  ...{ reply: doneReply, asSeen: true },
});
const unlockCall = writes('POST /v1/orders/:id/unlock', {
  ...{ summary: 'Unlock an order: it goes where nothing else stops it', ...releases, reply: doneReply, asSeen: true },
});

/** An order as a change finds it, which locks those that travel with it, too, and all in the order of their ids. */
export const ofOrder: OfRecord = { lock: (tenant, id) => lockToTakeBack(tenant, [id]), read: readOrder };

export function orderChangesApi(app: FastifyInstance): void {
  writeV1(app, holdCall, async (tenant, { session, params, body }) => acted(tenant, params.id, 'hold', { ...body, ...session }), ofOrder);
  writeV1(
    app,
    cancelCall,
    async (tenant, { request, session, params: { id } }) => {
      await lockToTakeBack(tenant, [id]);
      await requireReleaseOfOthers(tenant, { request, session }, [id]);
      return acted(tenant, id, 'cancel', session);
    },
    ofOrder,
  );
  for (const [call, action] of [
    [unholdCall, 'unhold'],
    [retryCall, 'retry'],
  ] as const)
    writeV1(app, call, (tenant, { session, params }) => acted(tenant, params.id, action, session), ofOrder);
  for (const [call, wanted] of [
    [lockCall, true],
    [unlockCall, false],
  ] as const)
    writeV1(
      app,
      call,
      async (tenant, { params: { id } }) => {
        const { runId } = await pressLock(tenant, id, wanted);
        return { id, message: `The order is ${wanted ? 'locked' : 'unlocked'}.`, run_id: runId };
      },
      ofOrder,
    );
}

type Given = z.output<typeof holdTerms> & { timezone: string };

async function acted(tenant: Parameters<typeof press>[0], id: number, action: OrderAction, { reason, until, timezone }: Given) {
  const { message, order_status, runId } = await press(tenant, id, action, { reason, until, timezone });
  return { id, message, run_id: runId, status: order_status };
}
