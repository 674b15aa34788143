import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { expectWholeByTab, tabTo } from '../../../test/browser/by-tab.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { noonZone } from '../../../test/noon.ts';
import { everythingIsRead, testProduct } from '../../../test/product.ts';
import { openDirectory } from '../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../people/accounts/people.ts';

const product = testProduct({ sandbox: { limits: { shipStation: 6_000 } } });
const { visit } = testBrowser(product);

const newcomer = 'nia@example.com';

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'New Shop', timezone: noonZone });
  await createUser(directory, { email: newcomer, name: 'Nia Young', role: 'account_admin', accountId });
  await directory.close();
  // In the warehouse's catalogue long before anyone connects it.
  product.sandbox.control.client('second-amware-key').catalogue.take([{ sku: 'MUG', name: 'A mug', units: 10 }]);
});

test('a new account is led from nothing to a flowing order, and mends the one thing that needs a person', async () => {
  const page = await visit('/', { as: newcomer });
  await headline(page, 'Connect a channel and a warehouse, and orders flow');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Connect a channel' }).last().click();
  await connect(page, 'ShipStation', {
    'API key': 'second-key',
    'API secret': 'second-secret',
    'API address': `${product.sandbox.origin}/ship-station`,
  });
  await page.getByRole('link', { name: 'Crossdock, home' }).click();
  await headline(page, 'Connect a warehouse, and orders flow');
  await page.getByRole('link', { name: 'Connect the warehouse' }).click();
  await connect(page, 'Amware', { 'API key': 'second-amware-key', 'Address of the warehouse': `${product.sandbox.origin}/amware` });
  await page.getByRole('link', { name: 'Crossdock, home' }).click();
  await headline(page, 'Everything is flowing. 0 orders today.');
  await expectAccessible(page);

  // A read that is under way would be joined, and may not have the order.
  await everythingIsRead(product);
  sell('N-1');
  const status = await page.evaluate(async () => (await fetch('/api/connectors/ship_station/sync', { method: 'POST' })).status);
  expect(status).toBe(202);
  await headline(page, '1 order waits for a person');
  await page.getByRole('heading', { name: '1 shipping code is not mapped' }).waitFor();
  // On a tablet, beside the navigation, the words are not stacked letter by letter.
  await page.setViewportSize({ width: 768, height: 900 });
  const cause = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Map shipping method' }) });
  await expect.poll(async () => (await cause.last().boundingBox())?.height).toBeLessThan(110);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Map shipping method' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Map shipping method' }).click();
  await headline(page, 'Everything is flowing. 1 order today.');
});

