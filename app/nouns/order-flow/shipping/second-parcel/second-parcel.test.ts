import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { WarehouseOrderState } from '../../../../../connectors/contract.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { type SplitShop, splitShop } from '../../../../../test/shop/split-shop.ts';
import { channelOrders, shipAll } from '../../../../../test/shop/warehouse.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { getOrder } from '../../../orders/detail/queries.ts';
import { requestCancel } from '../../release/holding/cancel.ts';
import { applyWarehouseStates } from '../../release/warehouse-states.ts';
import { storeShipments } from '../shipments.ts';
import { followSecondParcels } from './follow.ts';

const own = testDatabase();
const later = { MUG: 1, CUP: 1 };
const both = ['2 MUG', '1 MUG, 1 CUP'];
const page = (shop: SplitShop) => shop.inTenant((tenant) => getOrder(tenant, shop.id));
const act = (shop: SplitShop, action: Parameters<typeof actOnOrder>[2]) => shop.inTenant((tenant) => actOnOrder(tenant, shop.id, action));
const advance = (shop: SplitShop, steps = 1) => {
  const { floor, orders } = shop.sandbox.control.client();
  for (let step = 0; step < steps; step++) for (const order of [...orders.rows.values()]) floor.advance(order);
};
/** The first parcel is with the warehouse. */
async function splitThere(quantities: Record<string, number> = later) {
  const shop = await splitShop(own);
  await shop.split(quantities);
  await shop.open();
  return shop;
}
/** The first parcel has left, and we hear of it. */
async function firstLeaves(shop: SplitShop) {
  advance(shop, 3);
  await shop.flow();
}
const change = (shop: SplitShop, to: object) => shop.sandbox.control.seller().change(shop.sold as never, to);
const promised = (shop: SplitShop) =>
  own.sql(
    `select p.sku, p.quantity_promised as promised, coalesce(sum(r.units), 0)::int as kept from products p
     left join reservations r on r.account_id = p.account_id and r.product_id = p.id where p.account_id = $1 group by 1, 2 order by 1`,
    [shop.accountId],
  );

test('of one SKU in both parcels each keeps its own units, until a count shows that they have left', async () => {
  const shop = await splitThere({ MUG: 1 });
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: '500', probability: 1 });
  await firstLeaves(shop);
  expect(await promised(shop)).toMatchObject([
    { sku: 'CUP', promised: 1, kept: 1 },
    { sku: 'MUG', promised: 3, kept: 3 },
  ]);
  shop.sandbox.control.faults.clear();
  await shop.engine.passTime();
  await shop.flow();
  await shipAll(shop);
  await shop.read('stock');
  await shop.read('stock');
  expect(await promised(shop)).toMatchObject([
    { sku: 'CUP', promised: 0, kept: 0 },
    { sku: 'MUG', promised: 0, kept: 0 },
  ]);
  expect(shop.shipped()).toEqual(['2 MUG, 1 CUP', '1 MUG']);
});

test('what changed at the channel keeps the second parcel here until a person decides about it', async () => {
  const shop = await splitThere();
  change(shop, { customerNotes: 'Wrap it' });
  await shop.read('orders');
  await firstLeaves(shop);
  await shop.tidy();
  expect([shop.goods(), (await shop.order('1001')).issues]).toEqual([['2 MUG'], ['changed_after_release:order']]);
  expect((await shop.order('1001')).sentences).toEqual([
    'ShipStation changed this order after it went to the warehouse. What goes in its second parcel is as it was before, and so is the address. Keep it as sent only if that is right. Otherwise do not send the second parcel, and send its goods with another order.',
  ]);
  expect((await page(shop))?.waits_for).toBe('Waits for a person, who decides about what changed before the second parcel goes.');
  await act(shop, 'keep-as-sent');
  await shop.tidy();
  await shop.flow();
  expect(shop.goods()).toEqual(both);
});

test('the warehouse is asked to cancel the second parcel when the channel cancels the order, and the first stays sent', async () => {
  const shop = await splitThere();
  await firstLeaves(shop);
  expect(shop.goods()).toEqual(both);
  change(shop, { orderStatus: 'cancelled' });
  await shop.read('orders');
  await shop.flow();
  await shipAll(shop);
  expect(shop.shipped()).toEqual(['2 MUG']);
  expect((await page(shop))?.split_parcels).toEqual({ first: 'left', second: 'ended' });
  expect((await shop.order('1001')).cancelled_at).toBeNull();
});

