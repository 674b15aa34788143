import { beforeAll, expect, test } from 'vitest';
import { withoutPerson } from '../../../platform/tenant.ts';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { fadeSlowly } from '../../../test/browser/fade-slowly.ts';
import { idle } from '../../../test/browser/idle.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { storeItems } from '../products/items.ts';
import { finishLots, storeLots } from '../warehouse/lots.ts';
import { finishSnapshot, storeStock } from '../warehouse/stock.ts';
import { changeItem } from './items/commands.ts';

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
  withoutPerson(product.database.database, accountId, (tenant) =>
    storeItems(tenant, 0, [{ sku, name, upc: '501', description: null, imageUrl: null, warehouseLocation: 'KY1' }]),
  );

test('a person sorts products into categories, creates and edits one, and gives a field back to the warehouse', async () => {
  await feed('MUG-1', 'Their mug');
  const page = await visit('/products', { as, expected: [/409/] });
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'Categories' }));
  const categories = page.getByRole('dialog', { name: 'Products Categories' });
  await categories.getByRole('textbox', { name: 'Add New Category' }).fill('Mugs');
  await page.keyboard.press('Enter');
  await categories.getByRole('textbox', { name: 'Name of Mugs' }).fill('Cups');
  await expectAccessible(page);
  await categories.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The categories were saved.').waitFor();
  // A second click on its bin is not a second deletion, which would fail.
  await pressEnter(page.getByRole('button', { name: 'Categories' }));
  await categories.getByRole('textbox', { name: 'Add New Category' }).fill('Bowls');
  await page.keyboard.press('Enter');
  const held = Promise.withResolvers<void>();
  await page.route('**/categories/delete/*', (route) => held.promise.then(() => route.continue()));
  const bin = categories.getByRole('button', { name: 'Delete Bowls' });
  await bin.click();
  await expect.poll(() => bin.isDisabled()).toBe(true);
  held.resolve();
  await bin.waitFor({ state: 'detached' });
  // What a colleague did in the meantime is told, and what was typed stays: names, and a new one that was not added yet.
  const rename = (from: string, to: string) => product.database.sql('update categories set name = $2 where name = $1', [from, to]);
  await categories.getByRole('textbox', { name: 'Add New Category' }).fill('Plates');
  await categories.getByRole('textbox', { name: 'Name of Cups' }).fill('Beakers');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await rename('Cups', 'Goblets');
  await categories.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/renamed “Cups” to “Goblets” on .*\. Look at it again before you save\./).waitFor();
  const beakers = categories.getByRole('textbox', { name: 'Name of Goblets' });
  await expect.poll(() => beakers.inputValue()).toBe('Beakers');
  await beakers.fill('Cups');
  await categories.getByRole('button', { name: 'Save' }).click();
  await categories.waitFor({ state: 'detached' });
  expect(await product.database.sql(`select name from categories where name in ('Cups', 'Plates') order by 1`)).toHaveLength(2);

  await pressEnter(page.getByRole('button', { name: 'New product' }));
  // The form is longer than a small screen; what creates the product is in sight from its beginning.
  await page.setViewportSize({ width: 390, height: 640 });
  const create = page.getByRole('button', { name: 'Create product' });
  await expect.poll(async () => ((await create.boundingBox())?.y ?? 640) + 32).toBeLessThan(640);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('textbox', { name: 'SKU' }).fill('POT-1');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A pot');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Cups');
  await page.keyboard.press('Enter');
  await page.getByText('The product was created.').waitFor();
  await page.waitForURL(/\/products\/\d+$/);
  await page.getByRole('heading', { name: 'A pot' }).waitFor();
  await expectAccessible(page);

  await page.goto(`${new URL(page.url()).origin}/products?search=MUG-1`);
  await page.getByRole('row', { name: /MUG-1/ }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Edit product' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Our mug');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Our mug' }).waitFor();
  await feed('MUG-1', 'Their newer mug');
  await page.reload();
  await page.getByText('Set here. The warehouse says: “Their newer mug”').waitFor();
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'Use the warehouse’s Name' }));
  await page.getByRole('heading', { name: 'Their newer mug' }).waitFor();
  await expect.poll(() => page.getByText('Set here.').count()).toBe(0);
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

