import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../platform/tenant.ts';
import { expectAccessible } from '../../test/browser/accessible.ts';
import { testBrowser } from '../../test/browser.ts';
import { testProduct } from '../../test/product.ts';
import { storeItems } from '../products/items.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'olive@demo.crossdock';
let accountId: number;

beforeAll(async () => {
  const [account] = await product.database.sql<{ id: string }>(
    'select account_id as id from members m join users u on u.id = m.user_id where u.email = $1',
    [as],
  );
  accountId = Number(account?.id);
});

/** What the warehouse says of an item. */
const feed = (sku: string, name: string) =>
  inTenant(product.database.database, { accountId, userId: null }, (tenant) =>
    storeItems(tenant, 0, [{ sku, name, upc: '501', description: null, imageUrl: null, warehouseLocation: 'KY1' }]),
  );

test('a person sorts products into categories, creates and edits one, and gives a field back to the warehouse', async () => {
  await feed('MUG-1', 'Their mug');
  const page = await visit('/products', { as });
  await page.locator('html[data-hydrated]').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Categories' }).press('Enter');
  const categories = page.getByRole('dialog', { name: 'Products Categories' });
  await categories.getByRole('textbox', { name: 'Add New Category' }).fill('Mugs');
  await page.keyboard.press('Enter');
  await categories.getByRole('textbox', { name: 'Name of Mugs' }).fill('Cups');
  await expectAccessible(page);
  await categories.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The categories were saved.').waitFor();

  await page.getByRole('button', { name: 'New product' }).press('Enter');
  await page.getByRole('textbox', { name: 'SKU' }).fill('POT-1');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A pot');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Cups');
  await page.keyboard.press('Enter');
  await page.getByText('The product was created.').waitFor();
  await page.waitForURL(/\/products\/\d+$/);
  await page.getByRole('heading', { name: 'A pot' }).waitFor();
  await expectAccessible(page);

  await page.goto(`${new URL(page.url()).origin}/products?search=MUG-1`);
  await page.locator('html[data-hydrated]').waitFor();
  await page.getByRole('row', { name: /MUG-1/ }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Edit product' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Our mug');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Our mug' }).waitFor();
  await feed('MUG-1', 'Their newer mug');
  await page.reload();
  await page.locator('html[data-hydrated]').waitFor();
  await page.getByText('Set here. The warehouse says: “Their newer mug”').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use the warehouse’s Name' }).press('Enter');
  await page.getByRole('heading', { name: 'Their newer mug' }).waitFor();
  expect(await page.getByText('Set here.').count()).toBe(0);
});

test('on a phone the list shows what is low, by its tab', async () => {
  await feed('LOW-1', 'A low one');
  await feed('FULL-1', 'A full one');
  await product.database.sql(
    `update products set reorder_point = 5, quantity_on_hand = case sku when 'LOW-1' then 2 else 50 end, stock_taken_at = now() where sku in ('LOW-1', 'FULL-1')`,
  );
  const page = await visit('/products', { as, phone: true });
  await page.getByRole('link', { name: 'Low stock' }).click();
  await page.getByText('A low one').waitFor();
  await page.getByText('A full one').waitFor({ state: 'detached' });
  await expectAccessible(page);
});
