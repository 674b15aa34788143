import { expect, test } from 'vitest';
import type { SellerOrder } from '../../../sandbox/ship-station/order.ts';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct({ sandbox: { pace: 'manual', limits: { shipStation: null, amware: null } } });
const { visit } = testBrowser(product);
const as = 'olive@demo.crossdock';

test('a person compares a part with the order that it was split off, says that the goods are the same, and takes that back', async () => {
  await product.sell({
    orderNumber: 'PART-1',
    items: [
      { sku: '85123A', quantity: 3 },
      { sku: '22423', quantity: 1 },
    ],
  });
  await sent('PART-1');
  const { seller } = product.sandbox.control;
  const whole = [...seller().orders.values()].find(({ orderNumber }) => orderNumber === 'PART-1') as SellerOrder;
  // As a split leaves it, with the webhook that ShipStation sends for a new order.
  await product.sell({ orderNumber: 'PART-1', parentId: whole.orderId, items: [{ sku: '85123A', quantity: 1 }] });
  const part = [...seller().orders.values()].find(({ parentId }) => parentId === whole.orderId) as SellerOrder;
  await expect.poll(() => idOf(part.orderId)).toBeTypeOf('number');
  const page = await visit(`/orders/${await idOf(part.orderId)}`, { as });
  await page.getByRole('button', { name: 'Compare orders' }).click();
  const panel = page.getByRole('dialog', { name: 'Compare orders' });
  await panel.getByRole('row', { name: /85123A.* 3 1$/ }).waitFor();
  await panel.getByRole('button', { name: 'Save decision' }).click();
  await panel.getByText('Choose one of the two').waitFor();
  await expectAccessible(page);
  await panel.getByRole('radio', { name: 'Same goods' }).check();
  await page.keyboard.press('Enter');
  await page.getByText(/^Nothing of SO-\d+ is sent\.$/).waitFor();
  await page.getByText('The same goods as the other order, as was decided here').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Compare orders' }).waitFor();
});

async function sent(number: string): Promise<void> {
  const rows = () => product.database.sql('select 1 from orders where source_order_number = $1 and in_amware = 1', [number]);
  await expect.poll(async () => (await rows()).length).toBe(1);
}

async function idOf(remoteId: number): Promise<number | undefined> {
  const rows = await product.database.sql<{ id: string }>('select id from orders where remote_id = $1 and open_issues > 0', [
    String(remoteId),
  ]);
  return rows[0] && Number(rows[0].id);
}
