import { expect, test } from 'vitest';
import { buildShop } from '../../../../test/build.ts';
import { importing } from '../../../../test/imports.ts';
import { outcomesInWords } from '../../../../test/in-words.ts';
import { testWeb } from '../../../../test/web.ts';
import { linkProduct, unlinkProduct } from '../saving/commands.ts';

const own = testWeb();
const { check, apply, stateOf } = importing(own);

test('a link that a colleague changed after the check stays, unless it is what the file says by now', async () => {
  const shop = await buildShop(own);
  const ann = await own.person(shop.accountId);
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [shop.channelId]);
  const skus = ['ENDED', 'MADE', 'OTHER', 'QUIET', 'UNITS'];
  await own.sql(`insert into connector_products (account_id, connection_id, connector_product_sku) select $1, $2, unnest($3::text[])`, [
    shop.accountId,
    shop.channelId,
    skus,
  ]);
  const link = async (sku: string, product: string, units = 1) => {
    const [found] = await own.sql('select id from products where account_id = $1 and sku = $2', [shop.accountId, product]);
    await shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku, productId: Number(found?.id), units }));
  };
  for (const sku of skus) await link(sku, 'MUG', 2);
  const id = await check(ann, `channel_sku,product_sku,units_per_sale\n${skus.map((sku) => `${sku},CUP,3\n`).join('')}`, {
    ...{ entity: 4, connector: slug },
  });
  await shop.inTenant((tenant) => unlinkProduct(tenant, { connectionId: shop.channelId, sku: 'ENDED' }));
  await link('MADE', 'CUP', 3);
  await link('OTHER', 'CUP', 6);
  await link('UNITS', 'MUG', 4);
  await apply(ann, id);
  const links = await own.sql<{ link: string }>(
    `select concat_ws(' ', cp.connector_product_sku, coalesce(p.sku, '–'), cp.units_per_sale) as link from connector_products cp
      left join products p on p.account_id = cp.account_id and p.id = cp.product_id where cp.account_id = $1 order by 1`,
    [shop.accountId],
  );
  expect(links.map((row) => row.link)).toEqual(['ENDED – 2', 'MADE CUP 3', 'OTHER CUP 6', 'QUIET CUP 3', 'UNITS MUG 4']);
  expect(await stateOf(id)).toMatchObject({ changed: 5, applied: 1, kept: 3 });
  const outcomes = await own.sql(
    `select o.outcome, o.label, o.reason from run_outcomes o join imports i on i.run_id = o.run_id where i.id = $1 order by o.label`,
    [id],
  );
  const reason = 'It was changed after the file was checked.';
  expect(outcomesInWords(outcomes)).toEqual(['ENDED', 'OTHER', 'UNITS'].map((label) => ({ outcome: 'skipped', label, reason })));
});
