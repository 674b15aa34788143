import { expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'olive@demo.crossdock';

test.each([
  // Less than 960 px for the list.
  ['beside headings of which one is hidden', '/purchase-orders', 1_000],
  ['on cards', '/purchase-orders', 390],
  ['where not all columns that sort were chosen', '/purchase-orders?columns=po_number.vendor_name', 1_440],
])('a list says what it is sorted by, and is sorted otherwise, %s', async (_, path, width) => {
  // Numbers go on where those of earlier tests ended.
  const [first] = await product.database.sql('select po_number from purchase_orders order by id limit 1');
  const page = await visit(path, { as });
  await page.setViewportSize({ width, height: 800 });
  const sorted = page.getByLabel('Sorted by');
  expect(await sorted.locator('option:checked').innerText()).toBe('Date, descending');
  // In a window that is still as wide as it was before it cannot have the focus.
  await sorted.waitFor();
  await sorted.focus();
  await sorted.selectOption('Order, ascending');
  await page.waitForURL(/orderBy=po_number&orderDir=ASC/);
  await expect.poll(() => page.locator('tr[data-row] a').first().innerText()).toMatch(new RegExp(`^${first?.po_number}\\b`));
  expect(await sorted.evaluate((select) => select === document.activeElement)).toBe(true);
});

test('where all headings are there, they alone say it; where one is hidden, and on cards, everyone can use the choice', async () => {
  const page = await visit('/purchase-orders', { as });
  await page.setViewportSize({ width: 1_440, height: 800 });
  await page.getByRole('columnheader', { name: 'Date' }).waitFor();
  const sorted = page.getByLabel('Sorted by');
  expect(await sorted.isVisible()).toBe(false);
  for (const width of [1_000, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await sorted.waitFor();
    await expectAccessible(page);
  }
});

test('on a phone the choice is on the screen where only a search stands beside it', async () => {
  const page = await visit('/settings/team/departments', { as: 'amira@demo.crossdock', phone: true });
  const box = await page.getByLabel('Sorted by').boundingBox();
  expect(box && box.x + box.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
});
