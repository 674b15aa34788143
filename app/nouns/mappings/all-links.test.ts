import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tenant } from '../../../platform/tenant.ts';
import { buildShop, ofOrders } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addListings } from '../../../test/shop/rows.ts';
import { linkProduct } from '../links/saving/commands.ts';
import { previewMapping } from './saves/preview.ts';

const own = testDatabase();

/** How many listings this session wrote, taken back or not. Of transactions before this one some may be counted too. */
async function writtenListings(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select n_tup_upd::int as n from pg_stat_xact_user_tables where relname = 'connector_products'`.execute(tenant.db);
  return rows[0]?.n ?? 0;
}

test('the question whether all links go tries only those that the compared orders go by', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const [mug] = await own.sql<{ id: string }>(`select id from products where account_id = $1 and sku = 'MUG'`, [shop.accountId]);
  const skus = ['TEAPOT', 'NEVER-SOLD', 'NOR-THIS'];
  await addListings(own, shop.channelId, skus);
  for (const sku of skus)
    await shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku, productId: Number(mug?.id) }));
  shop.sell({ orderNumber: '1001', items: [{ sku: 'TEAPOT', quantity: 2 }] });
  await shop.sync();
  await shop.engine.passTime();
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing' });
  const { described, written } = await shop.inTenant(async (tenant) => {
    const before = await writtenListings(tenant);
    const preview = await previewMapping(tenant, [{ connectionId: shop.channelId, change: { kind: 'all_links' } }]);
    return { described: preview, written: (await writtenListings(tenant)) - before };
  });
  expect(described?.words).toMatch(/^1 order went to the warehouse before this change: .* becomes an issue\.$/);
  expect(written).toBe(1);
});
