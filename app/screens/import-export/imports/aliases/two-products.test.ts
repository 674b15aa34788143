import { expect, test } from 'vitest';
import { buildShop } from '../../../../../test/build.ts';
import { importing } from '../../../../../test/imports.ts';
import { importingReports } from '../../../../../test/listing-reports.ts';
import { testWeb } from '../../../../../test/web.ts';

const own = testWeb();
const { errorsOf, stateOf } = importing(own);
const { imported } = importingReports(own);

test('a listing for which a report names two products is linked to none, however far apart its rows are', async () => {
  const shop = await buildShop(own);
  const ann = await own.person(shop.accountId);
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, product_id) select $1, $2, 'KNOWN', id from products
      where account_id = $1 and sku = 'MUG'`,
    [shop.accountId, shop.channelId],
  );
  const others = Array.from({ length: 1_200 }, (_, at) => `OTHER-${at}\tNONE`);
  const rows = ['NEAR\tMUG', 'NEAR\tCUP', 'FAR\tMUG', 'SAME\tCUP', 'KNOWN\tMUG', 'KNOWN\tCUP', 'ONE\tMUG', 'ONE\tNONE', ...others];
  const report = ['product-id\tseller-sku', ...rows, 'FAR\tCUP', 'SAME\tCUP'].join('\n');
  const fields = { mappingColumn: 'product-id', connector: 'ship_station' };
  const { importId } = (await imported(ann, report, fields)).json();
  const links = await own.sql<{ link: string }>(
    `select concat_ws(' ', cp.connector_product_sku, p.sku) as link from connector_products cp
      join products p on p.account_id = cp.account_id and p.id = cp.product_id where cp.account_id = $1 order by 1`,
    [shop.accountId],
  );
  expect(links.map(({ link }) => link)).toEqual(['KNOWN MUG', 'ONE MUG', 'SAME CUP']);
  expect(await stateOf(importId)).toMatchObject({ state: 'applied', applied: 2, created: 2, unchanged: 3, wrong: 4 + 1 + 1_200 });
  const two = (await errorsOf(ann, importId)).filter((error) => error.includes('same listing'));
  const say = (row: number, other: number) =>
    `${row} product_sku: is another product than row ${other} names for the same listing → one product for each listing`;
  expect(two).toEqual([say(2, 3), say(3, 2), say(4, 1210)]);
});
