import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildShop } from '../../../../test/build.ts';
import { until } from '../../../../test/faults/until.ts';
import { importing } from '../../../../test/imports.ts';
import { testWeb } from '../../../../test/web.ts';
import { linkProduct, linkSoldSku } from '../saving/commands.ts';

const own = testWeb();
const { check, apply, stateOf } = importing(own);

test('a SKU that a file was to add keeps the link that a colleague gave it since the file was checked', async () => {
  const shop = await buildShop(own);
  const ann = await own.person(shop.accountId);
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [shop.channelId]);
  const productOf = async (sku: string) =>
    Number((await own.sql('select id from products where account_id = $1 and sku = $2', [shop.accountId, sku]))[0]?.id);
  const id = await check(ann, 'channel_sku,product_sku\nSOLD,CUP\nLISTED,CUP\nNEW,CUP\n', { entity: 4, connector: slug });
  const list = (sku: string, product: number | null) =>
    own.sql(`insert into connector_products (account_id, connection_id, connector_product_sku, product_id) values ($1, $2, $3, $4)`, [
      ...[shop.accountId, shop.channelId, sku, product],
    ]);
  await list('SOLD', null);
  const mug = await productOf('MUG');
  await shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku: 'SOLD', productId: mug }));
  await list('LISTED', mug);
  await apply(ann, id);
  const links = await own.sql(
    `select cp.connector_product_sku as sku, p.sku as product from connector_products cp
      join products p on p.account_id = cp.account_id and p.id = cp.product_id where cp.account_id = $1 order by 1`,
    [shop.accountId],
  );
  expect(links).toEqual([
    { sku: 'LISTED', product: 'CUP' },
    { sku: 'NEW', product: 'CUP' },
    { sku: 'SOLD', product: 'MUG' },
  ]);
  expect(await stateOf(id)).toMatchObject({ created: 3, applied: 2 });
});

test('a SKU that comes in while its file is applied gets its link, unless a person linked it: then it is left out', async () => {
  const shop = await buildShop(own);
  const ann = await own.person(shop.accountId);
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [shop.channelId]);
  const [mug] = await own.sql(`select id from products where account_id = $1 and sku = 'MUG'`, [shop.accountId]);
  const id = await check(ann, 'channel_sku,product_sku\nLISTED,CUP\nTAKEN,CUP\n', { entity: 4, connector: slug });
  const isBlocked = () => own.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  let applied: Promise<void> | undefined;
  await shop.inTenant(async (tenant) => {
    await sql`insert into connector_products (account_id, connection_id, connector_product_sku, name)
      values (${shop.accountId}, ${shop.channelId}, 'LISTED', 'A cup')`.execute(tenant.db);
    await linkSoldSku(tenant, { connectionId: shop.channelId, sku: 'TAKEN', productId: Number(mug?.id) });
    applied ??= apply(ann, id);
    await until(async () => (await isBlocked()).length > 0);
  });
  await applied;
  const links = await own.sql(
    `select cp.connector_product_sku as sku, p.sku as product from connector_products cp
      join products p on p.account_id = cp.account_id and p.id = cp.product_id where cp.account_id = $1 order by 1`,
    [shop.accountId],
  );
  expect(links).toEqual([
    { sku: 'LISTED', product: 'CUP' },
    { sku: 'TAKEN', product: 'MUG' },
  ]);
  expect(await stateOf(id)).toMatchObject({ created: 2, applied: 1, kept: 1 });
});
