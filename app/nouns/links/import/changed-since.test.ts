import { expect, test } from 'vitest';
import { buildShop, type Shop } from '../../../../test/build.ts';
import { until } from '../../../../test/faults/until.ts';
import { importing } from '../../../../test/imports.ts';
import { outcomesInWords } from '../../../../test/in-words.ts';
import { testWeb } from '../../../../test/web.ts';
import { linkProduct, unlinkProduct } from '../saving/commands.ts';
import { deleteListing } from '../saving/delete.ts';

const own = testWeb();
const { check, apply, stateOf } = importing(own);

const skus = ['ENDED', 'GONE', 'MADE', 'OTHER', 'QUIET', 'UNITS'];
const productOf = async ({ accountId }: Shop, sku: string) =>
  Number((await own.sql('select id from products where account_id = $1 and sku = $2', [accountId, sku]))[0]?.id);

/** A shop whose SKUs are each two mugs, with a checked file that makes each three cups. */
async function checked() {
  const shop = await buildShop(own);
  const ann = await own.person(shop.accountId);
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [shop.channelId]);
  await own.sql(`insert into connector_products (account_id, connection_id, connector_product_sku) select $1, $2, unnest($3::text[])`, [
    shop.accountId,
    shop.channelId,
    skus,
  ]);
  const link = async (sku: string, product: string, units = 1) => {
    const productId = await productOf(shop, product);
    await shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku, productId, units }));
  };
  for (const sku of skus) await link(sku, 'MUG', 2);
  const id = await check(ann, `channel_sku,product_sku,units_per_sale\n${skus.map((sku) => `${sku},CUP,3\n`).join('')}`, {
    ...{ entity: 4, connector: slug },
  });
  const links = async () =>
    (
      await own.sql<{ link: string }>(
        `select concat_ws(' ', cp.connector_product_sku, coalesce(p.sku, '–'), cp.units_per_sale,
            case when cp.deleted_at is not null then 'deleted' end) as link
          from connector_products cp left join products p on p.account_id = cp.account_id and p.id = cp.product_id
          where cp.account_id = $1 order by 1`,
        [shop.accountId],
      )
    ).map((row) => row.link);
  return { shop, ann, id, link, links };
}

test('a link that a colleague changed after the check stays, unless it is what the file says by now', async () => {
  const { shop, ann, id, link, links } = await checked();
  await shop.inTenant((tenant) => unlinkProduct(tenant, { connectionId: shop.channelId, sku: 'ENDED' }));
  await shop.inTenant((tenant) => deleteListing(tenant, { connectionId: shop.channelId, sku: 'GONE' }));
  await link('MADE', 'CUP', 3);
  await link('OTHER', 'CUP', 6);
  await link('UNITS', 'MUG', 4);
  await apply(ann, id);
  expect(await links()).toEqual(['ENDED – 2', 'GONE – 2 deleted', 'MADE CUP 3', 'OTHER CUP 6', 'QUIET CUP 3', 'UNITS MUG 4']);
  expect(await stateOf(id)).toMatchObject({ changed: 6, applied: 1, kept: 4 });
  const outcomes = await own.sql(
    `select o.outcome, o.label, o.reason from run_outcomes o join imports i on i.run_id = o.run_id where i.id = $1 order by o.label`,
    [id],
  );
  const reason = 'It was changed after the file was checked.';
  expect(outcomesInWords(outcomes)).toEqual(['ENDED', 'GONE', 'OTHER', 'UNITS'].map((label) => ({ outcome: 'skipped', label, reason })));
});

test('a link that a colleague is making while the file is applied is waited for, and stays', async () => {
  const { shop, ann, id, links } = await checked();
  const productId = await productOf(shop, 'CUP');
  const isBlocked = () => own.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  let applied: Promise<void> | undefined;
  await shop.inTenant(async (tenant) => {
    await linkProduct(tenant, { connectionId: shop.channelId, sku: 'OTHER', productId, units: 6 });
    applied ??= apply(ann, id);
    await until(async () => (await isBlocked()).length > 0);
  });
  await applied;
  expect(await links()).toContain('OTHER CUP 6');
  expect(await stateOf(id)).toMatchObject({ changed: 6, applied: 5, kept: 1 });
});
