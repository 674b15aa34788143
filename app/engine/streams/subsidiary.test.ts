import { expect, test } from 'vitest';
import { enterItem } from '../../../sandbox/netsuite/enter.ts';
import { testDatabase } from '../../../test/database.ts';
import { buildBuyer } from '../../../test/shop/purchasing.ts';
import { saveSyncOptions } from '../../shared/connections/sync-options/options.ts';

const own = testDatabase();

test('another subsidiary is chosen: its items and purchase orders are read, and the items of the first are off the list, but for links', async () => {
  const shop = await buildBuyer(own);
  const company = shop.sandbox.control.company();
  for (const sku of ['US-1', 'US-LINKED']) enterItem(company, { sku, includeChildren: false });
  enterItem(company, { sku: 'DE-1', subsidiary: 2 });
  const actor = { accountId: shop.accountId, userId: shop.userId };
  const choose = async (subsidiary: string, account: string) => {
    await saveSyncOptions(shop.engine, actor, 'netsuite', { subsidiary, account });
    await shop.sync();
  };
  const items = async () =>
    (
      await own.sql<{ sku: string }>(
        `select connector_product_sku as sku from connector_products where account_id = $1 and connection_id = $2 and deleted_at is null
          order by 1`,
        [shop.accountId, shop.ledgerId],
      )
    ).map(({ sku }) => sku);
  const orders = async () => (await shop.purchases()).map(({ source_number }) => source_number);
  await choose('1', '101');
  expect(await items()).toEqual(['CUP', 'MUG', 'US-1', 'US-LINKED']);
  await own.sql(
    `update connector_products set product_id = (select min(id) from products where account_id = $1) where account_id = $1
      and connector_product_sku = 'US-LINKED'`,
    [shop.accountId],
  );
  shop.buy('PO-US');
  shop.buy('PO-DE', { subsidiary: 2 });
  await shop.sync();
  expect(await orders()).toEqual(['PO-US']);
  await choose('2', '103');
  expect(await items()).toEqual(['CUP', 'DE-1', 'MUG', 'US-LINKED']);
  expect((await orders()).toSorted()).toEqual(['PO-DE', 'PO-US']);
  await choose('1', '101');
  expect(await items()).toEqual(['CUP', 'MUG', 'US-1', 'US-LINKED']);
});
