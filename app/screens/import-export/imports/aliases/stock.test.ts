import { expect, test } from 'vitest';
import { buildShop } from '../../../../../test/build.ts';
import { runsInWords } from '../../../../../test/in-words.ts';
import { importingReports, reportOf } from '../../../../../test/listing-reports.ts';
import { connectMarketplace } from '../../../../../test/shop/marketplace.ts';
import { count, productOf, tell } from '../../../../../test/shop/told-of-stock.ts';
import { testWeb } from '../../../../../test/web.ts';
import { getProduct } from '../../../../nouns/products/queries.ts';

const own = testWeb({ longestWaitMs: 20_000 });
const { imported } = importingReports(own);

/** A shop that tells ChannelAdvisor its stock, and somebody who uploads reports of that. */
async function marketplace() {
  const shop = await buildShop(own);
  await shop.sync();
  const id = await connectMarketplace(shop);
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [id]);
  await tell(shop, id, 'on');
  await shop.sync();
  const ann = await own.person(shop.accountId);
  const { products, orders } = shop.sandbox.control.advisor();
  const report = reportOf(['item-name', 'seller-sku', 'listing-id'], [['A mug', 'MUG', '0512A40']]);
  const upload = (mappingColumn: string) => imported(ann, report, { mappingColumn, connector: slug });
  /** What the channel was told of a SKU, the newest last. */
  const told = (sku: string) =>
    [...products.rows.values()].filter(({ Sku }) => Sku === sku).flatMap(({ updates }) => updates.map(({ quantity }) => quantity));
  /** The listings of which effects were queued, ever. */
  const queued = async () =>
    (
      await own.sql<{ sku: string }>(
        `select distinct cp.connector_product_sku as sku from outbox x join connector_products cp on cp.id = x.key::bigint
         where x.account_id = $1 and x.kind = 'stock' order by 1`,
        [shop.accountId],
      )
    ).map(({ sku }) => sku);
  const isAlias = async (sku: string) =>
    (await own.sql('select is_alias from connector_products where connection_id = $1 and connector_product_sku = $2', [id, sku]))[0]
      ?.is_alias;
  return { shop, ann, id, slug, products, orders, upload, told, queued, isAlias };
}

test('an alias is told nothing until the channel lists it, and then at once what there is', async () => {
  const { shop, products, upload, told, queued, isAlias } = await marketplace();
  expect((await upload('listing-id')).json()).toMatchObject({ linked: 1 });
  count(shop, 40);
  await shop.sync();
  expect([await isAlias('0512A40'), await queued()]).toEqual([true, []]);
  products.add({ sku: '0512A40', title: 'A mug' });
  await shop.read('listings');
  expect([await isAlias('0512A40'), await queued(), told('0512A40')]).toEqual([false, ['0512A40'], [40]]);
  // It is told as every other listing is.
  count(shop, 30);
  await shop.sync();
  expect(told('0512A40')).toEqual([40, 30]);
});

test('what an order named before the report came is an alias as well; a refusal of it waits for nobody any longer', async () => {
  const { shop, id, orders, upload, queued, isAlias } = await marketplace();
  // The marketplace enters what it sold among its products, which are not read here.
  orders.add([{ SiteOrderID: 'M1', items: [{ sku: '0512A40', quantity: 1 }] }]);
  await shop.read('orders');
  await own.sql(
    `insert into issues (account_id, connection_id, type, subject, sentence, blocking) values ($1, $2, 'stock_refused', '0512A40',
      '{"code": "stock_refused", "connection": "It", "sku": "MUG", "reason": "No."}', false)`,
    [shop.accountId, id],
  );
  expect(await isAlias('0512A40')).toBe(false);
  await upload('listing-id');
  await shop.engine.runJobs();
  expect([await isAlias('0512A40'), await queued()]).toEqual([true, []]);
  expect(
    await own.sql(`select from issues where account_id = $1 and type = 'stock_refused' and closed_at is null`, [shop.accountId]),
  ).toEqual([]);
});

test('what the channel has listed is no alias because a report names it; a report of its own SKUs ends one too', async () => {
  const { shop, products, upload, told, isAlias } = await marketplace();
  products.add({ sku: '0512A40', title: 'A mug' });
  await shop.read('listings');
  await upload('listing-id');
  await shop.sync();
  expect([await isAlias('0512A40'), told('0512A40')]).toEqual([false, [1000]]);
  await upload('seller-sku');
  expect(await isAlias('MUG')).toBe(false);
});

test.each([
  ['on', 'on its way', 'Every linked product was told, or says why not.'],
  ['rehearsal', 'being rehearsed. Nothing is sent', 'Nothing was sent: each linked product says what would be.'],
] as const)('while stock is %s, screens and a push of all say that an alias is left out', async (mode, happens, outcome) => {
  const { shop, ann, id, slug, products, upload } = await marketplace();
  await upload('listing-id');
  await tell(shop, id, mode);
  await shop.engine.runJobs();
  const push = async () => (await own.as(ann, { method: 'POST', url: `/api/connectors/${slug}/stock/push` })).json();
  expect(await push()).toMatchObject({
    total: 0,
    message: 'No product that the channel lists is linked. 1 alias is left out until the channel lists it.',
  });
  products.add({ sku: 'MUG', title: 'A mug' });
  await shop.read('listings');
  const { message, runId } = await push();
  expect(message).toBe(`The stock of 1 product is ${happens}. 1 alias is left out until the channel lists it.`);
  await shop.engine.runJobs();
  expect(runsInWords(await own.sql('select sentence from runs where id = $1', [runId]))).toEqual([
    { sentence: `${outcome} 1 alias is left out until the channel lists it.` },
  ]);
  const { data } = (await own.as(ann, { url: `/api/connectors/${slug}/products?connectionStatus=linked` })).json().connector_products;
  expect(data).toMatchObject([
    { connector_product_sku: 'MUG', is_alias: false },
    { connector_product_sku: '0512A40', is_alias: true },
  ]);
});

test('a product’s page says of which SKUs a channel is told nothing, where it is told of stock', async () => {
  const { shop, id, upload } = await marketplace();
  await upload('listing-id');
  const linked = async () => {
    const product = await productOf(shop, 'MUG');
    return (await shop.inTenant((tenant) => getProduct(tenant, product)))?.linked.map(({ sku, not_told }) => [sku, not_told]);
  };
  expect(await linked()).toEqual([['0512A40', true]]);
  await tell(shop, id, 'off');
  expect(await linked()).toEqual([['0512A40', false]]);
});
