import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { mapLocations } from '../../mappings/locations/commands.ts';
import { applyRules } from '../../mappings/rules/commands.ts';
import { saveOrder } from '../../orders/editing/save.ts';
import { storeReference } from '../../warehouse/reference.ts';
import { recheckMethods } from '../recheck.ts';
import { checkOrders } from './check.ts';

const own = testDatabase();

type Rule = { field: string; value: string };
const preset = ({ accountId, channelId }: Shop, { field, value }: Rule) =>
  own.sql('insert into presets (account_id, connection_id, field_name, field_value) values ($1, $2, $3, $4)', [
    ...[accountId, channelId, field, value],
  ]);
const copied = ({ accountId, channelId }: Shop, field: string) =>
  own.sql(
    `insert into field_mappings (account_id, connection_id, source_field, destination_field) values ($1, $2, 'source_order_number', $3)`,
    [accountId, channelId, field],
  );

/** A warehouse that was connected before, with a method and a building that the one of now does not have. */
async function formerWarehouse({ accountId }: Shop): Promise<void> {
  const [former] = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities, disconnected_at)
     values ($1, 'amware', 'former', 'Former', '{warehouse}', now()) returning id`,
    [accountId],
  );
  const id = Number(former?.id);
  await own.sql(`insert into shipping_methods (account_id, connection_id, code, name, carrier) values ($1, $2, 'OLD', 'Old', 'Old')`, [
    accountId,
    id,
  ]);
  await own.sql(`insert into warehouses (account_id, connection_id, code, name) values ($1, $2, 'OLD', 'Old')`, [accountId, id]);
}

const ofMethod = (code: string) =>
  `The warehouse has no shipping method “${code}”, which a preset or field mapping names. Correct that, or choose a method for this order.`;
const ofBuilding = (code: string) =>
  `The warehouse has no building “${code}”, which a preset, a field mapping or the mapping of a location names. ` +
  'Correct that, or choose a building for this order.';

const cases: [name: string, set: (shop: Shop) => Promise<unknown>, issue: string, sentence: string][] = [
  [
    'a preset of a method that is none',
    (shop) => preset(shop, { field: 'shipping_code', value: 'X' }),
    'unmapped_shipping:',
    ofMethod('X'),
  ],
  ['a preset of a former method', (shop) => preset(shop, { field: 'shipping_code', value: 'OLD' }), 'unmapped_shipping:', ofMethod('OLD')],
  ['a mapping that copies no method', (shop) => copied(shop, 'shipping_code'), 'unmapped_shipping:', ofMethod('1001')],
  [
    'a preset of a former building',
    (shop) => preset(shop, { field: 'warehouse_code', value: 'OLD' }),
    'unmapped_location:',
    ofBuilding('OLD'),
  ],
  ['a mapping that copies no building', (shop) => copied(shop, 'warehouse_code'), 'unmapped_location:', ofBuilding('1001')],
];

test.each(cases)('an order waits for %s, as it comes and when it is checked', async (_name, set, issue, sentence) => {
  const shop = await buildShop(own, { reads: ofOrders });
  await formerWarehouse(shop);
  await set(shop);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const waiting = { order_status: 'error', issues: [issue], sentences: [sentence], warehouse_order_id: null };
  expect(await shop.order('1001')).toMatchObject(waiting);
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  expect(await shop.order('1001')).toMatchObject(waiting);
  await own.sql('delete from presets where account_id = $1', [shop.accountId]);
  await own.sql('delete from field_mappings where account_id = $1', [shop.accountId]);
  await shop.inTenant((tenant) => applyRules(tenant, shop.channelId));
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ issues: [], warehouse_order_id: expect.anything() });
});

/** Two orders that wait for a method which a preset names, and which the warehouse has no longer. */
async function twoWithoutMethod(): Promise<Shop> {
  const shop = await buildShop(own, { reads: ofOrders });
  await preset(shop, { field: 'shipping_code', value: 'UPS2D' });
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment' }, { orderNumber: '1002', orderStatus: 'awaiting_payment' });
  await shop.sync();
  await own.sql(`delete from shipping_methods where account_id = $1 and code = 'UPS2D'`, [shop.accountId]);
  await own.sql(`update orders set source_state = 'ready' where account_id = $1`, [shop.accountId]);
  const ids = (await shop.orders()).map(({ id }) => id);
  await shop.inTenant((tenant) => checkOrders(tenant, ids));
  expect((await shop.orders()).map(({ issues }) => issues)).toEqual([['unmapped_shipping:'], ['unmapped_shipping:']]);
  return shop;
}

test('an order goes on once the warehouse has the method, or somebody has chosen one', async () => {
  const shop = await twoWithoutMethod();
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => saveOrder(tenant, { id, shipping_code: 'UPSGR' }));
  expect(await shop.order('1001')).toMatchObject({ issues: [], shipping_code: 'UPSGR', warehouse_order_id: expect.anything() });
  const methods = [{ carrier: 'UPS', methods: [{ code: 'UPS2D', name: 'UPS 2nd Day' }] }];
  await shop.inTenant((tenant) => storeReference(tenant, shop.warehouseId, [], methods));
  await shop.engine.runJobs();
  expect(await shop.order('1002')).toMatchObject({ issues: [], shipping_code: 'UPS2D', warehouse_order_id: expect.anything() });
});

test('all orders that wait for a method go on once the warehouse has it, however few are read at once', async () => {
  const shop = await twoWithoutMethod();
  await own.sql(
    `insert into shipping_methods (account_id, connection_id, code, name, carrier) values ($1, $2, 'UPS2D', '2nd Day', 'UPS')`,
    [...[shop.accountId, shop.warehouseId]],
  );
  await shop.inTenant((tenant) => recheckMethods(tenant, 1));
  await shop.engine.runJobs();
  expect((await shop.orders()).map(({ issues }) => issues)).toEqual([[], []]);
});

test('a rule that copies nothing leaves what the mappings say', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql(
    `insert into field_mappings (account_id, connection_id, source_field, destination_field) values ($1, $2, 'note', 'shipping_code'),
      ($1, $2, 'note', 'warehouse_code')`,
    [shop.accountId, shop.channelId],
  );
  shop.sell({ orderNumber: '1001', customerNotes: '' });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ issues: [], warehouse_code: null, warehouse_order_id: expect.anything() });
});

test('an order whose location is mapped to a building of a former warehouse waits until it is mapped to another', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const map = (amwareLocation: string) =>
    shop.inTenant((tenant) => mapLocations(tenant, shop.channelId, [{ internalId: 'W', name: 'West', amwareLocation }]));
  await map('NV2');
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment' });
  await shop.sync();
  const { id } = await shop.order('1001');
  await own.sql(`update order_lines set location = 'W' where account_id = $1`, [shop.accountId]);
  await own.sql(`update orders set source_state = 'ready' where id = $1`, [id]);
  await own.sql(`update location_mappings set amware_location = 'OLD' where account_id = $1`, [shop.accountId]);
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', sentences: [ofBuilding('OLD')], warehouse_order_id: null });
  await map('KY1');
  expect(await shop.order('1001')).toMatchObject({ issues: [], warehouse_code: 'KY1' });
});
