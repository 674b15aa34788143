import { expect, test } from 'vitest';
import type { WarehouseReceipt } from '../../../../connectors/contract.ts';
import { testDatabase } from '../../../../test/database.ts';
import { count, link, shopWithVendor, tell } from '../../../../test/shop/told-of-stock.ts';
import { storeReceipts } from '../../purchase-flow/receipts/store.ts';
import { setReceiptAside } from '../../purchase-orders/unknown-receipts/commands.ts';
import { takeReceiptBack } from '../../purchase-orders/unknown-receipts/take-back.ts';

const own = testDatabase();

/** A shop with fifty mugs, of which a channel is told. */
async function shopWithMugs() {
  const sold = await shopWithVendor(own);
  const { shop } = sold;
  count(shop, 50);
  await link(shop, sold.vendor.id, 'MUG');
  await tell(shop, sold.vendor.id, 'on');
  await shop.sync();
  const receive = async (receipt: Partial<WarehouseReceipt> = {}) => {
    const goods = { type: 'return', sku: 'MUG', quantity: 8, lot: null, carrier: null, freightNumber: null, raw: {} };
    const whole = { ...goods, remoteId: 'R-1', asnId: null, receivedAt: new Date(), ...receipt };
    await shop.inTenant((tenant) => storeReceipts(tenant, shop.warehouseId, [whole]));
    await shop.engine.runJobs();
    const [row] = await own.sql<{ id: string }>('select id from receipts where account_id = $1', [shop.accountId]);
    return Number(row?.id);
  };
  const lastTold = () => sold.quantities().findLast(([sku]) => sku === 'MUG')?.[2];
  return { shop, receive, lastTold };
}

test('what came and is not booked yet is not offered once it is counted, until somebody decides about it', async () => {
  const { shop, receive, lastTold } = await shopWithMugs();
  expect(lastTold()).toBe(50);
  const id = await receive();
  count(shop, 58);
  await shop.sync();
  expect(lastTold()).toBe(50);
  await shop.inTenant((tenant) => setReceiptAside(tenant, id, 'A return'));
  await shop.engine.runJobs();
  expect(lastTold()).toBe(58);
  await shop.inTenant((tenant) => takeReceiptBack(tenant, id));
  await shop.engine.runJobs();
  expect(lastTold()).toBe(50);
});

test('what came after the last count is in none of its figures', async () => {
  const { receive, lastTold } = await shopWithMugs();
  await receive({ receivedAt: new Date(Date.now() + 60_000) });
  expect(lastTold()).toBe(50);
});

test('what left while as much came is told, though the count has as many', async () => {
  const { shop, receive, lastTold } = await shopWithMugs();
  await receive();
  await shop.sync();
  expect(lastTold()).toBe(42);
});

test('a receipt that its warehouse corrects to another SKU no longer keeps back units of the first', async () => {
  const { shop, receive, lastTold } = await shopWithMugs();
  await receive();
  count(shop, 58);
  await shop.sync();
  expect(lastTold()).toBe(50);
  await receive({ sku: 'CUP' });
  expect(lastTold()).toBe(58);
});
