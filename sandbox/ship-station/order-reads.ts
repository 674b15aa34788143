import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createPageSpoiler } from '../front-door.ts';
import { orderStatuses, type SellerOrder } from './order.ts';
import { type OrderQuery, sortKeys } from './order-book.ts';
import { formatPacific, type Pacific, parsePacific } from './pacific.ts';
import { invalid, type SellerOf } from './replies.ts';
import { serviceOf } from './services.ts';

const time = z.string().transform((text, context): Pacific => {
  const wall = parsePacific(text);
  if (wall === null) context.addIssue({ code: 'custom', message: `The value '${text}' is not a date.` });
  return wall ?? 0;
});

const filters = z.object({
  orderStatus: z.enum(orderStatuses).optional(),
  storeId: z.coerce.number().int().optional(),
  // The real API ignores the case of parameter names, and its webhooks write this one that way.
  storeID: z.coerce.number().int().optional(),
  orderNumber: z.string().optional(),
  importBatch: z.string().optional(),
  modifyDateStart: time.optional(),
  modifyDateEnd: time.optional(),
  createDateStart: time.optional(),
  createDateEnd: time.optional(),
  orderDateStart: time.optional(),
  orderDateEnd: time.optional(),
  sortBy: z.enum(Object.keys(sortKeys) as (keyof typeof sortKeys)[]).default('OrderDate'),
  sortDir: z.preprocess((text) => (typeof text === 'string' ? text.toUpperCase() : text), z.enum(['ASC', 'DESC'])).default('ASC'),
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).default(100),
});

export function orderReads(app: FastifyInstance, sellerOf: SellerOf) {
  const spoil = createPageSpoiler<SellerOrder>();

  app.get('/orders', { config: { operation: 'list_orders', lists: true } }, (request, reply) => {
    const parsed = filters.safeParse(request.query);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return reply.code(400).send(invalid(issue?.path.join('.') ?? 'query', issue?.message ?? ''));
    }
    const seller = sellerOf(request);
    const { importBatch } = parsed.data;
    const query = queryOf(parsed.data, importBatch === undefined ? undefined : seller.batch(importBatch));
    const { orders, total } = seller.book.find(query);
    const texts = spoil(request, orders).map(seller.book.write);
    const pages = Math.ceil(total / query.pageSize);
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"orders":[${texts.join(',')}],"total":${total},"page":${query.page},"pages":${pages}}`);
  });

  app.get<{ Params: { id: string } }>('/orders/:id', { config: { operation: 'get_order' } }, (request, reply) => {
    const seller = sellerOf(request);
    const order = seller.book.get(Number(request.params.id));
    if (!order) return reply.code(404).send({ message: 'The order was not found.' });
    return reply.type('application/json; charset=utf-8').send(seller.book.write(order));
  });

  app.get<{ Querystring: { orderId?: string } }>(
    '/fulfillments',
    { config: { operation: 'list_fulfillments', lists: true } },
    (request) => {
      const order = sellerOf(request).book.get(Number(request.query.orderId));
      const fulfillments = order ? fulfillmentsOf(order) : [];
      return { fulfillments, total: fulfillments.length, page: 1, pages: fulfillments.length === 0 ? 0 : 1 };
    },
  );
}

function queryOf(query: z.infer<typeof filters>, orderIds: Set<number> | undefined): OrderQuery {
  const span = (start: Pacific | undefined, end: Pacific | undefined): [Pacific, Pacific] => [
    start ?? Number.NEGATIVE_INFINITY,
    end ?? Number.POSITIVE_INFINITY,
  ];
  return {
    orderStatus: query.orderStatus,
    storeId: query.storeId ?? query.storeID,
    orderNumber: query.orderNumber,
    orderIds,
    modified: span(query.modifyDateStart, query.modifyDateEnd),
    created: span(query.createDateStart, query.createDateEnd),
    ordered: span(query.orderDateStart, query.orderDateEnd),
    sortBy: query.sortBy,
    descending: query.sortDir === 'DESC',
    page: query.page,
    pageSize: Math.min(query.pageSize, 500),
  };
}

function fulfillmentsOf(order: SellerOrder) {
  return order.marks.map((mark) => ({
    fulfillmentId: mark.fulfillmentId,
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    customerEmail: order.customerEmail,
    trackingNumber: mark.trackingNumber,
    createDate: formatPacific(mark.at),
    shipDate: mark.shipDate,
    voidDate: null,
    deliveryDate: null,
    carrierCode: mark.carrierCode,
    fulfillmentProviderCode: null,
    fulfillmentServiceCode: order.serviceCode,
    fulfillmentFee: 0,
    voidRequested: false,
    voided: false,
    marketplaceNotified: mark.notified,
    notifyErrorMessage: null,
    shipTo: { ...order.shipTo, street3: null, residential: null, addressVerified: null },
    serviceName: order.serviceCode === null ? null : (serviceOf(order.serviceCode)?.name ?? null),
  }));
}
