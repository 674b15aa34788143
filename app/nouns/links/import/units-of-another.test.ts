import { expect, test } from 'vitest';
import { buildShop, type Shop } from '../../../../test/build.ts';
import { importing } from '../../../../test/imports.ts';
import { importingReports } from '../../../../test/listing-reports.ts';
import { testWeb } from '../../../../test/web.ts';
import { linkProduct, unlinkProduct } from '../saving/commands.ts';
import { deleteListing } from '../saving/delete.ts';

const own = testWeb();
const { check, apply, undo, errorsOf, stateOf, work } = importing(own);

/** A shop with packs of mugs: one linked, one unlinked since; a pack of cups, and a single mug. */
async function packs() {
  const shop = await buildShop(own);
  const ann = await own.person(shop.accountId);
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [shop.channelId]);
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku) select $1, $2, unnest('{PACK,OUT,SAME,ONE}'::text[])`,
    [shop.accountId, shop.channelId],
  );
  await link(shop, 'PACK', 'MUG', 6);
  await link(shop, 'OUT', 'MUG', 6);
  await link(shop, 'SAME', 'CUP', 6);
  await link(shop, 'ONE', 'MUG', 1);
  await shop.inTenant((tenant) => unlinkProduct(tenant, { connectionId: shop.channelId, sku: 'OUT' }));
  return { shop, ann, file: (text: string) => check(ann, text, { entity: 4, connector: slug }) };
}

async function link(shop: Shop, sku: string, product: string, units: number) {
  const [found] = await own.sql('select id from products where account_id = $1 and sku = $2', [shop.accountId, product]);
  await shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku, productId: Number(found?.id), units }));
}

const deletePack = (shop: Shop, sku: string) => shop.inTenant((tenant) => deleteListing(tenant, { connectionId: shop.channelId, sku }));

const links = async ({ accountId }: Shop) =>
  (
    await own.sql<{ link: string }>(
      `select concat_ws(' ', cp.connector_product_sku, coalesce(p.sku, '–'), cp.units_per_sale) as link from connector_products cp
        left join products p on p.account_id = cp.account_id and p.id = cp.product_id where cp.account_id = $1 order by 1`,
      [accountId],
    )
  ).map((row) => row.link);

const before = ['ONE MUG 1', 'OUT – 6', 'PACK MUG 6', 'SAME CUP 6'];
const wrong = 'product_sku: is linked anew, and a sale took 6 units of what was linked before';
const allCups = 'channel_sku,product_sku\nPACK,CUP\nOUT,CUP\nSAME,CUP\nONE,CUP\n';

test('a file without units takes over those of no pack for another product: its rows wait for a person', async () => {
  const { shop, ann, file } = await packs();
  expect(await links(shop)).toEqual(before);
  const id = await file(allCups);
  const meant = 'how many units of this product a sale takes, in a column Units per sale';
  expect(await errorsOf(ann, id)).toEqual([`2 ${wrong} → ${meant}`, `3 ${wrong} → ${meant}`]);
  await apply(ann, id);
  expect(await links(shop)).toEqual(['ONE CUP 1', ...before.slice(1)]);
  await apply(ann, await file('channel_sku,product_sku,units_per_sale\nPACK,CUP,2\nOUT,CUP,6\n'));
  expect(await links(shop)).toEqual(['ONE CUP 1', 'OUT CUP 6', 'PACK CUP 2', 'SAME CUP 6']);
});

test('an empty cell of units keeps what a link has, is one for a new one, and takes over no pack for another product', async () => {
  const { shop, ann, file } = await packs();
  const id = await file('channel_sku,product_sku,units_per_sale\nPACK,MUG,\nOUT,CUP,\nSAME,MUG,\nONE,MUG,2\nNEW,CUP,\n');
  const meant = 'how many units of this product a sale takes, in a column Units per sale';
  expect(await errorsOf(ann, id)).toEqual([`3 ${wrong} → ${meant}`, `4 ${wrong} → ${meant}`]);
  expect(await stateOf(id)).toMatchObject({ created: 1, changed: 1, unchanged: 1, wrong: 2 });
  await link(shop, 'PACK', 'MUG', 4);
  await apply(ann, id);
  expect(await links(shop)).toEqual(['NEW CUP 1', 'ONE MUG 2', 'OUT – 6', 'PACK MUG 4', 'SAME CUP 6']);
});

test('what became a pack of another product since a file without units was checked stays as it is', async () => {
  const { shop, ann, file } = await packs();
  const id = await file('channel_sku,product_sku\nONE,CUP\n');
  await link(shop, 'ONE', 'MUG', 4);
  await apply(ann, id);
  expect([await links(shop), await stateOf(id)]).toMatchObject([['ONE MUG 4', ...before.slice(1)], { changed: 1, applied: 0 }]);
});

test('a pack that was deleted is linked with the units that its file says, which an undo gives back', async () => {
  const { shop, ann, file } = await packs();
  await deletePack(shop, 'PACK');
  const silent = await file('channel_sku,product_sku\nPACK,CUP\n');
  const meant = 'how many units of this product a sale takes, in a column Units per sale';
  expect(await errorsOf(ann, silent)).toEqual([`2 ${wrong} → ${meant}`]);
  const id = await file('channel_sku,product_sku,units_per_sale\nPACK,CUP,2\n');
  await apply(ann, id);
  expect(await links(shop)).toContain('PACK CUP 2');
  await undo(ann, id);
  expect(await links(shop)).toContain('PACK – 6');
});

test('what was made a pack and deleted after a file without units was checked is left out', async () => {
  const { shop, ann, file } = await packs();
  const id = await file('channel_sku,product_sku\nONE,CUP\nNEW,CUP\n');
  for (const sku of ['ONE', 'NEW']) {
    await own.sql(
      `insert into connector_products (account_id, connection_id, connector_product_sku) values ($1, $2, $3) on conflict do nothing`,
      [shop.accountId, shop.channelId, sku],
    );
    await link(shop, sku, 'MUG', 6);
    await deletePack(shop, sku);
  }
  await apply(ann, id);
  expect(await links(shop)).toEqual(expect.arrayContaining(['ONE – 6', 'NEW – 6']));
  expect(await stateOf(id)).toMatchObject({ applied: 0, kept: 2 });
});

test('a listing report does not link a pack again, whose units were said of another product', async () => {
  const { shop, ann } = await packs();
  const { send } = importingReports(own);
  const sent = await send(ann, 'product-id\tseller-sku\nOUT\tCUP\n', { mappingColumn: 'product-id', connector: 'ship_station' });
  const { importId } = sent.json();
  await work(ann, importId);
  expect(await links(shop)).toEqual(before);
  expect(await errorsOf(ann, importId)).toEqual([`2 ${wrong} → a link made by hand, with the units of this product that a sale takes`]);
});