/** What the warehouse counts, so many hours ago. */
async function count(sku: string, onHand: number, hours: number): Promise<void> {
  const [warehouse] = await product.database.sql<{ id: string }>(
    `select id from connections where account_id = $1 and connector = 'amware'`,
    [accountId],
  );
  const takenAt = new Date(Date.now() - hours * 3_600_000);
  const row = {
    ...{ sku, warehouseId: 'KY1', location: 'A-01', lot: 'L7', onHand, onHold: 2, allocated: 0, available: onHand - 2 },
    ...{ expiresOn: '2020-01-31', serials: ['S-1', 'S-2', 'S-3', 'S-4'] },
  };
  await withoutPerson(product.database.database, accountId, async (tenant) => {
    await storeLots(tenant, Number(warehouse?.id), [row], takenAt);
    await storeStock(tenant, Number(warehouse?.id), [row], takenAt);
    await finishSnapshot(tenant, Number(warehouse?.id), takenAt);
    await finishLots(tenant, Number(warehouse?.id), takenAt);
  });
}

test('a person finds a product, reads its stock over time, links its SKU to another one, and puts it up for sale', async () => {
  await feed('WAL-9', 'Walnut mug');
  await feed('POT-9', 'A pot to link');
  await count('WAL-9', 40, 49);
  await count('WAL-9', 12, 0);
  await product.database.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, name, product_id)
     select $1, c.id, 'SHOP-MUG', 'Mug of the shop', p.id from connections c, products p
     where c.account_id = $1 and c.connector = 'ship_station' and p.account_id = $1 and p.sku = 'WAL-9'`,
    [accountId],
  );
  const page = await visit('/products', { as, expected: [/upload-product/] });
  await page.getByRole('searchbox', { name: 'Search by name, SKU or UPC' }).fill('walnut');
  await page.getByText('1 product', { exact: true }).waitFor();
  await page.getByRole('row', { name: /WAL-9/ }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Walnut mug' }).waitFor();

  const curve = page.getByRole('region', { name: 'Stock over time' });
  await curve.getByText('The curve as a table').click();
  await curve.getByRole('row', { name: /12\s+10$/ }).waitFor();
  await curve.getByRole('row', { name: /40\s+38$/ }).waitFor();
  await page.getByText('and 1 more').click();
  await page.getByText('S-4').waitFor();
  await page.getByText('not offered since Jan 31, 2020').waitFor();
  await page.getByText('10 units expire soon and are not offered to channels.').waitFor();
  await expectAccessible(page);

  await pressEnter(page.getByRole('button', { name: 'Change link' }));
  const link = page.getByRole('dialog', { name: 'Link of SHOP-MUG' });
  await link.getByText('No waiting order goes by this link.').waitFor();
  await link.getByLabel('Search products').fill('POT-9');
  await link.getByRole('radio', { name: 'POT-9', checked: true }).waitFor();
  await expectAccessible(page);
  await link.getByRole('button', { name: 'Change link' }).click();
  await page.getByText('No channel item is linked to this product yet.').waitFor();

  await pressEnter(page.getByRole('button', { name: 'Upload to marketplace' }));
  const upload = page.getByRole('dialog', { name: 'Upload WAL-9' });
  const profiles = upload.getByRole('combobox', { name: 'Profiles' });
  await profiles.fill('no such profile');
  await page.getByText('Sorry, no matching options.').waitFor();
  await profiles.fill('');
  await page.locator('[data-combobox-option]').first().click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  // What is refused says why; in both cases the profile stays chosen, and the button can be used again.
  const replies = [
    { status: 409, json: { errorMessage: 'The channel is paused. Resume it first.', code: 'paused' } },
    { status: 500, body: '' },
  ];
  await page.route('**/upload-product', (route) => route.fulfill(replies.shift()), { times: 2 });
  await upload.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('The channel is paused. Resume it first.').waitFor();
  await upload.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('Sorry, there was an error processing your request').waitFor();
  await upload.getByRole('button', { name: 'Upload' }).click();
  await upload.getByText(/^WAL-9 was uploaded to /).waitFor();
  await expectAccessible(page);
  // Whoever leaves while it is on its way hears of its end elsewhere.
  const held = Promise.withResolvers<void>();
  await page.route('**/upload-product', (route) => held.promise.then(() => route.continue()), { times: 1 });
  await upload.getByRole('button', { name: 'Upload' }).click();
  await upload.getByText('Uploading product to Channel Advisor...').waitFor();
  await page.keyboard.press('Escape');
  await upload.waitFor({ state: 'detached' });
  held.resolve();
  await page.getByText(/^WAL-9 was uploaded to /).waitFor();
  expect([...product.sandbox.control.advisor().products.rows.values()].map(({ Title }) => Title)).toContain('Walnut mug');
});

test('a person puts everything that a search finds up for sale, and nothing without a profile', async () => {
  await product.database.sql(
    `insert into products (account_id, sku, name) select $1, 'LAMP-' || n, 'Lamp no. ' || n from generate_series(10, 39) as n`,
    [accountId],
  );
  const page = await visit('/products?search=lamp&perPage=25', { as });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Select all 30 products that match' }).click();
  await page.getByRole('button', { name: 'Upload to marketplace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload to marketplace: 30 products' });
  const upload = dialog.getByRole('button', { name: 'Upload' });
  await upload.and(page.locator(':disabled')).waitFor();
  await dialog.getByRole('combobox', { name: 'Profiles' }).click();
  await page.locator('[data-combobox-option]').first().click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await upload.click();
  await page.getByText('30 products are being uploaded.').waitFor();
  await page.getByRole('link', { name: 'See the run' }).click();
  await page.getByRole('heading', { name: /Upload/ }).waitFor();
});

test('a value of many products is not set before its field is there', async () => {
  await feed('LID-1', 'A lid');
  await product.database.sql(`update products set reorder_point = 7 where sku = 'LID-1'`);
  const page = await visit('/products?search=LID-1', { as });
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/reorder-point-field-*.js', (route) => held.promise.then(() => route.continue()));
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Set reorder point' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set reorder point: 1 product' });
  const set = dialog.getByRole('button', { name: 'Set reorder point' });
  await set.waitFor();
  expect(await set.isDisabled()).toBe(true);
  held.resolve();
  // Empty, it means something: never.
  await dialog.getByRole('textbox', { name: 'Reorder point' }).waitFor();
  await expect.poll(() => set.isEnabled()).toBe(true);
});

test('who edits an item leaves what a colleague changed meanwhile, and is told before they save over it', async () => {
  await feed('CUP-1', 'Their cup');
  const [cup] = await product.database.sql<{ id: string }>(`select id from products where sku = 'CUP-1'`);
  const rename = (name: string) =>
    withoutPerson(product.database.database, accountId, (tenant) => changeItem(tenant, 'products', Number(cup?.id), { name }));
  const page = await visit(`/products/${cup?.id}`, { as, expected: [/409/] });
  await page.getByRole('button', { name: 'Edit product' }).click();
  await page.getByRole('textbox', { name: 'Unit' }).fill('CASE');
  await rename('Our cup');
  await page.getByText('Our cup').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('The product was saved.').waitFor();
  const stored = await product.database.sql('select name, unit from products where id = $1', [cup?.id]);
  expect(stored).toEqual([{ name: 'Our cup', unit: 'CASE' }]);

  await page.getByRole('button', { name: 'Edit product' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My cup');
  await rename('Our best cup');
  await page.getByText('Our best cup').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(/changed Name to “Our best cup”.*Look at it again before you save\./).waitFor();
  await idle(page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'My cup' }).waitFor();
  // Of what the warehouse says, nothing else.
  expect(await page.getByText('Set here.').count()).toBe(1);
});

test('whoever deletes a product is led to the list', async () => {
  await feed('BIN-1', 'A bin');
  await product.database.sql(`update products set named_at = null where sku = 'BIN-1'`);
  const page = await visit('/products?search=BIN-1', { as, before: fadeSlowly });
  await page.getByRole('row', { name: /BIN-1/ }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Delete BIN-1' }).click();
  // The event of the deletion, and what the page might read then, are there before its reply.
  const events = await page.evaluateHandle(
    () =>
      new Promise<{ first: Promise<unknown> }>((listens) => {
        const source = new EventSource('/api/events');
        const first = new Promise((heard) => source.addEventListener('message', heard));
        source.addEventListener('open', () => listens({ first }));
      }),
  );
  await page.route('**/api/products/*', async (route) => {
    const response = await route.fetch();
    await events.evaluate(({ first }) => first);
    await page.evaluate(() => fetch('/products'));
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.waitForURL(/\/products$/);
  await page.getByRole('heading', { name: 'Products', exact: true }).waitFor();
});
