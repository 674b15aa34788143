import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { mapLocations } from '../../mappings/locations/commands.ts';
import { countStops } from '../../mappings/stops/queries.ts';
import { saveOrder } from '../../orders/editing/save.ts';
import { storeReference } from '../../warehouse/reference.ts';
import { recheckReadyOrders, releaseReady } from '../release/release.ts';
import { checkOrders } from './check.ts';

const own = testDatabase();

const gone = 'The warehouse has no building “NV2”, which somebody chose for this order. Choose another, or as the mapping says.';
const waiting = { order_status: 'error', issues: ['unmapped_location:'], sentences: [gone], warehouse_order_id: null };

/** A ready order whose building somebody chose, and a warehouse whose building has another code: it took the place of the former one. */
async function withChosen(): Promise<{ shop: Shop; id: number; connectionId: number }> {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment' });
  await shop.sync();
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => saveOrder(tenant, { id, warehouse_code: 'NV2' }));
  await own.sql(`update orders set source_state = 'ready' where id = $1`, [id]);
  const [building] = await own.sql<{ connection_id: string }>(
    `update warehouses set code = '7' where account_id = $1 and code = 'NV2' returning connection_id`,
    [shop.accountId],
  );
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  return { shop, id, connectionId: Number(building?.connection_id) };
}

test('an order whose chosen building the connected warehouse does not have waits, until that is given back', async () => {
  const { shop, id } = await withChosen();
  expect(await shop.order('1001')).toMatchObject(waiting);
  await shop.inTenant((tenant) => saveOrder(tenant, { id, warehouse_code: null }));
  expect(await shop.order('1001')).toMatchObject({ issues: [], warehouse_order_id: expect.anything() });
});

test('an order whose chosen building the warehouse has since goes on by itself', async () => {
  const { shop, connectionId } = await withChosen();
  expect(await shop.order('1001')).toMatchObject(waiting);
  await shop.inTenant((tenant) => storeReference(tenant, connectionId, [{ id: 'NV2', name: 'Reno' }], []));
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ issues: [], warehouse_code: 'NV2', warehouse_order_id: expect.anything() });
});

test('while no warehouse is connected nothing is said of the building', async () => {
  const { shop, id } = await withChosen();
  await own.sql(`update connections set disconnected_at = now() where account_id = $1 and 'warehouse' = any(capabilities)`, [
    shop.accountId,
  ]);
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', issues: [], warehouse_order_id: null });
});

test('an order that was found ready before another warehouse was connected is checked anew before it is sent', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment' });
  await shop.sync();
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => saveOrder(tenant, { id, warehouse_code: 'NV2' }));
  await own.sql(`update orders set source_state = 'ready', checked_at = now() - interval '1 minute' where id = $1`, [id]);
  await own.sql(`update warehouses set code = '7' where account_id = $1 and code = 'NV2'`, [shop.accountId]);
  await shop.inTenant((tenant) => releaseReady(tenant, [id]));
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', warehouse_order_id: null });
  await shop.inTenant((tenant) => recheckReadyOrders(tenant));
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject(waiting);
});

/** An order of a mug in one building and a cup in another. */
async function withTwoBuildings(): Promise<{ shop: Shop; id: number; map: (code: string, building: string | null) => Promise<unknown> }> {
  const shop = await buildShop(own, { reads: ofOrders });
  const map = (internalId: string, amwareLocation: string | null) =>
    shop.inTenant((tenant) => mapLocations(tenant, shop.channelId, [{ internalId, name: internalId, amwareLocation }]));
  await map('W', 'NV2');
  await map('E', 'KY1');
  shop.sell({
    orderNumber: '1001',
    orderStatus: 'awaiting_payment',
    items: [
      { sku: 'MUG', quantity: 1 },
      { sku: 'CUP', quantity: 1 },
    ],
  });
  await shop.sync();
  const { id } = await shop.order('1001');
  await own.sql(`update order_lines set location = case sku when 'MUG' then 'W' else 'E' end where account_id = $1`, [shop.accountId]);
  await own.sql(`update orders set source_state = 'ready' where id = $1`, [id]);
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  return { shop, id, map };
}

const inTwo = 'Its lines are at locations of several buildings: KY1, NV2. Choose the one that all of it leaves from.';

test('an order whose lines are in two buildings waits until somebody chooses one', async () => {
  const { shop, id } = await withTwoBuildings();
  expect(await shop.order('1001')).toMatchObject({ ...waiting, sentences: [inTwo] });
  await shop.inTenant((tenant) => saveOrder(tenant, { id, warehouse_code: 'NV2' }));
  expect(await shop.order('1001')).toMatchObject({ issues: [], warehouse_code: 'NV2', warehouse_order_id: expect.anything() });
});

test('such an order is not checked each time that the buildings of the warehouse are read', async () => {
  const { shop } = await withTwoBuildings();
  await shop.engine.runJobs();
  await shop.inTenant((tenant) => storeReference(tenant, shop.warehouseId, [{ id: 'NV2', name: 'Reno' }], []));
  expect(await own.sql(`select from graphile_worker.jobs where task_identifier = 'orders:check'`)).toEqual([]);
});

test('it goes on once both locations are mapped to one building, or has no line at the other', async () => {
  const { shop, id, map } = await withTwoBuildings();
  await map('E', 'NV2');
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', issues: [], warehouse_code: 'NV2' });
  await map('E', 'KY1');
  expect(await shop.order('1001')).toMatchObject({ ...waiting, sentences: [inTwo] });
  await own.sql(`delete from order_lines where order_id = $1 and sku = 'CUP'`, [id]);
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  expect(await shop.order('1001')).toMatchObject({ issues: [], warehouse_code: 'NV2' });
});

test('an order does not wait for the location of a charge, and does not go by it', async () => {
  const { shop, id, map } = await withTwoBuildings();
  const stops = () => shop.inTenant((tenant) => countStops(tenant, shop.channelId, { kind: 'location', code: 'E' }));
  expect(await stops()).toBe(1);
  await map('E', null);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', issues: ['unmapped_location:E'] });
  await own.sql(`update order_lines set is_charge = true where order_id = $1 and sku = 'CUP'`, [id]);
  expect(await stops()).toBe(0);
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', issues: [], warehouse_code: 'NV2' });
});

test('an order whose charge is in another building leaves from that of its goods', async () => {
  const { shop, id } = await withTwoBuildings();
  await own.sql(`update order_lines set is_charge = true where order_id = $1 and sku = 'CUP'`, [id]);
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  expect(await shop.order('1001')).toMatchObject({ issues: [], warehouse_code: 'NV2', warehouse_order_id: expect.anything() });
});
