import type { FastifyInstance } from 'fastify';
import { getOrder } from '../../../nouns/orders/detail/queries.ts';
import { tagsOf } from '../../../shared/tags/tags.ts';
import { found, list, readRecord, reads, readV1 } from '../call.ts';
import { row, withFields } from '../page.ts';
import { listOrders, ordersQuery } from './list.ts';
import { listedOrder, wholeOrder } from './shapes.ts';
import { wholeOf } from './whole.ts';

const listOrdersCall = reads('/v1/orders', {
  summary: 'Orders by when they were placed, a page at a time',
  scope: 'read_orders',
  query: ordersQuery,
  reply: list(row(listedOrder)),
});

const readOrderCall = reads('/v1/orders/:id', {
  summary: 'An order with its lines, parcels and open issues',
  scope: 'read_orders',
  reply: wholeOrder,
});

const fields = Object.keys(listedOrder.shape);

export function ordersApi(app: FastifyInstance): void {
  readV1(app, listOrdersCall, async (tenant, { query }) => {
    const { data, next } = await listOrders(tenant, query);
    return { data: withFields(data, query.fields, fields), next };
  });
  readRecord(app, readOrderCall, async (tenant, { params }) => {
    const [order, tags] = await Promise.all([getOrder(tenant, params.id), tagsOf(tenant, 'order', [params.id])]);
    return wholeOf(
      found(order),
      (tags.get(params.id) ?? []).map(({ name }) => name),
    );
  });
}
