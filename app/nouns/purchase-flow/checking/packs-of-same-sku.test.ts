import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { linkProduct } from '../../links/saving/commands.ts';
import { checkPurchaseOrders } from './check.ts';
import { packsOfSameSku } from './packs-of-same-sku.ts';

const own = testDatabase();

test.each([
  [
    'the line is called another pack than the product',
    `update products set name = 'Mugs, case of 12' where account_id = $1 and sku = 'MUG'`,
  ],
  [
    'it was linked as a pack before',
    `update connector_products set units_per_sale = 12, product_id = null where account_id = $1 and connector_product_sku = 'MUG'`,
  ],
])('nothing is announced by the same SKU where %s: a person says the units', async (_, statement) => {
  const buyer = await buildBuyer(own);
  const { accountId, ledgerId } = buyer;
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku) values ($1, $2, 'MUG') on conflict do nothing`,
    [accountId, ledgerId],
  );
  await own.sql(statement, [accountId]);
  buyer.buy('P-1');
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ issues: ['unmapped_item:MUG'], lines: [{ mapped_sku: null }], asns: [] });
  const [mug] = await own.sql<{ id: number }>(`select id::int from products where account_id = $1 and sku = 'MUG'`, [accountId]);
  await buyer.inTenant((tenant) => linkProduct(tenant, { connectionId: ledgerId, sku: 'MUG', productId: mug?.id ?? 0, units: 12 }));
  await buyer.engine.passTime();
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ issues: [], lines: [{ mapped_sku: 'MUG', quantity_announced: 120 }] });
});

test('a line that is announced as the product of its SKU stays linked to it, though it is called another pack by then', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  const announced = { issues: [], lines: [{ mapped_sku: 'MUG', quantity_announced: 10 }] };
  expect(await buyer.purchase('P-1')).toMatchObject(announced);
  await own.sql('delete from connector_products where account_id = $1', [buyer.accountId]);
  await own.sql(`update products set name = 'Mugs, case of 12' where account_id = $1 and sku = 'MUG'`, [buyer.accountId]);
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => checkPurchaseOrders(tenant, [id]));
  expect(await buyer.purchase('P-1')).toMatchObject(announced);
});

test('what the source’s list calls a pack is one, whatever the line is called; not once it is linked', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  const { id, lines } = await buyer.purchase('P-1');
  const packs = () => buyer.inTenant((tenant) => packsOfSameSku(tenant, [id]));
  expect(await packs()).toEqual([]);
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, name) values ($1, $2, 'MUG', 'Mugs, case of 12')
     on conflict (account_id, connection_id, connector_product_sku) do update set name = excluded.name, product_id = null`,
    [buyer.accountId, buyer.ledgerId],
  );
  expect(await packs()).toEqual([lines[0]?.id]);
  await own.sql(
    `update connector_products set product_id = (select id from products where account_id = $1 and sku = 'MUG')
     where account_id = $1 and connection_id = $2`,
    [buyer.accountId, buyer.ledgerId],
  );
  expect(await packs()).toEqual([]);
});
