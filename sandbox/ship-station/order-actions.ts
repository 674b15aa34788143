import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { invalid, type SellerOf } from './replies.ts';

const orderId = z.coerce.number().int();
const markBody = z.object({
  orderId,
  carrierCode: z.string().min(1),
  shipDate: z.string().nullish(),
  trackingNumber: z.string().nullish(),
  notifyCustomer: z.boolean().default(false),
  notifySalesChannel: z.boolean().default(false),
});
const holdBody = z.object({ orderId, holdUntilDate: z.string().min(10) });
const releaseBody = z.object({ orderId });

/**
 * What a caller can do to an order. Marking a shipped order again is accepted and adds a second fulfilment, as the
 * real API does, so that a double confirmation can be detected.
 */
export function orderActions(app: FastifyInstance, sellerOf: SellerOf) {
  app.post('/orders/markasshipped', { config: { operation: 'mark_as_shipped' } }, (request, reply) => {
    const body = read(markBody, request.body, reply);
    if (!body) return reply;
    const seller = sellerOf(request);
    const order = seller.book.get(body.orderId);
    if (!order) return notFound(reply);
    if (order.orderStatus === 'cancelled') return reply.code(400).send(invalid('orderId', 'The order is cancelled.'));
    const { carrierCode, trackingNumber = null, shipDate = null } = body;
    seller.mark(order, { carrierCode, trackingNumber, shipDate, notified: body.notifySalesChannel });
    return reply.send({ orderId: order.orderId, orderNumber: order.orderNumber });
  });

  app.post('/orders/holduntil', { config: { operation: 'hold' } }, (request, reply) => {
    const body = read(holdBody, request.body, reply);
    if (!body) return reply;
    const seller = sellerOf(request);
    const order = seller.book.get(body.orderId);
    if (!order) return notFound(reply);
    if (order.orderStatus !== 'awaiting_shipment' && order.orderStatus !== 'on_hold') return unfit(reply, 'is not awaiting shipment');
    seller.change(order, { orderStatus: 'on_hold', holdUntilDate: body.holdUntilDate });
    return reply.send({ success: true, message: `The order was held until ${body.holdUntilDate}.` });
  });

  app.post('/orders/restorefromhold', { config: { operation: 'restore_from_hold' } }, (request, reply) => {
    const body = read(releaseBody, request.body, reply);
    if (!body) return reply;
    const seller = sellerOf(request);
    const order = seller.book.get(body.orderId);
    if (!order) return notFound(reply);
    if (order.orderStatus !== 'on_hold') return unfit(reply, 'is not on hold');
    seller.change(order, { orderStatus: 'awaiting_shipment', holdUntilDate: null });
    return reply.send({ success: true, message: 'The order was restored from hold.' });
  });
}

function read<T>(schema: z.ZodType<T>, body: unknown, reply: FastifyReply): T | null {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  reply.code(400).send(invalid(`apiModel.${issue?.path.join('.')}`, issue?.message ?? ''));
  return null;
}

function notFound(reply: FastifyReply) {
  return reply.code(404).send({ message: 'The order was not found.' });
}

function unfit(reply: FastifyReply, why: string) {
  return reply.code(400).send({ success: false, message: `The order ${why}.` });
}
