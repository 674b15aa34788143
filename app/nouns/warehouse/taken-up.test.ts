import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { count, shopToldOfMugs } from '../../../test/shop/told-of-stock.ts';
import { disconnect } from '../../shared/connections/connecting/commands.ts';
import { connectTried } from '../../shared/connections/trying/trying.ts';

const own = testDatabase();

/** A shop of twenty mugs whose channel was told so, and whose warehouse is disconnected. */
async function shopWithout() {
  const all = await shopToldOfMugs(own);
  const { shop } = all;
  await shop.inTenant((tenant) => disconnect(tenant, shop.warehouseId));
  const settings = { api_key: 'demo-amware-key', base_url: `${shop.sandbox.origin}/amware`, webhook_secret: '' };
  const connectAgain = () => connectTried(shop.engine, shop, { connector: 'amware', name: 'Amware', settings });
  /** An order of four that waits for a person. */
  const sell = async () => {
    shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 4 }], serviceCode: 'pigeon' });
    await shop.read('orders');
  };
  return { ...all, connectAgain, sell };
}

test('what was promised while no warehouse was connected is told once it is connected again and has counted', async () => {
  const { shop, quantities, connectAgain, sell } = await shopWithout();
  await sell();
  expect(quantities()).toHaveLength(1);
  await connectAgain();
  await shop.sync();
  expect(quantities().slice(1)).toEqual([['MUG', '1', 16]]);
});

test('nothing is told by a count of before a warehouse was disconnected', async () => {
  const { shop, quantities, connectAgain, sell } = await shopWithout();
  count(shop, 0);
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'read_stock', kind: '500', probability: 1 });
  await connectAgain();
  await sell();
  expect(quantities()).toHaveLength(1);
  shop.sandbox.control.faults.clear();
  await shop.engine.passTime();
  await shop.sync();
  expect(quantities().slice(1)).toEqual([['MUG', '1', 0]]);
});
