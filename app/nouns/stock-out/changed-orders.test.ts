import { expect, test } from 'vitest';
import type { Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { count, link, productOf, shopWithVendor, tell } from '../../../test/shop/told-of-stock.ts';
import { undoDelete } from '../orders/bulk/archive-and-delete.ts';
import { perform } from '../orders/bulk/perform.ts';
import { saveOrder } from '../orders/editing/save.ts';
import { undoEdit } from '../orders/editing/undo.ts';

const own = testDatabase();
/** As an action on many is told. */
const how = { terms: {}, group: 0 };

/** A channel that is told of fifty mugs and of cups, and an order of four mugs from another that waits here. Returns what was told last. */
async function shopWithOrder() {
  const { shop, vendor, quantities } = await shopWithVendor(own);
  count(shop, 50);
  await shop.sync();
  await link(shop, vendor.id, 'MUG');
  await link(shop, vendor.id, 'CUP');
  await tell(shop, vendor.id, 'on');
  const [sold] = shop.sell({ orderNumber: '1001', serviceCode: 'by_mule', items: [{ sku: 'MUG', quantity: 4 }] });
  await shop.read('orders');
  const { id } = await shop.order('1001');
  const told = async (sku = 'MUG') => {
    await shop.engine.runJobs();
    return quantities().findLast(([of]) => of === sku)?.[2];
  };
  expect([await told(), await told('CUP')]).toEqual([46, 1001]);
  return { shop, id, sold, told };
}

const lineOf = async ({ accountId }: Shop) =>
  Number((await own.sql('select id from order_lines where account_id = $1', [accountId]))[0]?.id);

test('a line that a person changes, adds or removes is told at once, and so is the undo of that', async () => {
  const { shop, id, told } = await shopWithOrder();
  const line = await lineOf(shop);
  const cup = await productOf(shop, 'CUP');
  await shop.inTenant((tenant) => saveOrder(tenant, { id, lineItems: [{ id: line, quantity: 10 }] }));
  expect(await told()).toBe(40);
  await shop.inTenant((tenant) =>
    saveOrder(tenant, {
      id,
      lineItems: [
        { id: line, isDelete: true },
        { product_id: cup, quantity: 3 },
      ],
    }),
  );
  expect([await told(), await told('CUP')]).toEqual([50, 998]);
  await shop.inTenant((tenant) => undoEdit(tenant, id));
  expect([await told(), await told('CUP')]).toEqual([40, 1001]);
});

test('what its own channel changes is told at once', async () => {
  const { shop, sold, told } = await shopWithOrder();
  const seller = shop.sandbox.control.seller();
  if (sold) seller.change(sold, { items: sold.items.map((item) => ({ ...item, quantity: 9 })) });
  await shop.read('orders');
  expect(await told()).toBe(41);
});

test('an order that is deleted claims nothing, until it is restored', async () => {
  const { shop, id, told } = await shopWithOrder();
  await shop.inTenant((tenant) => perform.delete(tenant, [id], how));
  expect(await told()).toBe(50);
  await shop.inTenant((tenant) => undoDelete(tenant, [id], how.group));
  expect(await told()).toBe(46);
});

test('an order that its channel cancels while nobody knows whether the warehouse has it keeps its goods', async () => {
  const { shop, told } = await shopWithOrder();
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: 'drop_after_accept', times: 2 });
  const [sold] = shop.sell({ orderNumber: '1002', items: [{ sku: 'MUG', quantity: 6 }] });
  await shop.read('orders');
  expect(await told()).toBe(40);
  if (sold) shop.sandbox.control.seller().change(sold, { orderStatus: 'cancelled' });
  await shop.read('orders');
  expect(await shop.order('1002')).toMatchObject({ order_status: 'pending' });
  expect(await told()).toBe(40);
});
