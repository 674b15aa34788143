import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { noonZone } from '../../../../test/noon.ts';
import { link, productOf, shopWithVendor, tell } from '../../../../test/shop/told-of-stock.ts';
import { saveAccount } from '../../../people/accounts/settings/commands.ts';
import { dayAt } from '../../../ui/time/day.ts';
import { changeItem } from '../../catalogue/items/commands.ts';

const own = testDatabase();

const inDays = (days: number) => dayAt(Date.now() + days * 86_400_000, noonZone);

/** A shop of fifty mugs, of which thirty are of a lot that expires in twenty days. */
async function shopWithLots(quantity: 'available' | 'on_hand' = 'available') {
  const sold = await shopWithVendor(own, undefined, quantity, { timezone: noonZone });
  const { shop } = sold;
  const { shelves } = shop.sandbox.control.client();
  for (const [key, each] of shelves.rows) if (each.sku === 'MUG') shelves.rows.set(key, { ...each, on_hand: 0, allocated: 0, on_hold: 0 });
  shelves.put({ sku: 'MUG', warehouse_id: 'KY1', location: 'A-1', lot: 'GOOD', expires_on: inDays(200) }, 20);
  shelves.put({ sku: 'MUG', warehouse_id: 'KY1', location: 'A-1', lot: 'OLD', expires_on: inDays(20) }, 30);
  await link(shop, sold.vendor.id, 'MUG');
  await tell(shop, sold.vendor.id, 'on');
  await shop.sync();
  const lastTold = () => sold.quantities().findLast(([sku]) => sku === 'MUG')?.[2];
  const setDays = async (whose: 'account' | 'product', days: number | null) => {
    const id = await productOf(shop, 'MUG');
    await shop.inTenant((tenant) =>
      whose === 'account' ? saveAccount(tenant, { expiry_days: days ?? 0 }) : changeItem(tenant, 'products', id, { expiry_days: days }),
    );
    await shop.engine.runJobs();
  };
  return { shop, shelves, lastTold, setDays };
}

test('a channel is offered a lot until so many days before it expires as the account says, or the product itself', async () => {
  const { lastTold, setDays } = await shopWithLots();
  expect(lastTold()).toBe(50);
  await setDays('account', 20);
  expect(lastTold()).toBe(20);
  await setDays('product', 19);
  expect(lastTold()).toBe(50);
  await setDays('product', null);
  expect(lastTold()).toBe(20);
});

test('the day that comes is told by the sweep alone', async () => {
  const { shop, lastTold, setDays } = await shopWithLots();
  await setDays('account', 19);
  expect(lastTold()).toBe(50);
  // As if it were tomorrow.
  await own.sql(`update stock_lots set expires_on = expires_on - 1, not_offered_from = not_offered_from - 1 where account_id = $1`, [
    shop.accountId,
  ]);
  await shop.tidy();
  await shop.engine.runJobs();
  expect(lastTold()).toBe(20);
});

test('a book has what lies there, until when it may be sold', async () => {
  const { lastTold, setDays } = await shopWithLots('on_hand');
  await setDays('account', 20);
  expect(lastTold()).toBe(50);
});

test('units that move from one lot to another are told, though there are as many in all', async () => {
  const { shop, shelves, lastTold, setDays } = await shopWithLots();
  await setDays('account', 20);
  for (const [key, each] of shelves.rows) {
    if (each.lot === 'GOOD') shelves.rows.set(key, { ...each, on_hand: 5 });
    if (each.lot === 'OLD') shelves.rows.set(key, { ...each, on_hand: 45 });
  }
  await shop.sync();
  expect(lastTold()).toBe(5);
});
