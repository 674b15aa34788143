import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { saveOrder } from '../../../orders/editing/save.ts';
import { storeShipments } from '../shipments.ts';
import { confirmationsOf } from './confirmations.ts';

const own = testDatabase();

test('several parcels of a line that was raised here are confirmed with no more than the channel sold', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const [order] = shop.sell({ orderNumber: '1001', orderStatus: 'on_hold', items: [{ sku: 'MUG', quantity: 3 }] });
  if (!order) throw new Error('nothing was sold');
  await shop.sync();
  const { id } = await shop.order('1001');
  const [line] = await own.sql<{ id: string }>('select id from order_lines where order_id = $1', [id]);
  await shop.inTenant((tenant) => saveOrder(tenant, { id, lineItems: [{ id: Number(line?.id), quantity: 5 }] }));
  shop.sandbox.control.seller().change(order, { orderStatus: 'awaiting_shipment' });
  await shop.sync();
  await own.sql(`update connections set confirms = 'shipment' where id = $1`, [shop.channelId]);
  const [there] = shop.sandbox.control.client().orders.rows.values();
  const lineReference = there?.body.lines[0]?.line_reference ?? '';
  const parcel = (remoteId: string, quantity: number) => ({
    ...{ remoteId, providerRef: there?.id ?? '', reference: there?.body.reference ?? '', carrier: 'UPS', method: 'Ground' },
    ...{ trackingNumber: remoteId, trackingUrl: null, weightGrams: null, shippedAt: new Date(), raw: null },
    lines: [{ lineReference, sku: 'MUG', lot: null, quantity }],
  });
  const parcels = [parcel('P1', 2), parcel('P2', 2), parcel('P3', 1)];
  await shop.inTenant((tenant) => storeShipments(tenant, shop.warehouseId, parcels));
  const effects = await own.sql<{ id: string }>(`select id from outbox where order_id = $1 and kind = 'confirm' order by shipment_id`, [
    id,
  ]);
  const ids = effects.map((effect) => Number(effect.id));
  const told = await shop.inTenant((tenant) => confirmationsOf(tenant, ids));
  const byId = new Map(told.map(({ outboxId, confirmation: { lines } }) => [outboxId, lines.map(({ quantity }) => quantity)]));
  expect(ids.map((effect) => byId.get(effect))).toEqual([[2], [1], []]);
  // What somebody entered at the channel under one number may be any parcel that has it.
  await own.sql(`update shipments set tracking_number = 'MASTER' where order_id = $1`, [id]);
  const alike = await shop.inTenant((tenant) => confirmationsOf(tenant, ids));
  const units = (lines: { quantity: number }[]) => lines.map(({ quantity }) => quantity);
  const before = new Map(alike.map((each) => [each.outboxId, each.confirmation.sameNumber?.map(({ lines }) => units(lines))]));
  expect(ids.map((effect) => before.get(effect))).toEqual([undefined, [[2]], [[2], [1]]]);
});

test('of a parcel of what was added here alone the channel is not told, unless the order is complete with it', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const [order] = shop.sell({ orderNumber: '1001', orderStatus: 'on_hold', items: [{ sku: 'MUG', quantity: 2 }] });
  if (!order) throw new Error('nothing was sold');
  await shop.sync();
  const { id } = await shop.order('1001');
  const [line] = await own.sql<{ id: string }>('select id from order_lines where order_id = $1', [id]);
  await shop.inTenant((tenant) => saveOrder(tenant, { id, lineItems: [{ id: Number(line?.id), quantity: 4 }] }));
  shop.sandbox.control.seller().change(order, { orderStatus: 'awaiting_shipment' });
  await shop.sync();
  await own.sql(`update connections set confirms = 'shipment' where id = $1`, [shop.channelId]);
  await own.sql('update order_lines set source_quantity = 0 where order_id = $1', [id]);
  const [there] = shop.sandbox.control.client().orders.rows.values();
  const lines = [{ lineReference: there?.body.lines[0]?.line_reference ?? '', sku: 'MUG', lot: null, quantity: 2 }];
  const parcel = (remoteId: string) => ({
    ...{ remoteId, providerRef: there?.id ?? '', reference: there?.body.reference ?? '', carrier: 'UPS', method: 'Ground', lines },
    ...{ trackingNumber: remoteId, trackingUrl: null, weightGrams: null, shippedAt: new Date(), raw: null },
  });
  const completesNone = async () => {
    const effects = await own.sql<{ id: string }>(`select id from outbox where order_id = $1 and kind = 'confirm'`, [id]);
    const ids = effects.map((effect) => Number(effect.id));
    const found = await shop.inTenant((tenant) => confirmationsOf(tenant, ids));
    return found.map((each) => [each.confirmation.trackingNumber, each.completesNone]).toSorted();
  };
  await shop.inTenant((tenant) => storeShipments(tenant, shop.warehouseId, [parcel('P1')]));
  expect(await completesNone()).toEqual([['P1', true]]);
  await shop.inTenant((tenant) => storeShipments(tenant, shop.warehouseId, [parcel('P2')]));
  expect(await completesNone()).toContainEqual(['P2', false]);
});

test('a parcel that the warehouse dates before its order is confirmed as of the order, and of no later than it was known', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { id } = await shop.order('1001');
  const [there] = shop.sandbox.control.client().orders.rows.values();
  const lines = [{ lineReference: there?.body.lines[0]?.line_reference ?? '', sku: 'MUG', lot: null, quantity: 1 }];
  const ordered = new Date(Date.now() - 3_600_000);
  await own.sql('update orders set order_date = $1 where id = $2', [ordered, id]);
  const parcel = {
    ...{ remoteId: 'P1', providerRef: there?.id ?? '', reference: there?.body.reference ?? '', carrier: 'UPS', method: 'Ground' },
    ...{ trackingNumber: 'P1', trackingUrl: null, weightGrams: null, raw: null, lines },
    shippedAt: new Date(ordered.getTime() - 5 * 3_600_000),
  };
  await shop.inTenant((tenant) => storeShipments(tenant, shop.warehouseId, [parcel]));
  const [effect] = await own.sql<{ id: string }>(`select id from outbox where order_id = $1 and kind = 'confirm'`, [id]);
  const confirmed = async () =>
    (await shop.inTenant((tenant) => confirmationsOf(tenant, [Number(effect?.id)]))).map(({ confirmation }) => confirmation.shippedAt);
  expect(await confirmed()).toEqual([ordered]);
  await own.sql(`update orders set order_date = now() + interval '1 day' where id = $1`, [id]);
  const [{ created_at } = { created_at: null }] = await own.sql<{ created_at: Date }>(
    'select created_at from shipments where order_id = $1',
    [id],
  );
  expect(await confirmed()).toEqual([created_at]);
});

test('an order of which nothing ships is confirmed as of when that was decided, not of when it was ordered', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { id } = await shop.order('1001');
  const [effect] = await own.sql<{ id: string; created_at: Date }>(
    `insert into outbox (account_id, connection_id, kind, key, order_id) values ($1, $2, 'confirm', 'of no goods', $3)
     returning id, created_at`,
    [shop.accountId, shop.channelId, id],
  );
  await own.sql(`update orders set order_date = now() - interval '10 days' where id = $1`, [id]);
  const [confirmed] = await shop.inTenant((tenant) => confirmationsOf(tenant, [Number(effect?.id)]));
  expect(confirmed?.confirmation.shippedAt).toEqual(effect?.created_at);
});