test('a second parcel of an order that was to be cancelled waits for a person, who sends it or does not', async () => {
  for (const decision of ['send-second', 'end-second'] as const) {
    const shop = await splitThere();
    advance(shop, 2);
    shop.sandbox.control.set({ cancelWins: 'never' });
    await shop.inTenant((tenant) => requestCancel(tenant, [shop.id], null));
    await firstLeaves(shop);
    await shop.tidy();
    expect([shop.goods(), (await shop.order('1001')).issues]).toEqual([['2 MUG'], ['second_parcel:doubt']]);
    expect((await shop.order('1001')).sentences).toEqual([
      'This order was to be cancelled, and it was too late for the first parcel. The second is kept here.',
    ]);
    await act(shop, decision);
    await shop.flow();
    await shipAll(shop);
    expect(shop.shipped()).toEqual(decision === 'send-second' ? both : ['2 MUG']);
    expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', issues: [] });
    expect(channelOrders(shop)).toMatchObject([{ marks: 1 }]);
    await expect(act(shop, decision)).rejects.toMatchObject({ status: 409 });
  }
});

test('a second parcel that the channel cancelled is not sent by a person either', async () => {
  const shop = await splitThere();
  change(shop, { orderStatus: 'cancelled' });
  advance(shop, 3);
  await shop.read('orders');
  await shop.flow();
  await shop.tidy();
  expect([shop.goods(), (await shop.order('1001')).issues]).toEqual([['2 MUG'], ['second_parcel:doubt']]);
  await expect(act(shop, 'send-second')).rejects.toMatchObject({
    message: 'The rest of it was cancelled, or its channel no longer waits for it.',
  });
  expect(shop.goods()).toEqual(['2 MUG']);
});

test('a person ends the second parcel while the first is with the warehouse, and the channel is told once that has left', async () => {
  const shop = await splitThere();
  await act(shop, 'end-second');
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing' });
  await firstLeaves(shop);
  await shop.tidy();
  expect([shop.goods(), await shop.order('1001')]).toMatchObject([['2 MUG'], { order_status: 'fulfilled', units_shipped: 2 }]);
  expect((await page(shop))?.events.map(({ sentence }) => sentence)).toContain('Decided: the second parcel is not sent.');
});

test('a second parcel is held here and goes when the hold ends', async () => {
  const shop = await splitThere();
  await own.sql('update products set to_promise = 0 where account_id = $1', [shop.accountId]);
  await firstLeaves(shop);
  await act(shop, 'hold');
  await own.sql('update products set to_promise = 9 where account_id = $1', [shop.accountId]);
  await shop.tidy();
  expect([shop.goods(), await page(shop)]).toMatchObject([['2 MUG'], { on_hold: true, hold_outcome: null }]);
  await act(shop, 'unhold');
  await shop.flow();
  expect([shop.goods(), await page(shop)]).toMatchObject([both, { on_hold: false, hold_outcome: null }]);
});

test('a second parcel that the warehouse cancelled by itself goes again only when a person says so', async () => {
  const shop = await splitThere();
  await firstLeaves(shop);
  const { orders } = shop.sandbox.control.client();
  for (const order of orders.rows.values()) if (order.status === 'open') orders.change(order.id, order, { status: 'cancelled' });
  await shop.flow();
  await shop.tidy();
  expect([shop.goods(), (await shop.order('1001')).issues]).toEqual([both, ['second_parcel:doubt']]);
  await act(shop, 'send-second');
  await shop.flow();
  await shipAll(shop);
  expect([shop.shipped(), (await shop.order('1001')).order_status]).toEqual([both, 'fulfilled']);
});

test('who has a second parcel sent whose shipping code is not mapped is told just that', async () => {
  const shop = await splitThere();
  await firstLeaves(shop);
  const { orders } = shop.sandbox.control.client();
  for (const order of orders.rows.values()) if (order.status === 'open') orders.change(order.id, order, { status: 'cancelled' });
  await shop.flow();
  await shop.tidy();
  await own.sql('delete from shipping_options where account_id = $1', [shop.accountId]);
  await expect(act(shop, 'send-second')).rejects.toMatchObject({
    message: 'Shipping code ups_ground is not mapped to a warehouse shipping method.',
  });
  expect(shop.goods()).toEqual(both);
});

test('a first parcel that was short keeps the second here: a person has what has not left sent, and what comes late is known', async () => {
  const shop = await splitThere();
  const [body] = [...shop.sandbox.control.client().orders.rows.values()].map((order) => order.body);
  const ship = (remoteId: string) =>
    shop.inTenant((tenant) =>
      storeShipments(tenant, shop.warehouseId, [
        {
          ...{ remoteId, providerRef: 'A', reference: String(body?.reference), carrier: 'UPS', method: 'Ground' },
          ...{ trackingNumber: `T${remoteId}`, raw: {}, trackingUrl: null, weightGrams: null, shippedAt: new Date() },
          lines: [{ lineReference: String(body?.lines[0]?.line_reference), sku: 'MUG', lot: null, quantity: 1 }],
        },
      ]),
    );
  await ship('1');
  await shop.tidy();
  expect([shop.goods(), (await shop.order('1001')).issues]).toEqual([['2 MUG'], []]);
  // By a clock that is six hours behind ours.
  const changedAt = new Date(Date.now() - 6 * 3_600_000);
  const shipped = { reference: String(body?.reference), status: 'shipped', held: false, changedAt } as WarehouseOrderState;
  const [sent] = await own.sql<{ ref: string }>('select provider_ref as ref from warehouse_orders where account_id = $1', [shop.accountId]);
  await own.sql('update warehouse_orders set changed_at = null where account_id = $1', [shop.accountId]);
  await shop.inTenant((tenant) => applyWarehouseStates(tenant, shop.warehouseId, [{ ...shipped, providerRef: String(sent?.ref) }]));
  await shop.tidy();
  expect([shop.goods(), (await shop.order('1001')).issues]).toEqual([['2 MUG'], []]);
  await own.sql(`update warehouse_orders set shipped_at = now() - interval '2 hours' where account_id = $1`, [shop.accountId]);
  await shop.tidy();
  expect([shop.goods(), (await shop.order('1001')).issues]).toEqual([['2 MUG'], ['second_parcel:doubt']]);
  await act(shop, 'send-second');
  await shop.flow();
  expect(shop.goods()).toEqual(['2 MUG', '2 MUG, 1 CUP']);
  await ship('late');
  expect(await shop.order('1001')).toMatchObject({ units_shipped: 2, order_status: 'partially_shipped' });
});

