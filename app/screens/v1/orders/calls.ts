import type { FastifyInstance } from 'fastify';
import { list, readRecord, reads, readV1 } from '../call.ts';
import { row, withFields } from '../page.ts';
import { requireBuyers, seesBuyers } from '../showing/buyers.ts';
import { assignOrderApi } from './assign.ts';
import { orderChangesApi } from './changes.ts';
import { editOrderApi } from './edit.ts';
import { listOrders, ordersQuery } from './list.ts';
import { manyOrdersApi } from './many.ts';
import { readOrder } from './read.ts';
import { listedOrder, wholeOrder } from './shapes.ts';
import { tagOrderApi } from './tags.ts';
import { withoutName } from './whole.ts';

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
  readV1(app, listOrdersCall, async (tenant, { query, session }) => {
    if (query.search !== undefined) requireBuyers(session, 'To search by words, which finds buyers,');
    const { data, next } = await listOrders(tenant, query);
    return { data: withFields(seesBuyers(session) ? data : data.map(withoutName), query.fields, fields), next };
  });
  readRecord(app, readOrderCall, (tenant, { params, session }) => readOrder(tenant, params.id, session));
  orderChangesApi(app);
  manyOrdersApi(app);
  editOrderApi(app);
  tagOrderApi(app);
  assignOrderApi(app);
}
