import { expect, test } from 'vitest';
import { buildShop, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { undoSave } from '../../mapping-saves/undo.ts';
import { unmapCode } from './commands.ts';
import type { MappedCode } from './contract.ts';
import { countStops, listMappedCodes } from './queries.ts';

const own = testDatabase();
const ground = { kind: 'shipping', code: 'ups_ground' } as const;

const unmap = (shop: Shop, code: Pick<MappedCode, 'kind' | 'code'>) => shop.inTenant((tenant) => unmapCode(tenant, shop.channelId, code));
const stops = (shop: Shop, code: Pick<MappedCode, 'kind' | 'code'>) => shop.inTenant((tenant) => countStops(tenant, shop.channelId, code));
const listed = async (shop: Shop) => (await shop.inTenant((tenant) => listMappedCodes(tenant, shop.channelId))).map(({ code }) => code);
const states = async (shop: Shop) =>
  (await shop.orders()).map(({ order_status, issues }) => [order_status, issues.filter((each) => each.startsWith('unmapped'))]);

/** A shop with orders by the mapped shipping code that have not left: its warehouse takes nothing. */
async function shopWithWaiting(...numbers: string[]): Promise<Shop> {
  const shop = await buildShop(own);
  await own.sql(`update connections set state = 'paused' where id = $1`, [shop.warehouseId]);
  shop.sell(...numbers.map((orderNumber) => ({ orderNumber })));
  await shop.sync();
  return shop;
}

test('an unmapped shipping code stops the orders that have not left, as many as was said, and no others', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  const [left] = await states(shop);
  await own.sql(`update connections set state = 'paused' where id = $1`, [shop.warehouseId]);
  shop.sell({ orderNumber: '1002' }, { orderNumber: '1003' });
  await shop.sync();
  expect(await stops(shop, ground)).toBe(2);
  expect(await listed(shop)).toContain('ups_ground');
  expect((await unmap(shop, ground)).stopped).toBe(2);
  const waiting = ['error', ['unmapped_shipping:ups_ground']];
  expect(await states(shop)).toEqual([left, waiting, waiting]);
  expect([await listed(shop), await stops(shop, ground)]).toEqual([[], 2]);
});

test('undone, the orders go on as before', async () => {
  const shop = await shopWithWaiting('1001');
  const before = await states(shop);
  const { undo } = await unmap(shop, ground);
  expect(await states(shop)).toEqual([['error', ['unmapped_shipping:ups_ground']]]);
  expect(await shop.inTenant((tenant) => undoSave(tenant, undo?.id ?? 0, true))).toEqual({ stopped: 1 });
  expect([await states(shop), await listed(shop)]).toEqual([before, ['ups_ground']]);
});

test('an unmapped location stops its orders alike', async () => {
  const shop = await shopWithWaiting('1001');
  await own.sql(
    `insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location) values ($1, $2, 'W1', 'West', 'ATL')`,
    [shop.accountId, shop.channelId],
  );
  await own.sql(`update order_lines set location = 'W1' where account_id = $1`, [shop.accountId]);
  const west = { kind: 'location', code: 'W1' } as const;
  expect([await stops(shop, west), (await unmap(shop, west)).stopped]).toEqual([1, 1]);
  expect((await states(shop))[0]?.[1]).toContain('unmapped_location:W1');
});

test('a code that is not mapped, or of another account, is not found', async () => {
  const [shop, other] = [await shopWithWaiting('1001'), await buildShop(own)];
  await expect(unmap(shop, { kind: 'shipping', code: 'nothing' })).rejects.toMatchObject({ status: 404 });
  await expect(other.inTenant((tenant) => unmapCode(tenant, shop.channelId, ground))).rejects.toMatchObject({ status: 404 });
  await unmap(shop, ground);
  await expect(unmap(shop, ground)).rejects.toMatchObject({ status: 404 });
});
