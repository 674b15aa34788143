import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { tabTo } from '../../../test/browser/by-tab.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { addConnection, addOrders } from '../../../test/shop/rows.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const operator = 'olive@demo.crossdock';
const admin = 'amira@demo.crossdock';

/** Two orders of one city, one of another. */
beforeAll(async () => {
  const [account] = await product.database.sql<{ id: string }>(
    'select account_id as id from members m join users u on u.id = m.user_id where u.email = $1',
    [operator],
  );
  const channel = await addConnection(product.database, Number(account?.id));
  await addOrders(product.database, Number(account?.id), channel, [
    { source_order_number: 'VIEW-1', city: 'Bath', country: 'GB', source_ref_num: 'PO-77', locked: false },
    { source_order_number: 'VIEW-2', city: 'Bath', country: 'GB', source_ref_num: null, locked: true },
    { source_order_number: 'VIEW-3', city: 'Lyon', country: 'FR', source_ref_num: null, locked: false },
  ]);
});

const headings = async (page: Page) => (await page.getByRole('columnheader').allInnerTexts()).filter((text) => text !== '');
const shows = (page: Page, heading: string) => page.getByRole('columnheader', { name: heading }).waitFor();

test('by keyboard alone a column is chosen and moved, and the list is saved as a view that opens first, and shared', async () => {
  const page = await visit('/orders?country=GB', { as: operator });
  await tabTo(page, page.getByRole('button', { name: 'Columns', exact: true }).and(page.locator('[aria-haspopup="dialog"]')));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Columns' }).locator(':focus').waitFor();
  await tabTo(page, page.getByRole('checkbox', { name: 'City', exact: true }));
  await page.keyboard.press('Space');
  for (let place = 8; place > 1; place--) {
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText(`City is column ${place} of 9`).waitFor({ state: 'attached' });
  }
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await shows(page, 'City');
  expect((await headings(page)).slice(0, 3)).toEqual(['Order', 'City', 'Status']);

  await tabTo(page, page.getByRole('button', { name: 'Save view', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Save view' }).getByRole('textbox', { name: 'Name' }).waitFor();
  await page.locator('input[name="name"]:focus').waitFor();
  await page.keyboard.type('Bath desk');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Bath desk' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');

  const again = await visit('/orders', { as: operator });
  await again.getByRole('button', { name: 'Bath desk' }).waitFor();
  expect(new URL(again.url()).searchParams.get('country')).toBe('GB');
  expect((await headings(again)).slice(0, 3)).toEqual(['Order', 'City', 'Status']);
});

test('a colleague uses a shared view in one click, sees what differs from it, and goes back to it', async () => {
  const page = await visit('/orders', { as: admin });
  await page.getByRole('link', { name: 'VIEW-3' }).waitFor();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Bath desk' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Bath desk' }).click();
  await shows(page, 'City');
  await page.getByRole('link', { name: 'VIEW-3' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Total', exact: true }).click();
  await page.getByRole('button', { name: 'Save changes to view' }).waitFor();
  await page.getByRole('link', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Save changes to view' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('orderBy')).toBeNull();
  await page.getByRole('link', { name: 'Total', exact: true }).click();
  await page.getByRole('button', { name: 'Save changes to view' }).waitFor();
  const other = await visit(`${new URL(page.url()).pathname}${new URL(page.url()).search}&status=error`, {
    as: operator,
    expected: [/409/],
  });
  await page.getByRole('button', { name: 'Save changes to view' }).click();
  await page.getByText('“Bath desk” was saved.').waitFor();
  await page.getByRole('button', { name: 'Save changes to view' }).waitFor({ state: 'detached' });
  await other.getByRole('button', { name: 'Save changes to view' }).click();
  await other.getByText(/changed “Bath desk” on .*\. Reset shows it as it is now/).waitFor();
  await other.getByRole('link', { name: 'Reset' }).click();
  await other.waitForURL((url) => url.searchParams.get('orderBy') === 'total_cost' && !url.searchParams.has('status'));
  await page.getByRole('button', { name: 'Bath desk' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
});

test('views are found, renamed and deleted in their own list, which the menu leads to', async () => {
  const page = await visit('/orders', { as: admin });
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Week’s end');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Week’s end' }).click();
  await page.getByRole('menuitem', { name: 'Manage views' }).click();
  await page.getByRole('heading', { name: 'Saved views' }).waitFor();
  await page.getByRole('button', { name: 'Edit Week’s end' }).click();
  await page.getByLabel('Share with everyone here').check({ force: true });
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Friday');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: 'Friday' });
  await row.getByText('Everyone here').waitFor();
  await row.getByRole('button', { name: 'Delete Friday' }).click();
  await page.getByText('It goes for everyone who uses it. The orders stay as they are.').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await row.waitFor({ state: 'detached' });
});

test('on a phone', async () => {
  const page = await visit('/orders?columns=order_number.city', { as: admin, phone: true });
  const card = page.getByRole('row').filter({ hasText: 'VIEW-1' });
  await card.getByText('Alex Doe').waitFor();
  await expect.poll(() => card.getByText('Bath').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('On the way to the customer');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'On the way to the customer' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).waitFor();
  await expectAccessible(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto(`${page.url()}&orderDir=ASC`);
  await page.getByRole('button', { name: 'Save changes to view' }).waitFor();
  const name = page.getByRole('button', { name: /^On the way/ }).getByText('On the way to the customer');
  await expect.poll(() => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