test('a connection with refused credentials is shown first, and the flow shows where orders stop', async () => {
  const page = await visit('/', { as: 'amira@demo.crossdock' });
  const fault = product.sandbox.control.faults.add({ target: 'ship_station', kind: 'expired_credentials', probability: 1 });
  const other = await visit('/settings/connectors/ship_station', { as: 'amira@demo.crossdock' });
  await other.getByRole('button', { name: 'Test' }).click();
  await page.getByRole('heading', { name: '1 connection needs to be reconnected' }).waitFor();
  await page.getByText('ShipStation refuses our credentials').first().waitFor();
  await expectAccessible(page);
  product.sandbox.control.faults.clear(fault.id);
  await page.getByRole('link', { name: 'Reconnect', exact: true }).click();
  await page.getByRole('button', { name: 'Reconnect' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reconnect' }).click();
  await page.getByText('Working', { exact: true }).first().waitFor();
});

test('while the list is in use its rows keep their places, and it says how many are new', async () => {
  const page = await visit('/', { as: 'amira@demo.crossdock' });
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  await rows.first().hover();
  const before = await rows.getByRole('heading').allInnerTexts();
  await product.sell({ orderNumber: 'STEADY-1', serviceCode: 'steady_pigeon', items: [{ sku: '85123A', quantity: 1 }] });
  // What else the demo finds out by then is new, too.
  const more = page.getByRole('button', { name: /^\d+ new$/ });
  await more.waitFor();
  expect(await rows.getByRole('heading').allInnerTexts()).toEqual(before);
  await more.click();
  await page.getByText('steady_pigeon').waitFor();
  await more.waitFor({ state: 'detached' });

  await product.sell({ orderNumber: 'STEADY-2', serviceCode: 'other_pigeon', items: [{ sku: '85123A', quantity: 1 }] });
  await more.waitFor();
  // With a shipping code that is not mapped among them.
  await expectAccessible(page);
  // Neither the pointer nor the focus is in the list any longer: it follows by itself.
  await page.getByPlaceholder('Search...').click();
  await page.getByText('other_pigeon').waitFor();

  // What was mended goes once something else is pressed, when neither the pointer nor the focus is in the list.
  const row = page.getByRole('listitem').filter({ hasText: 'steady_pigeon' }).last();
  await row.getByRole('button', { name: 'Map shipping method' }).click();
  const mapping = page.getByRole('dialog', { name: 'Map shipping method' });
  const opened = mapping.getByRole('combobox', { name: 'Warehouse shipping method' });
  await opened.and(page.locator(':focus')).waitFor();
  // Esc closes it from its last link too.
  await mapping.getByRole('link', { name: 'Open the order' }).press('Escape');
  await mapping.waitFor({ state: 'detached' });
  await pressEnter(row.getByRole('button', { name: 'Map shipping method' }));
  await opened.and(page.locator(':focus')).waitFor();
  await opened.fill('tracked 48');
  await page.getByRole('option', { name: /Tracked 48/ }).click();
  const below = page.getByRole('heading', { name: 'Today', exact: true });
  const top = async () => (await below.boundingBox())?.y;
  await mapping.getByRole('button', { name: 'Map shipping method' }).click();
  await mapping.waitFor({ state: 'detached' });
  await rows.first().hover();
  await row.getByText('Mended').waitFor();
  // What the demo found out before may have come while the dialog closed. From now on nothing moves, also where the pointer has left:
  // only what is pressed elsewhere does.
  const was = await top();
  await page.mouse.move(2, 2);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect([await row.count(), await top()]).toEqual([1, was]);
  await page.getByPlaceholder('Search...').click();
  await row.waitFor({ state: 'detached' });
  await page.getByText('other_pigeon').waitFor();
});

test('by keyboard alone: more SKUs than Home shows are linked one after the other, and those that are equal at once', async () => {
  const { sql } = product.database;
  const skus = Array.from({ length: 8 }, (_, n) => `LINK-${n + 1}`);
  await product.sell({ orderNumber: 'L-1', items: skus.map((sku) => ({ sku, quantity: 1 })) });
  const page = await visit('/', { as: 'olive@demo.crossdock', expected: [/404/] });
  const more = page.getByRole('link', { name: '3 more SKUs' });
  await more.waitFor();
  // Otherwise the next read of the warehouse's products may link them before a person does.
  await sql('update connections set link_same_skus = false');
  await sql(
    `insert into products (account_id, sku, name) select account_id, unnest(array['LINK-1', 'LINK-4', 'LINK-5']), 'A link' from connections
      where slug = 'amware' and account_id = (select account_id from orders where source_order_number = 'L-1')`,
  );
  await expectWholeByTab(page);
  const remedy = page.getByRole('button', { name: 'Link product' }).first();
  await tabTo(page, remedy);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Link product' }).getByLabel('Search products').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await remedy.and(page.locator(':focus')).waitFor();
  await tabTo(page, more);
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'SKUs to link' });
  await table.waitFor();
  await expect.poll(() => table.locator('tbody tr').count()).toBe(8);
  await expectAccessible(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await table
    .getByRole('row', { name: /LINK-1/ })
    .getByText(/^Portal SKU was mapped successfully/)
    .waitFor();
  await page.locator('tr:has-text("LINK-2") button:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Link LINK-2 to a product' }).waitFor();
  await expectAccessible(page);
  // Nothing is chosen beforehand: Enter alone links nothing.
  await page.keyboard.press('Enter');
  await page.getByText('Choose the product to link').waitFor();
  await page.getByRole('radio').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('radio', { checked: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Link LINK-3 to a product' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('tr:has-text("LINK-3") button:focus').waitFor();

  await pressEnter(page.getByRole('button', { name: 'Accept all equal…' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('LINK-5').first().waitFor();
  await tabTo(page, dialog.getByRole('button', { name: 'Link 2 SKUs' }));
  await page.keyboard.press('Enter');
  await page.getByText(/^2 SKUs are linked/).waitFor();
  await page.getByText('4 SKUs to link').waitFor();
  await pressEnter(page.getByText(/^2 SKUs are linked/).getByRole('button', { name: 'Undo' }));
  await page.getByText('6 SKUs to link').waitFor();
});

function headline(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

async function connect(page: Page, connector: string, settings: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: `Connect ${connector}` }).click();
  for (const [label, value] of Object.entries(settings)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: connector }).waitFor();
}

/** An order of something that the new account's warehouse has. */
function sell(orderNumber: string): void {
  product.sandbox.control.seller('second-key').add([{ orderNumber, items: [{ sku: 'MUG', quantity: 1 }] }]);
}
