import { expect, test } from 'vitest';
import type { WarehouseShipment } from '../../../connectors/contract.ts';
import { reading } from '../../../platform/tenant.ts';
import { addAccount, buildShop, ofOrders } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { issuesInWords } from '../../../test/in-words.ts';
import { otherDayZone } from '../../../test/noon.ts';
import { addConnection, addProducts } from '../../../test/shop/rows.ts';
import { buildShipBobShop, merchant, orderOf } from '../../../test/shop/shipbob-shop.ts';
import { countLowStock } from '../../screens/dashboard/stock/stock.ts';
import { readCurve } from '../catalogue/record/curve.ts';
import { requestCancel } from '../order-flow/release/holding/cancel.ts';
import { recordCancelledByWarehouse } from '../order-flow/release/record-cancelled.ts';
import { parcelsOfNobody } from './departures.ts';
import { shipStock } from './ship-stock.ts';

const own = testDatabase();

test('what was shipped is off the shelves before the next count, once, and the count replaces it', async () => {
  const shop = await buildShop(own, { pace: 'instant' });
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 3 }] });
  await shop.sync();
  await shop.read('stock');
  const stock = async () =>
    (
      await own.sql(
        `select quantity_on_hand as on_hand, quantity_available as available from products where account_id = $1 and sku = 'MUG'`,
        [shop.accountId],
      )
    )[0];
  const before = (await stock()) as { on_hand: number; available: number };
  // The last count was taken before the parcel left, with its units allocated.
  await own.sql(
    `update stock_levels set on_hand = on_hand + 3, allocated = allocated + 3 where account_id = $1 and sku = 'MUG' and location = (
      select location from stock_levels where account_id = $1 and sku = 'MUG' order by location limit 1)`,
    [shop.accountId],
  );
  await own.sql(`update stock_counts set begun_at = '2020-01-01' where account_id = $1`, [shop.accountId]);
  await own.sql(`update products set quantity_on_hand = quantity_on_hand + 3 where account_id = $1 and sku = 'MUG'`, [shop.accountId]);
  await own.sql('update streams set cursor = null where account_id = $1 and stream = $2', [shop.accountId, 'shipments']);
  await own.sql('delete from shipment_lines where account_id = $1', [shop.accountId]);
  await own.sql(`update outbox set shipment_id = null where account_id = $1`, [shop.accountId]);
  await own.sql('delete from shipments where account_id = $1', [shop.accountId]);
  await shop.read('shipments');
  expect(await stock()).toEqual(before);
  await own.sql('update streams set cursor = null where account_id = $1 and stream = $2', [shop.accountId, 'shipments']);
  await shop.read('shipments');
  expect(await stock()).toEqual(before);
  await shop.read('stock');
  expect(await stock()).toEqual(before);
});

test('the curve has the stock at the end of each day, in the account’s time zone, from the first count on', async () => {
  const account = await addAccount(own, otherDayZone);
  const warehouse = await addConnection(own, account.accountId, 'warehouse');
  const products = await addProducts(own, account.accountId, ['MUG', 'CUP', 'JAR']);
  // Days ago at an hour of that zone, and what is then on hand and on hold.
  const change = (days: number, hour: number, location: string, onHand: number, onHold: number) =>
    own.sql(
      `insert into stock_changes (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
       select $1, $2, 'MUG', 'KY1', $3, '', $4, 0, $5, $4::int - $5::int,
         (((now() at time zone $8)::date - $6::int) + make_interval(hours => $7)) at time zone $8`,
      [account.accountId, warehouse, location, onHand, onHold, days, hour, otherDayZone],
    );
  await change(3, 1, 'A', 10, 0);
  await change(3, 23, 'A', 8, 1);
  await change(2, 12, 'B', 5, 0);
  await change(1, 0, 'A', 0, 0);
  const read = (sku: string, as = account) =>
    reading(own.database, as, (tenant) => readCurve(tenant, 'products', products.get(sku) as number));
  const days = await read('MUG');
  expect(days?.map(({ on_hand, in_stock }) => [on_hand, in_stock])).toEqual([
    [8, 7],
    [13, 12],
    [5, 5],
    [5, 5],
  ]);
  expect(await read('CUP')).toEqual([]);
  // What was counted long ago still holds on each of the ninety days.
  await own.sql(
    `insert into stock_changes (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
     select $1, $2, 'JAR', 'KY1', 'A', '', 10 - n, 0, 1, 9 - n,
       (((now() at time zone $3)::date - (200 - 170 * n)) + interval '12 hours') at time zone $3 from generate_series(0, 1) as n`,
    [account.accountId, warehouse, otherDayZone],
  );
  const jars = (await read('JAR'))?.map(({ on_hand, in_stock }) => `${on_hand} ${in_stock}`) ?? [];
  expect([jars.length, jars.slice(0, 59).every((day) => day === '10 9'), jars.slice(59).every((day) => day === '9 8')]).toEqual([
    90,
    true,
    true,
  ]);
  expect(await read('MUG', await addAccount(own))).toBeUndefined();
});

