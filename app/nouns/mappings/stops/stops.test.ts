import { expect, test } from 'vitest';
import { buildShop, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { deleteLocation, mapLocations, remapLocations } from '../locations/commands.ts';
import { undoSave } from '../saves/undo.ts';
import { deleteShippingOption } from '../shipping-options/commands.ts';
import { listShippingOptions } from '../shipping-options/queries.ts';
import type { Code } from './contract.ts';
import { countStops } from './queries.ts';

const own = testDatabase();
const ground = { kind: 'shipping', code: 'ups_ground' } as const;

const stops = (shop: Shop, code: Code) => shop.inTenant((tenant) => countStops(tenant, shop.channelId, code));
const states = async (shop: Shop) =>
  (await shop.orders()).map(({ order_status, issues }) => [order_status, issues.filter((each) => each.startsWith('unmapped'))]);
const optionId = async (shop: Shop) =>
  (await shop.inTenant((tenant) => listShippingOptions(tenant, shop.channelId))).codesMapping[0]?.id ?? 0;

test('a deleted shipping code stops the orders that have not left, as many as was said, and no others', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  const [left] = await states(shop);
  await own.sql(`update connections set state = 'paused' where id = $1`, [shop.warehouseId]);
  shop.sell({ orderNumber: '1002' }, { orderNumber: '1003' });
  await shop.sync();
  expect(await stops(shop, ground)).toBe(2);
  const id = await optionId(shop);
  expect(await shop.inTenant((tenant) => deleteShippingOption(tenant, shop.channelId, id))).toMatchObject({ stopped: 2 });
  const waiting = ['error', ['unmapped_shipping:ups_ground']];
  expect(await states(shop)).toEqual([left, waiting, waiting]);
});

test('a location that is no longer mapped stops its orders alike', async () => {
  const shop = await buildShop(own);
  await own.sql(`update connections set state = 'paused' where id = $1`, [shop.warehouseId]);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  await own.sql(`insert into warehouses (account_id, connection_id, code, name) values ($1, $2, 'ATL', 'Atlanta') on conflict do nothing`, [
    shop.accountId,
    shop.warehouseId,
  ]);
  const map = (amwareLocation: string | null) =>
    shop.inTenant((tenant) => mapLocations(tenant, shop.channelId, [{ internalId: 'W1', name: 'West', amwareLocation }]));
  await map('ATL');
  await own.sql(`update order_lines set location = 'W1' where account_id = $1`, [shop.accountId]);
  expect(await stops(shop, { kind: 'location', code: 'W1' })).toBe(1);
  await map(null);
  expect((await states(shop))[0]?.[1]).toContain('unmapped_location:W1');
});

test('orders that waited for a location go ten seconds after it is deleted, and wait again by Undo', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  await own.sql(`update connections set state = 'paused' where id = $1`, [shop.warehouseId]);
  await shop.sync();
  await own.sql(
    `insert into location_mappings (account_id, connection_id, internal_id, connector_location) values ($1, $2, 'W1', 'West')`,
    [shop.accountId, shop.channelId],
  );
  await own.sql(`update order_lines set location = 'W1' where account_id = $1`, [shop.accountId]);
  const [{ id = 0 } = {}] = await own.sql<{ id: number }>('select id from location_mappings where account_id = $1', [shop.accountId]);
  await shop.inTenant((tenant) => remapLocations(tenant, { id: shop.channelId, name: '' }));
  await shop.engine.runJobs();
  const waiting = ['error', ['unmapped_location:W1']];
  expect([await stops(shop, { kind: 'location', code: 'W1' }), await states(shop)]).toEqual([1, [waiting]]);
  const undo = await shop.inTenant((tenant) => deleteLocation(tenant, shop.channelId, id));
  expect([undo?.seconds, await states(shop)]).toEqual([10, [['pending', []]]]);
  expect((await shop.order('1001')).warehouse_order_id).toBeNull();
  await shop.inTenant((tenant) => undoSave(tenant, undo?.id ?? 0, true));
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect(await states(shop)).toEqual([waiting]);
});
