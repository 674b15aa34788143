import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { linkProduct } from '../../links/saving/commands.ts';

const own = testDatabase();
const mine = '5010000225681';
const another = '5010000999999';

/** Ten packs of six mugs are announced; then the warehouse gives the SKU to another article, so that the link ends. */
async function ended() {
  const buyer = await buildBuyer(own);
  const { catalogue, asns } = buyer.sandbox.control.client();
  catalogue.correct('MUG', mine);
  await buyer.read('items');
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, upc) values ($1, $2, 'MUG', $3)
     on conflict (account_id, connection_id, connector_product_sku) do update set upc = excluded.upc`,
    [buyer.accountId, buyer.ledgerId, mine],
  );
  const [mug] = await own.sql<{ id: number }>(`select id::int from products where account_id = $1 and sku = 'MUG'`, [buyer.accountId]);
  const link = { connectionId: buyer.ledgerId, sku: 'MUG', productId: mug?.id ?? 0, units: 6 };
  const linkMugs = () => buyer.inTenant((tenant) => linkProduct(tenant, link));
  await linkMugs();
  buyer.buy('P-1');
  await buyer.flow();
  const announced = () => [...asns.rows.values()].flatMap(({ body }) => body.lines.map(({ quantity }) => quantity));
  expect(announced()).toEqual([60]);
  catalogue.correct('MUG', another);
  await buyer.read('items');
  return { ...buyer, linkMugs, announced };
}

test('a purchase order whose link ended by itself waits for a person, and does not go by the same SKU', async () => {
  const buyer = await ended();
  expect(await buyer.purchase('P-1')).toMatchObject({ issues: ['unmapped_item:MUG'], lines: [{ mapped_sku: null }] });
  buyer.buy('P-2');
  await buyer.flow();
  expect((await buyer.purchase('P-2')).issues).toEqual(['unmapped_item:MUG']);
  expect(buyer.announced()).toEqual([60]);
  await buyer.linkMugs();
  await buyer.engine.passTime();
  await buyer.flow();
  expect([buyer.announced(), (await buyer.purchase('P-1')).issues]).toEqual([[60, 60], []]);
});
