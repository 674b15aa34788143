import type { Locator, Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { tabTo } from '../../../../test/browser/by-tab.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { addIssues, addLines, addOrder } from '../../../../test/shop/rows.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const operator = 'olive@demo.crossdock';
const sku = 'SIX-GULLS';
let order = 0;

/** An order waits for the link of a SKU that was linked as a pack of six, and a product of the warehouse is one of them. */
beforeEach(async () => {
  const { sql } = product.database;
  const [at] = await sql<{ account: string; channel: string }>(
    `select account_id as account, id as channel from connections where connector = 'ship_station' order by id limit 1`,
  );
  const [account, channel] = [Number(at?.account), Number(at?.channel)];
  await sql(`delete from issues where account_id = $1`, [account]);
  await sql(`insert into products (account_id, sku, name) values ($1, 'GULL', 'One gull') on conflict do nothing`, [account]);
  await sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, units_per_sale) values ($1, $2, $3, 6)
     on conflict (account_id, connection_id, connector_product_sku) do update set product_id = null, linked_by = null, units_per_sale = 6`,
    [account, channel, sku],
  );
  order = await addOrder(product.database, account, channel, { order_status: 'error', blocking_issues: 1 });
  await addLines(product.database, account, order, [{ sku, quantity: 2 }]);
  await addIssues(product.database, account, [
    { order_id: order, subject: sku, connection_id: channel, sentence: { code: 'sku_not_linked', sku } },
  ]);
});

/** What a sale of the order's line takes. */
const taken = async () => {
  const [line] = await product.database.sql('select mapped_sku, units_per_sale from order_lines where order_id = $1', [order]);
  return line;
};

/** Chooses the product by keys, and is shown the six units. */
async function choose(page: Page, panel: Locator): Promise<void> {
  await panel.getByLabel('Search products').and(page.locator(':focus')).waitFor();
  // It is searched for by itself. An Enter that comes once it was found links it at once, with the units of the pack.
  await page.keyboard.type('GULL');
  await panel.getByRole('radio', { name: /^GULL\b/, checked: true }).waitFor();
  await panel.getByText('One sale took 6 units of what was linked before.').waitFor();
  expect(await panel.getByLabel('Units per sale').inputValue()).toBe('6');
}

/** Says one unit instead, and links it. */
async function linkOne(page: Page, panel: Locator): Promise<void> {
  await tabTo(page, panel.getByLabel('Units per sale'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await page.getByText(/^Portal SKU was mapped successfully/).waitFor();
  await expect.poll(taken).toEqual({ mapped_sku: 'GULL', units_per_sale: 1 });
}

test('“Link product” of an issue shows the units of a former pack, and the order takes those that the person says', async () => {
  const page = await visit(`/orders/${order}`, { as: operator });
  await pressEnter(page.getByRole('button', { name: 'Link product', exact: true }).first());
  const panel = page.getByRole('dialog', { name: 'Link product' });
  await choose(page, panel);
  await expectAccessible(page);
  await linkOne(page, panel);
});

test('“Link product” of a line that is edited shows them too', async () => {
  const page = await visit(`/orders/${order}?edit=1`, { as: operator });
  await pressEnter(page.getByRole('button', { name: `Link product: ${sku}` }));
  const panel = page.getByRole('dialog', { name: `Link product: ${sku}` });
  await choose(page, panel);
  await linkOne(page, panel);
});

test('where the names say other numbers of units, nothing is chosen beforehand, and a person says the units', async () => {
  const { sql } = product.database;
  await sql(`insert into products (account_id, sku, name) select account_id, $1, 'A single gull' from products where sku = 'GULL'`, [sku]);
  await sql(`update connector_products set units_per_sale = 1, name = 'Gulls, pack of 6' where connector_product_sku = $1`, [sku]);
  const page = await visit(`/orders/${order}`, { as: operator });
  await pressEnter(page.getByRole('button', { name: 'Link product', exact: true }).first());
  const panel = page.getByRole('dialog', { name: 'Link product' });
  await panel.getByLabel('Search products').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await panel.getByText('Choose the product to link').waitFor();
  await page.keyboard.press('ArrowDown');
  await panel.getByRole('radio', { name: /^SIX-GULLS\b/, checked: true }).waitFor();
  await page.keyboard.press('Enter');
  await panel.getByText('Say how many units one sale takes').waitFor();
  await expectAccessible(page);
  await tabTo(page, panel.getByLabel('Units per sale'));
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await page.getByText(/^Portal SKU was mapped successfully/).waitFor();
  await expect.poll(taken).toEqual({ mapped_sku: sku, units_per_sale: 6 });
});

test('what was no pack is linked without a question about units', async () => {
  await product.database.sql('update connector_products set units_per_sale = 1 where connector_product_sku = $1', [sku]);
  const page = await visit('/skus-to-link', { as: operator });
  await pressEnter(page.getByRole('button', { name: `${sku}: choose a product` }));
  await page.getByRole('heading', { name: `Link ${sku} to a product` }).waitFor();
  expect(await page.getByLabel('Units per sale').count()).toBe(0);
});
