import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { endpoint, text } from '../../../../platform/endpoint.ts';
import { parse } from '../../../../platform/http/parse.ts';
import { problem } from '../../../../platform/http/problem.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { externalId, shopChange, shopOrder } from '../../../shared/connections/calls/by-call/order.ts';
import { readShopOrders, type ShopOrderRow } from '../../../shared/connections/calls/by-call/records.ts';
import { found, readRecord, reads } from '../call.ts';
import { writeV1 } from '../writing/write.ts';
import { exampleOrder } from './example.ts';
import { readSeen, type SeenOrder, seenOrder } from './seen.ts';
import { storeShopOrders } from './send-orders.ts';
import { largest, refusedReads, type Shop, saidByShop, shopOf } from './shop.ts';

const readCall = reads('/v1/shop/orders/:id', {
  summary: 'An order of the shop, and what became of its request to cancel',
  scope: 'read_shop',
  reply: seenOrder,
  others: refusedReads,
});

/** A restored database gives the ids of orders that it lost to others: nothing is changed by an id alone. */
const named = {
  external_id: externalId.meta({ description: 'What the shop calls it. Where the order of this id is another, nothing is changed: 404' }),
};
const { external_id } = exampleOrder;

const writing = { may: 'work', unaudited: saidByShop, replies: { 200: seenOrder, 404: problem } } as const;

const changeCall = endpoint('PATCH /v1/shop/orders/:id', {
  ...writing,
  summary:
    'Change an order in the shop: it is followed as the change of any channel. What people edited here stays, and what the warehouse has waits for a person where it cannot follow',
  // One that comes late would send the goods to a former address.
  byKey: { scope: 'write_shop', named: 'must' },
  bodyLimit: largest,
  body: shopChange.extend(named),
  example: { body: { external_id, note: 'Leave it with the porter.' } },
});

const cancelCall = endpoint('POST /v1/shop/orders/:id/cancel', {
  ...writing,
  summary:
    'Ask to cancel an order. `cancellation` says what becomes of it: at once where the warehouse does not have it, else once the warehouse has said. An event `order.cancel_answered` says that it is known',
  byKey: { scope: 'write_shop', named: 'may' },
  body: z.strictObject({ ...named, reason: text(500).optional() }),
  example: { body: { external_id, reason: 'Changed her mind' } },
});

export function shopOrderApi(app: FastifyInstance): void {
  readRecord(app, readCall, async (tenant, { session, params }) => {
    const shop = await shopOf(tenant, session);
    const { rows } = await rowOf(tenant, shop, params.id);
    return seenOf(tenant, shop, found(rows[0]).external_id);
  });
  writeV1(app, changeCall, async (tenant, { session, params, body, request }) => {
    const shop = await shopOf(tenant, session);
    const row = requireOpen(await lockOrder(tenant, shop, params.id, body.external_id));
    // What a schema gives to a field that was left out changes nothing.
    const changes = Object.entries(body).filter(([name]) => Object.hasOwn(request.body as object, name));
    const merged = parse(shopOrder, 'body', { ...row.body, ...Object.fromEntries(changes) });
    const changed = sql`body = ${JSON.stringify(merged)}::jsonb`;
    return storeChanged(tenant, shop, row, changed);
  });
  writeV1(app, cancelCall, async (tenant, { session, params, body: { external_id, reason = null } }) => {
    const shop = await shopOf(tenant, session);
    const row = await lockOrder(tenant, shop, params.id, external_id);
    if (asksToCancel(row)) return seenOf(tenant, shop, row.external_id);
    return storeChanged(tenant, shop, requireOpen(row), sql`cancels = cancels + 1, cancel_reason = ${reason}`);
  });
}

/** Whether it asks for it at this moment, or was cancelled because it did. */
const asksToCancel = ({ cancels, outcome }: ShopOrderRow) => cancels > 0 && outcome !== 'too_late';

/** @throws Refusal 409 */
function requireOpen(row: ShopOrderRow): ShopOrderRow {
  if (row.body === null) throw refuse(409, 'not_editable', 'This order has ended, and its buyer was erased.');
  if (asksToCancel(row)) throw refuse(409, 'wrong_state', 'You asked to cancel this order, so it cannot be changed.');
  return row;
}

async function seenOf(tenant: Tenant, shop: Shop, externalId: string): Promise<SeenOrder> {
  return found((await readSeen(tenant, shop, [externalId])).get(externalId));
}

/** Also where it is deleted here: what the shop says of it counts once it is restored. */
const rowOf = (tenant: Tenant, { connectionId }: Shop, id: number, locking = sql``) =>
  sql<Columns<'shop_orders', 'external_id'>>`
  select external_id from shop_orders
  where ${inAccount(tenant)} and connection_id = ${connectionId} and order_id = ${id} ${locking}`.execute(tenant.db);

/** @throws Refusal 404 for one of another shop, or that it calls otherwise */
async function lockOrder(tenant: Tenant, shop: Shop, id: number, externalId: string): Promise<ShopOrderRow> {
  const { rows } = await rowOf(tenant, shop, id, sql`and external_id = ${externalId} for no key update`);
  found(rows[0]);
  return found((await readShopOrders(tenant, shop.connectionId, [externalId]))[0]);
}

/** By the clock of the database, so that of two changes by two processes the later one counts. */
async function storeChanged(
  tenant: Tenant,
  shop: Shop,
  { external_id }: ShopOrderRow,
  changed: ReturnType<typeof sql>,
): Promise<SeenOrder> {
  await sql`
    update shop_orders set ${changed}, changed_at = greatest((select clock_timestamp()),
      (select changed_at + interval '1 millisecond'))
    where ${inAccount(tenant)} and connection_id = ${shop.connectionId} and external_id = ${external_id}`.execute(tenant.db);
  const refused = await storeShopOrders(tenant, shop, await readShopOrders(tenant, shop.connectionId, [external_id]));
  if (refused.size > 0) throw refuse(409, 'bad_value', 'This change cannot be stored: it has a value that no field holds.');
  return seenOf(tenant, shop, external_id);
}
