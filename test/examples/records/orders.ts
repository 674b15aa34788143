import { addIssues, addLines, addOrder } from '../../shop/rows.ts';
import type { Shop } from '../shop.ts';
import type { Records } from './records.ts';

let orders = 0;

/** An order of two blue mugs that no job has seen. */
export async function newOrder({ own, accountId, connection, find }: Shop): Promise<{ id: number; line: number; product: number }> {
  const product = await find(`select id from products where account_id = $1 and sku = 'MUG-BLUE'`);
  const facts = { source_order_number: `W-${++orders}`, shipping_code: 'UPSGR', source_shipping: 'ups_ground' };
  const id = await addOrder(own, accountId, await connection('ship_station'), facts);
  const lines = await addLines(own, accountId, id, [{ sku: 'MUG-BLUE', quantity: 2 }], new Map([['MUG-BLUE', product]]));
  return { id, line: lines.get('MUG-BLUE') ?? 0, product };
}
const order = async (shop: Shop) => ({ id: (await newOrder(shop)).id });
const orderIds = async (shop: Shop) => ({ ids: [(await newOrder(shop)).id] });
const assigned = async (shop: Shop) => ({ ids: [(await newOrder(shop)).id], assignee: shop.ann.userId });
const many = async (shop: Shop) => ({ ordersIds: [(await newOrder(shop)).id] });

/** A comment of Ann's on an order. */
async function comment(shop: Shop): Promise<{ id: number }> {
  const { id } = await newOrder(shop);
  return { id: (await shop.call('POST', `/api/comments/order/${id}`, { body: 'Who looks?' })).id };
}

/** A run that put an order on hold. */
async function heldByRun(shop: Shop): Promise<{ id: number }> {
  const { runId } = await shop.call('POST', '/api/orders/bulk-action', { action: 'hold', ...(await many(shop)) });
  await shop.work();
  return { id: runId };
}

/** A hold that an agent prepared. */
async function proposed(shop: Shop): Promise<{ id: number }> {
  const { runId } = await shop.call('POST', '/api/orders/bulk-action/prepare', { filter: {} });
  await shop.own.sql(`update runs set proposed_by = 'Robot', action = 'hold' where id = $1`, [runId]);
  return { id: runId };
}

/** A SKU of an order that no product is linked to, and what people see of it. */
async function toLink(shop: Shop): Promise<{ connection_id: number; product_id: number }> {
  const { own, accountId } = shop;
  const [connectionId, { id, product }] = [await shop.connection('ship_station'), await newOrder(shop)];
  await addIssues(own, accountId, [{ order_id: id, connection_id: connectionId, subject: 'MUG-BLUE', type: 'unmapped_sku' } as never]);
  return { connection_id: connectionId, product_id: product };
}

export const ofOrders: Records = {
  'GET /api/orders/:id': order,
  'GET /api/orders/:id/payloads': async ({ find }) => ({
    id: await find(`select id from orders where account_id = $1 and source_order_number = 'W-20417'`),
  }),
  'GET /api/orders/:id/compare': order,
  'GET /api/orders/:id/history': order,
  'PUT /api/orders/save': order,
  'POST /api/orders/lineItems': async (shop) => {
    const { id, product } = await newOrder(shop);
    return { order_id: id, product_id: product };
  },
  'PATCH /api/orders/:id/toggle-lock': order,
  'POST /api/orders/:id/:action': order,
  'POST /api/orders/former-warehouse/prepare': async ({ connection }) => ({ connection_id: await connection('amware') }),
  'POST /api/orders/bulk-action/preview': many,
  'POST /api/orders/bulk-action': many,
  'GET /api/orders/export/:accountId': ({ accountId }) => ({ accountId }),
  'POST /api/orders/export/:accountId': ({ accountId }) => ({ accountId }),
  'GET /api/orders/search': async (shop) => {
    await newOrder(shop);
    await shop.work();
    return {};
  },
  'POST /api/runs/:id/confirm': proposed,
  'POST /api/runs/:id/decline': proposed,
  'POST /api/runs/:id/undo': heldByRun,
  'GET /api/runs/:id': heldByRun,
  'GET /api/runs/:id/outcomes': heldByRun,
  'GET /api/comments/:type/:id': order,
  'POST /api/comments/:type/:id': order,
  'PUT /api/comments/:id': comment,
  'DELETE /api/comments/:id': comment,
  'PUT /api/assignments/:type/:id': async (shop) => ({ ...(await order(shop)), assignee: shop.ann.userId }),
  'POST /api/assignments/:type/preview': assigned,
  'POST /api/assignments/:type': assigned,
  'PATCH /api/tagged-records/:type/:id': order,
  'POST /api/tagged-records/:type/preview': orderIds,
  'POST /api/tagged-records/:type': orderIds,
  'PUT /api/orders/:id/split': async (shop) => {
    const { id, line } = await newOrder(shop);
    return { id, line };
  },
  'GET /api/issues/remedy': async (shop) => ({ connection_id: (await toLink(shop)).connection_id }),
  'POST /api/skus-to-link/orders': async (shop) => ({ connection_id: (await toLink(shop)).connection_id }),
  'POST /api/skus-to-link/links': toLink,
};
