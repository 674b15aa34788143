import { expect, test } from 'vitest';
import type { Tenant } from '../../../platform/tenant.ts';
import { buildShop, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { until } from '../../../test/faults/until.ts';
import { linkSoldSku } from '../links/saving/commands.ts';
import { mapLocations } from './locations/commands.ts';
import { saveShippingOptions } from './shipping-options/commands.ts';

const own = testDatabase();

/** Two people save together what neither saw: the second waits for the first. Returns what becomes of the second. */
async function together(shop: Shop, save: (tenant: Tenant, which: 0 | 1) => Promise<unknown>) {
  const isBlocked = () => own.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  let second: Promise<unknown> | undefined;
  await shop.inTenant(async (tenant) => {
    await save(tenant, 0);
    second ??= shop.inTenant((other) => save(other, 1)).catch((error: unknown) => error);
    await until(async () => (await isBlocked()).length > 0);
  });
  return second;
}

const twoOf = async (query: string, { accountId }: Shop) => {
  const [one, other] = (await own.sql<{ it: string }>(query, [accountId])).map(({ it }) => it);
  return [one ?? '', other ?? ''] as const;
};

test('a SKU that was not listed is not linked over a link that a colleague makes at the same time', async () => {
  const shop = await buildShop(own);
  const products = await twoOf('select id as it from products where account_id = $1 order by sku desc', shop);
  const second = await together(shop, (tenant, which) =>
    linkSoldSku(tenant, { connectionId: shop.channelId, sku: 'NEW', productId: Number(products[which]), seen: null }),
  );
  expect(second).toMatchObject({
    code: 'changed_since',
    message: expect.stringMatching(/^NEW has been changed by you.*: it is linked to MUG\./),
  });
  const links = await own.sql('select product_id from connector_products where account_id = $1', [shop.accountId]);
  expect(links).toEqual([{ product_id: products[0] }]);
});

test('a shipping code that was not there is not mapped over what a colleague maps it to at the same time', async () => {
  const shop = await buildShop(own);
  const methods = await twoOf('select code as it from shipping_methods where account_id = $1 order by 1', shop);
  const second = await together(shop, (tenant, which) =>
    saveShippingOptions(tenant, shop.channelId, [{ connectorCode: 'drone', amwareCode: methods[which], was: { amwareCode: null } }]),
  );
  expect(second).toMatchObject({ code: 'changed_meanwhile', message: expect.stringMatching(/^You mapped drone to /) });
  const codes = await own.sql(`select amware_code from shipping_options where account_id = $1 and connector_code = 'drone'`, [
    shop.accountId,
  ]);
  expect(codes).toEqual([{ amware_code: methods[0] }]);
});

test('a location that was not there is not mapped over what a colleague maps it to at the same time', async () => {
  const shop = await buildShop(own);
  const buildings = await twoOf('select code as it from warehouses where account_id = $1 order by 1', shop);
  const map = (was?: null) => (tenant: Tenant, which: 0 | 1) =>
    mapLocations(tenant, shop.channelId, [
      { internalId: was === null ? 'W' : 'E', name: 'A place', amwareLocation: buildings[which], was },
    ]);
  const second = await together(shop, map(null));
  expect(second).toMatchObject({ code: 'changed_meanwhile', message: expect.stringMatching(/^You mapped A place to /) });
  expect(await together(shop, map())).toMatchObject({ undo: { id: expect.any(Number) } });
  const places = await own.sql('select internal_id, amware_location from location_mappings where account_id = $1 order by 1', [
    shop.accountId,
  ]);
  expect(places).toEqual([
    { internal_id: 'E', amware_location: buildings[1] },
    { internal_id: 'W', amware_location: buildings[0] },
  ]);
});
