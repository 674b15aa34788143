import { expect, test } from 'vitest';
import { buildShop, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { mapLocations } from '../locations/commands.ts';
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
