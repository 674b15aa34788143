import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { holdCalls } from '../../../test/browser/hold-calls.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { addLines, addOrder } from '../../../test/shop/rows.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const admin = 'jonas@demo.crossdock';
const path = '/settings/connectors/channel_advisor/products';

/** Chooses from the menu of a row. */
async function chooseMore(page: Page, sku: string, entry: string): Promise<void> {
  await pressEnter(page.getByRole('button', { name: `More for ${sku}`, exact: true }));
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Two products of the warehouse, and four of the channel: one linked, one with an equal SKU, two with none. */
beforeAll(async () => {
  const { sql } = product.database;
  const [connection] = await sql<{ id: string; account_id: string }>(
    `select id, account_id from connections where connector = 'channel_advisor' and disconnected_at is null order by id limit 1`,
  );
  const at = [connection?.account_id, connection?.id];
  await sql(
    `insert into products (account_id, sku, name) values ($1, 'E2E-MUG', 'Mug of the test'), ($1, 'E2E-OWL', 'Cushion owl red') on conflict do nothing`,
    [at[0]],
  );
  await sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, connector_product_id, name, product_id)
     select $1, $2, l.sku, 'L-' || l.sku, l.name, p.id
     from (values ('E2E-MUG-6', 'Six mugs', 'E2E-MUG'), ('E2E-OWL', 'Cushion owl', null), ('E2E-BOX', 'A box', null), ('E2E-OWL-B', 'Cushion owl blue', null)) as l (sku, name, to_sku)
     left join products p on p.account_id = $1 and p.sku = l.to_sku`,
    at,
  );
});

test('an admin finds a product, links it in packs, changes and unlinks it, and deletes one, each with what it would stop', async () => {
  const page = await visit(`${path}?q=E2E`, { as: admin });
  await page.getByText('4 products').waitFor();
  await expectAccessible(page);
  const row = (sku: string) => page.locator('tr[data-row]').filter({ has: page.getByText(sku, { exact: true }) });

  await page.getByRole('button', { name: 'Link E2E-OWL to E2E-OWL' }).click();
  await page.getByText('Portal SKU was mapped successfully').first().waitFor();
  // One button a row: what is linked is changed, and its menu has the rest by name.
  const names = () =>
    row('E2E-MUG-6')
      .getByRole('button')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  await page.getByRole('button', { name: 'Change link of E2E-OWL', exact: true }).waitFor();
  expect(await names()).toEqual(['Change link of E2E-MUG-6', 'More for E2E-MUG-6']);

  // Close titles are offered with what differs marked; the number of units goes with the link.
  await page.getByRole('button', { name: 'Add Link to E2E-OWL-B' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Product Link' });
  await dialog.locator('mark', { hasText: 'red' }).waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Units per sale').fill('3');
  await dialog.getByLabel('Search products').fill('no such product');
  await dialog.getByText('No Results Found').waitFor();
  await dialog.getByLabel('Search products').fill('E2E-MUG');
  await dialog.getByRole('button', { name: 'Link E2E-MUG' }).click();
  await row('E2E-OWL-B').getByText('3 per sale').waitFor();

  await chooseMore(page, 'E2E-OWL-B', 'Unlink');
  const confirm = page.getByRole('dialog', { name: 'Unlink E2E-OWL-B?' });
  await confirm
    .getByText('Future orders containing this product will fail and inventory will not be updated until it is linked to another product.')
    .waitFor();
  await confirm.getByText('No open order goes by this link now.').waitFor();
  await confirm.getByRole('button', { name: 'Unlink' }).click();
  await page.getByRole('button', { name: 'Add Link to E2E-OWL-B' }).waitFor();

  await chooseMore(page, 'E2E-BOX', 'Delete');
  await page.getByRole('dialog', { name: 'Delete E2E-BOX?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The product was deleted.').waitFor();
  await page.getByText('3 products').waitFor();

  // By keys: s searches a product for the row that has the focus, Esc leaves.
  await page.getByRole('button', { name: 'Add Link to E2E-OWL-B' }).focus();
  await page.keyboard.press('s');
  await dialog.locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Change link of E2E-OWL', exact: true }).focus();
  await page.keyboard.press('u');
  const unlinking = page.getByRole('dialog', { name: 'Unlink E2E-OWL?' });
  await unlinking.locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await unlinking.waitFor({ state: 'detached' });

  await page.getByRole('group', { name: 'Connection status filter' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Unlinked' }).click();
  await page.getByText('1 product', { exact: true }).waitFor();
  expect(page.url()).toContain('connectionStatus=Unlinked');
});

test('an admin links all equal SKUs at once, and is told before a deletion how many orders it stops', async () => {
  const { sql } = product.database;
  const [at] = await sql<{ account: string; id: string }>(
    `select account_id as account, id from connections where connector = 'channel_advisor' and disconnected_at is null`,
  );
  await sql(`insert into products (account_id, sku, name) select $1, 'EQ-' || n, 'Equal ' || n from generate_series(1, 3) as n`, [
    at?.account,
  ]);
  await sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, name) select $1, $2, 'EQ-' || n, 'Sold ' || n from generate_series(1, 3) as n`,
    [at?.account, at?.id],
  );
  const page = await visit(`${path}?q=EQ-`, { as: admin });
  await page.getByText('3 products').waitFor();
  await pressEnter(page.getByRole('button', { name: 'Link equal products…' }));
  const equal = page.getByRole('dialog', { name: 'Link equal products' });
  await equal.getByText('EQ-2').first().waitFor();
  await equal.getByRole('button', { name: /^Link \d+ products$/ }).click();
  await page.getByRole('button', { name: 'Change link of EQ-3' }).waitFor();
  await page.getByRole('button', { name: 'Link equal products…' }).waitFor({ state: 'detached' });

  const orderId = await addOrder(product.database, Number(at?.account), Number(at?.id));
  const products = new Map([['EQ-1', Number((await sql<{ id: string }>(`select id from products where sku = 'EQ-1'`))[0]?.id)]]);
  await addLines(product.database, Number(at?.account), orderId, [{ sku: 'EQ-1', quantity: 1 }], products);
  await chooseMore(page, 'EQ-1', 'Delete');
  const confirm = page.getByRole('dialog', { name: 'Delete EQ-1?' });
  await confirm.getByText('1 open order goes by this link now and will stop.').waitFor();
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Delete, stop 1 order' }).click();
  await page.getByText('The product was deleted. 1 order now waits for a link.').waitFor();

  await page.getByRole('button', { name: 'Delete Products' }).click();
  const all = page.getByRole('dialog', { name: 'Delete Products' });
  await all.getByText('Are you sure you want to delete all connector products?').waitFor();
  await all.getByText(/of them (is|are) linked\./).waitFor();
  await expectAccessible(page);
  await all.getByRole('button', { name: 'Cancel' }).click();
});