test('what is mapped otherwise since the first parcel left goes by the rules of now, and waits while a mapping is missing', async () => {
  const shop = await splitThere();
  const setChannel = (state: 'paused' | 'active') =>
    own.sql('update connections set state = $2 where account_id = $1 and id = $3', [shop.accountId, state, shop.channelId]);
  await setChannel('paused');
  await firstLeaves(shop);
  await own.sql('delete from shipping_options where account_id = $1', [shop.accountId]);
  await own.sql(
    `update connector_products set product_id = (select id from products where account_id = $1 and sku = 'MUG')
     where account_id = $1 and connection_id = $2 and connector_product_sku = 'CUP'`,
    [shop.accountId, shop.channelId],
  );
  await setChannel('active');
  await shop.tidy();
  expect([shop.goods(), (await shop.order('1001')).issues]).toEqual([['2 MUG'], ['second_parcel:rules']]);
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ups_ground', 'UPS2D')`,
    [shop.accountId, shop.channelId],
  );
  await shop.tidy();
  await shop.flow();
  const sent = [...shop.sandbox.control.client().orders.rows.values()].map(({ body }) => body.method_code);
  expect([shop.goods(), sent, (await shop.order('1001')).issues]).toEqual([['2 MUG', '1 MUG, 1 MUG'], ['UPSGR', 'UPS2D'], []]);
});

test('a connection to the database that is lost in the middle, and jobs that run twice, send the second parcel once', async () => {
  const shop = await splitThere();
  const setChannel = (state: 'paused' | 'active') =>
    own.sql('update connections set state = $2 where account_id = $1 and id = $3', [shop.accountId, state, shop.channelId]);
  await setChannel('paused');
  await firstLeaves(shop);
  await setChannel('active');
  await own.sql('update orders set seen_at = now() where account_id = $1', [shop.accountId]);
  const [taken, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = shop.inTenant(async ({ db }) => {
    await sql`select from products where account_id = ${shop.accountId} for update`.execute(db);
    taken.resolve();
    await end.promise;
  });
  await taken.promise;
  const follow = () => shop.inTenant((tenant) => followSecondParcels(tenant, [shop.id]));
  const lost = follow().catch(() => 'lost');
  const waiting = () =>
    own.sql<{ pid: number }>(`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(1);
  await own.sql('select pg_terminate_backend($1, 5000)', [(await waiting())[0]?.pid]);
  expect(await lost).toBe('lost');
  end.resolve();
  await holder;
  expect([shop.goods(), (await page(shop))?.split_parcels?.second]).toEqual([['2 MUG'], 'here']);
  await Promise.all([follow(), follow(), follow()]);
  await shop.tidy();
  await shop.flow();
  await shipAll(shop);
  expect([shop.shipped(), (await shop.order('1001')).order_status]).toEqual([both, 'fulfilled']);
});

test('what the warehouse has and a person takes over ends a split: nothing more of it goes by itself', async () => {
  const shop = await splitShop(own);
  await shop.split(later);
  await shop.setWarehouse('needs_reconnect');
  await shop.check();
  const lines = ['MUG', 'CUP'].map((sku, at) => ({ lineReference: sku, sku, quantity: [3, 1][at] }));
  await own.sql(
    `update warehouse_orders set theirs = json_build_object('reference', reference, 'providerRef', 'W-1', 'status', 'open', 'held', false,
       'changedAt', now(), 'orderNumbers', '[]'::json, 'lines', $2::json) where account_id = $1`,
    [shop.accountId, JSON.stringify(lines)],
  );
  await act(shop, 'take-over');
  const order = await page(shop);
  const quantities = order?.lines.map(({ later_quantity }) => later_quantity);
  expect([order?.is_split, quantities, order?.amware_ref_num]).toEqual([false, [0, 0], 'W-1']);
});