test('what has shipped makes low stock an issue as well, which the next count finds no change to raise', async () => {
  const shop = await buildShop(own);
  await shop.read('stock');
  const [mug] = await own.sql<{ in_stock: number }>(
    `update products set reorder_point = quantity_on_hand - quantity_on_hold - 2 where account_id = $1 and sku = 'MUG' returning in_stock`,
    [shop.accountId],
  );
  const left = (mug?.in_stock ?? 0) - 3;
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 3 }] });
  await shop.sync();
  await shop.read('stock');
  const { floor, orders } = shop.sandbox.control.client();
  for (const { id } of [...orders.rows.values()])
    for (let order = orders.rows.get(id); order && order.status !== 'shipped'; order = orders.rows.get(id)) floor.advance(order);
  await shop.read('order_changes', 'shipments');
  const low = async () => ({
    figure: (await shop.inTenant(countLowStock)).products.low.count,
    issues: issuesInWords(
      await own.sql(`select sentence from issues where account_id = $1 and type = 'low_stock' and closed_at is null`, [shop.accountId]),
    ).map(({ sentence }) => sentence),
  });
  const expected = { figure: 1, issues: [`MUG: ${left} available, below its reorder point of ${left + 1}.`] };
  expect(await low()).toEqual(expected);
  await shop.read('stock');
  expect(await low()).toEqual(expected);
});

test('what leaves under a reference of ours as goods of another system is off the shelves once it is heard of', async () => {
  const shop = await buildShipBobShop(own);
  shop.sandbox.control.faults.add({ target: 'shipbob', operation: 'submit_order', kind: 'another_order' });
  shop.sell({ ...orderOf('1001'), items: [{ sku: 'MUG', quantity: 2 }] });
  await shop.flow();
  await shop.read('stock');
  const there = async () =>
    (await own.sql(`select quantity_on_hand as units from products where account_id = $1 and sku = 'MUG'`, [shop.accountId]))[0];
  expect(await there()).toEqual({ units: 1000 });
  const { orders, ship } = merchant(shop);
  const [theirs] = orders.all();
  ship(theirs ?? expect.unreachable('another system has sent an order'), 'the rest');
  await shop.read('shipments');
  expect(await there()).toEqual({ units: 997 });
  await shop.read('shipments');
  await shop.read('stock');
  expect(await there()).toEqual({ units: 997 });
});

test('what left of an order before the warehouse cancelled it is not sold again, though its promise is free', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await shop.read('stock');
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 3 }] });
  await shop.sync();
  const free = async () =>
    (await own.sql(`select to_promise as units from products where account_id = $1 and sku = 'MUG'`, [shop.accountId]))[0];
  expect(await free()).toEqual({ units: 997 });
  const { id, warehouse_order_id } = await shop.order('1001');
  await shop.inTenant(async (tenant) => {
    await requestCancel(tenant, [id], null);
    await recordCancelledByWarehouse(tenant, warehouse_order_id ?? 0);
  });
  expect(await free()).toEqual({ units: 1000 });
  const [there] = [...shop.sandbox.control.client().orders.rows.values()];
  const parcel: WarehouseShipment = {
    ...{ remoteId: 'P1', providerRef: 'A', reference: String(there?.body.reference), carrier: 'UPS', method: 'Ground', raw: {} },
    ...{ trackingNumber: '1Z', trackingUrl: null, weightGrams: null, shippedAt: new Date() },
    lines: [{ lineReference: String(there?.body.lines[0]?.line_reference), sku: 'MUG', lot: null, quantity: 1 }],
  };
  await shop.inTenant(async (tenant) =>
    shipStock(tenant, shop.warehouseId, [parcel], await parcelsOfNobody(tenant, shop.warehouseId, [parcel])),
  );
  expect(await free()).toEqual({ units: 999 });
});
