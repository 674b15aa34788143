import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { openDirectory } from '../../app/people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../app/people/accounts/people.ts';
import { testBrowser } from '../browser.ts';
import { testProduct } from '../product.ts';
import { addConnection } from '../shop/rows.ts';
import { elsewhere } from './elsewhere.ts';
import { click, goTo, provoke } from './provoke.ts';
import * as rows from './rows.ts';
import { specifiedTexts } from './specified-texts.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const [as, superAdmin] = ['trudy@example.com', 'sam@demo.crossdock'];
/** The browser reports each failed request. */
const expected = [/Failed to load resource/, /api\/events/];
let slug = '';
let purchase = '';

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Unlucky Shop' });
  await createUser(directory, { email: as, name: 'Trudy Pech', role: 'account_admin', accountId });
  await directory.close();
  const { sql } = product.database;
  const id = await addConnection(product.database, accountId);
  const [row] = await sql<{ slug: string }>(
    `update connections set capabilities = capabilities || '{listings}' where id = $1 returning slug`,
    [id],
  );
  slug = row?.slug ?? '';
  await sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug')`, [accountId]);
  await sql(`insert into categories (account_id, kind, name) values ($1, 'products', 'Mugs')`, [accountId]);
  const [order] = await sql<{ id: string }>(
    `insert into purchase_orders (account_id, remote_id, source_number, vendor_name) values ($1, 'P-1', 'P-1', 'Acme') returning id`,
    [accountId],
  );
  purchase = order?.id ?? '';
});

test('each text of the specification is provoked here, or where a test of its screen is', async () => {
  const places = await Promise.all(
    Object.entries(elsewhere).map(async ([text, path]) => ({
      text,
      path,
      source: await readFile(`${import.meta.dirname}/../../${path}`, 'utf8'),
    })),
  );
  expect(places.flatMap(({ text, path, source }) => (source.includes(text) ? [] : `${path}: ${text}`))).toEqual([]);
  const provoked = new Set([...rows.provokedHere, ...Object.keys(elsewhere)]);
  expect(specifiedTexts.filter((text) => !provoked.has(text))).toEqual([]);
});

test('exports of orders', async () => {
  await provoke(await visit('/import-export', { as, expected }), rows.ordersExport);
});

test('files of products', async () => {
  const page = await visit('/import-export?of=products', { as, expected });
  await page
    .getByRole('combobox', { name: 'Categories' })
    .or(page.getByLabel('Categories', { exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Mugs' }).click();
  await page.keyboard.press('Escape');
  await provoke(page, rows.itemsExport, async () => {
    const again = page.getByRole('button', { name: 'Try again' });
    if (await again.isVisible()) await again.click();
  });
});

test('categories', async () => {
  const page = await visit('/products', { as, expected });
  await provoke(page, rows.categoriesNotLoaded);
  await page.keyboard.press('Escape');
  await click('Categories')(page);
  await provoke(page, rows.categoryTexts);
});

test('the products and locations of a channel', async () => {
  const page = await visit(`/settings/connectors/${slug}/products`, { as, expected });
  await provoke(page, rows.channelImport(slug));
  await page.goto(`/settings/connectors/${slug}/locations`);
  await provoke(page, rows.locations);
});

test('logs of a connection and of a purchase order', async () => {
  const page = await visit('/settings/views', { as, expected });
  await provoke(page, rows.logs(`/purchase-orders/${purchase}`, '**/api/purchase-orders/*/logs'), goTo('about:blank'));
  await provoke(page, rows.logs(`/settings/connectors/${slug}/logs`, '**/api/connector-logs/**'), goTo('about:blank'));
});

test('files that come in', async () => {
  const page = await visit('/import-export?of=links', { as, expected });
  await rows.chooseFile(page, 'Listing report', 'report.txt');
  await provoke(page, rows.aliases);
  await page.goto('/import-export?of=products');
  await click('Import products')(page);
  await provoke(page, rows.csvImport);
});

test('a search', async () => {
  await provoke(await visit('/orders', { as, expected }), rows.search);
});

test('screens that have nothing to show', async () => {
  const page = await visit('/import-export?of=products', { as, expected });
  for (const [text, path] of rows.empty) {
    if (!page.url().endsWith(path(slug))) await page.goto(path(slug));
    await expect.poll(() => page.getByText(text).or(page.getByPlaceholder(text)).first().isVisible(), { message: text }).toBe(true);
  }
});

test('a mappable field that is not complete', async () => {
  const page = await visit('/settings/super/mappable-fields', { as: superAdmin, expected: [...expected, /422/] });
  await click('Add field')(page);
  await expect.poll(() => page.getByText('Field name, Field Description and Connector fields cannot be empty').count()).toBe(3);
});