test('what fails says why, changes nothing, and can be tried again', async () => {
  const { sql } = product.database;
  await sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, name, product_id)
     select p.account_id, c.id, 'FAIL-1', 'A mug of failures', p.id from products p, connections c
     where p.sku = 'E2E-MUG' and c.account_id = p.account_id and c.connector = 'channel_advisor' and c.disconnected_at is null`,
  );
  const page = await visit(`${path}?q=FAIL-1`, { as: admin, expected: [/500/] });
  await pressEnter(page.getByRole('button', { name: 'Change link of FAIL-1' }));
  const dialog = page.getByRole('dialog', { name: 'Link of FAIL-1' });
  await dialog
    .getByText('Without a link, future orders containing this product will fail and inventory will not be updated until it is linked')
    .waitFor();
  await page.route('**/api/connector-products', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await page.getByText('There was an error. Please try again.').waitFor();
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await page.getByText('The product is unlinked.').waitFor();

  await pressEnter(page.getByRole('button', { name: 'Add Link to FAIL-1' }));
  const adding = page.getByRole('dialog', { name: 'Add Product Link' });
  const search = adding.getByLabel('Search products');
  await page.route('**/api/products/search?*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await search.fill('E2E');
  await adding.getByText('There was an error performing search. Please try again later').waitFor();
  await pressEnter(search);
  const links = adding.getByRole('button', { name: /^Link / });
  await links.nth(1).waitFor();
  const calls = await holdCalls(page, '**/api/connector-products');
  await links.nth(0).click();
  await links.nth(1).click();
  calls.fail();
  await page.getByText('There was an error. Please try again.').waitFor();
  expect(calls.count()).toBe(1);
  await page.keyboard.press('Escape');

  await page.goto('/settings/connectors/ship_station/products');
  const held = Promise.withResolvers<void>();
  await page.route('**/products/upload', (route) => held.promise.then(() => route.fulfill({ status: 500, body: '' })), { times: 1 });
  const upload = page.getByRole('button', { name: 'Upload products file' });
  const choose = async () => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), upload.click()]);
    await chooser.setFiles({ name: 'listed.csv', mimeType: 'text/csv', buffer: Buffer.from('sku,title\nFAIL-2,Another mug\n') });
  };
  await choose();
  await expect.poll(() => upload.isDisabled()).toBe(true);
  held.resolve();
  await page.getByText('There was an error. Please try again.').waitFor();
  await expect.poll(() => upload.isEnabled()).toBe(true);
  await choose();
  await page.getByText('1 connector product was imported.').waitFor();
});

test('a field of units that was emptied links nothing, neither by a change nor by an added link', async () => {
  const { sql } = product.database;
  await sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, name, product_id, units_per_sale)
     select c.account_id, c.id, l.sku, l.sku, p.id, l.units
     from (values ('SIX-PACK', 'E2E-MUG', 6), ('NO-PACK', null, 1)) as l (sku, to_sku, units)
     join connections c on c.connector = 'channel_advisor' and c.disconnected_at is null
     left join products p on p.account_id = c.account_id and p.sku = l.to_sku`,
  );
  const kept = () =>
    sql(`select product_id is null as free, units_per_sale from connector_products where name like '%-PACK' order by name`);
  const before = await kept();
  const page = await visit(`${path}?q=-PACK`, { as: admin });
  const missing = 'Say how many units one sale takes';
  await pressEnter(page.getByRole('button', { name: 'Change link of SIX-PACK' }));
  const changing = page.getByRole('dialog', { name: 'Link of SIX-PACK' });
  await changing.getByLabel('Units per sale').fill('');
  await page.keyboard.press('Enter');
  await changing.getByText(missing).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await pressEnter(page.getByRole('button', { name: 'Add Link to NO-PACK' }));
  const adding = page.getByRole('dialog', { name: 'Add Product Link' });
  await adding.getByLabel('Units per sale').fill('');
  await adding.getByLabel('Search products').fill('E2E-MUG');
  await adding.getByRole('button', { name: 'Link E2E-MUG' }).click();
  await adding.getByText(missing).waitFor();
  expect(await kept()).toEqual(before);
  await adding.getByLabel('Units per sale').fill('2');
  await adding.getByText(missing).waitFor({ state: 'detached' });
  await adding.getByRole('button', { name: 'Link E2E-MUG' }).click();
  await expect.poll(kept).toEqual([{ free: false, units_per_sale: 2 }, before[1]]);
});

test('on a phone the rows are cards, and who may not map does not delete all', async () => {
  const page = await visit(`${path}?q=E2E`, { as: 'olive@demo.crossdock', phone: true });
  await page.getByText('Six mugs').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Delete Products' }).count()).toBe(0);
  await expectAccessible(page);
});
