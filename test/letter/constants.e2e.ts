import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { openDirectory } from '../../app/people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../app/people/accounts/people.ts';
import { testBrowser } from '../browser.ts';
import { noonZone } from '../noon.ts';
import { testProduct } from '../product.ts';
import { addConnection, addOrders } from '../shop/rows.ts';
import { constants } from './constants.ts';

// Times and sizes that the specification names, measured in a browser whose clock the test moves.

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'clara@example.com';
let slug = '';

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Clock Shop' });
  await createUser(directory, { email: as, name: 'Clara Uhr', role: 'account_admin', accountId });
  await directory.close();
  const [account] = await product.database.sql('select timezone from accounts where id = $1', [accountId]);
  expect(account).toEqual({ timezone: 'UTC' });
  await product.database.sql('update accounts set timezone = $2 where id = $1', [accountId, noonZone]);
  const id = await addConnection(product.database, accountId);
  const done = { order_status: 'cancelled', cancelled_at: '2026-11-20T12:00:00Z', checked_at: '2026-11-20T12:00:00Z' };
  await addOrders(
    product.database,
    accountId,
    id,
    Array.from({ length: 3 }, (_, n) => ({ ...done, source_order_number: `C-${n}` })),
  );
  await product.database.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, name) select $1, $2, 'C-' || n, 'Clock ' || n from generate_series(1, 600) n`,
    [accountId, id],
  );
  await product.database.sql(`insert into products (account_id, sku, name) values ($1, 'CLOCK', 'A clock')`, [accountId]);
  await product.database.sql(
    `insert into categories (account_id, kind, name) select $1, 'products', 'Category ' || n from generate_series(1, 40) n`,
    [accountId],
  );
  const [row] = await product.database.sql<{ slug: string }>(
    `update connections set capabilities = capabilities || '{listings}' where id = $1 returning slug`,
    [id],
  );
  slug = row?.slug ?? '';
});

/** From here on the test moves the page's clock. What a page waits for with a signal follows it too. */
async function standStill(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => {
    AbortSignal.timeout = (ms) => {
      const waiting = new AbortController();
      setTimeout(() => waiting.abort(new DOMException('', 'TimeoutError')), ms);
      return waiting.signal;
    };
  });
}

/** What is so after exactly this time, and not a millisecond before. */
async function after(page: Page, ms: number, isSo: () => Promise<boolean>): Promise<void> {
  await page.clock.runFor(ms - 1);
  expect(await isSo()).toBe(false);
  await page.clock.runFor(1);
  await expect.poll(isSo).toBe(true);
}

test('products are searched 700 ms after the last key, five pages are offered, and an import is waited for 60 s', async () => {
  const page = await visit(`/settings/connectors/${slug}/products`, { as });
  const pages = page.getByRole('navigation', { name: 'Pages' }).getByLabel(/^Page \d+$/);
  await expect.poll(() => pages.allInnerTexts()).toEqual(['1', '2', '3', '4', '5', '12']);
  await page.getByRole('group', { name: 'Connection status filter' }).getByRole('button').click();
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['All', 'Linked', 'Unlinked']);
  await page.keyboard.press('Escape');
  await standStill(page);
  const search = page.getByPlaceholder('Product SKU, ID or title');
  await search.fill('Clock');
  await page.clock.runFor(500);
  await search.fill('Clock 12');
  await after(page, 700, async () => page.url().includes('Clock'));
  await page.route(`**/api/connectors/${slug}/products`, () => undefined);
  await page.getByRole('button', { name: 'Import Products' }).click();
  await after(page, 60_000, () => page.getByText('Connector products are still being imported.').isVisible());
});

test('each constant of the specification is measured here, or where a test of its screen is', async () => {
  const found = await Promise.all(
    constants.map(async ([constant, file, measure]) => ({
      constant,
      isMeasured: (await readFile(`${import.meta.dirname}/../../${file}`, 'utf8')).includes(measure),
    })),
  );
  expect(found.filter(({ isMeasured }) => !isMeasured).map(({ constant }) => constant)).toEqual([]);
});

test('a list to choose from is at most 400 px high', async () => {
  const page = await visit('/import-export?of=products', { as });
  await page
    .getByRole('combobox', { name: 'Categories' })
    .or(page.getByLabel('Categories', { exact: true }))
    .first()
    .click();
  const list = page.getByRole('listbox');
  await list.getByRole('option').nth(29).waitFor({ state: 'attached' });
  const highest = () =>
    list.evaluate((shown) => {
      const around = [shown, ...shown.querySelectorAll('*')];
      for (let parent = shown.parentElement; parent; parent = parent.parentElement) around.push(parent);
      return around.map((each) => getComputedStyle(each).maxHeight).find((height) => height.endsWith('px'));
    });
  await expect.poll(highest).toBe('400px');
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(400);
});

test('an export is waited for 60 s, and begins a month ago', async () => {
  const page = await visit('/import-export', { as });
  const dates = page.locator('input[type=date]');
  const values = await dates.evaluateAll((each) => each.map((input) => (input as HTMLInputElement).value));
  expect(values).toHaveLength(2);
  const [from = '', to = ''] = values;
  expect(to).toBe(new Date().toLocaleDateString('en-CA', { timeZone: noonZone }));
  const [monthBefore] = await product.database.sql<{ day: string }>(`select ($1::date - interval '1 month')::date::text as day`, [to]);
  expect(from).toBe(monthBefore?.day);
  await standStill(page);
  await page.route('**/api/orders/export/**', () => undefined);
  await page.getByRole('button', { name: 'Export orders' }).click();
  await after(page, 60_000, () => page.getByText('Your data is still being exported.').isVisible());
});

test('a bulk action asks 200 ms after its click, and the list is read again 2 s after its reply, and once its run has ended', async () => {
  const page = await visit('/orders', { as, expected: [/api\/runs/, /api\/events/] });
  await page
    .getByRole('checkbox', { name: /^Select SO-/ })
    .first()
    .check();
  await standStill(page);
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive: 1 order' });
  await after(page, 200, () => dialog.isVisible());
  await page.route('**/api/orders/bulk-action', (route) =>
    route.fulfill({ status: 202, json: { message: 'Archive: 1 order done.', alertType: 'success', runId: 1, total: 1 } }),
  );
  await page.route('**/api/events?*', (route) => route.fulfill({ status: 204 }));
  const ended = Promise.withResolvers<void>();
  await page.route('**/api/runs/1', async (route) => {
    await ended.promise;
    await route.fulfill({ json: { state: 'done', sentence: '1 order is in the archive.', done: 1, failed: 0, undoable: false } });
  });
  const read: string[] = [];
  page.on('request', (request) => read.push(request.url()));
  const replied = page.waitForResponse('**/api/orders/bulk-action');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await replied;
  await dialog.waitFor({ state: 'detached' });
  const lists = () => read.filter((url) => url.includes('/orders.data')).length;
  await after(page, 2_000, async () => lists() > 0);
  const meanwhile = lists();
  ended.resolve();
  await page.getByText('Archive: 1 order is in the archive.').first().waitFor();
  await expect.poll(lists).toBeGreaterThan(meanwhile);
});

test('a message that was written is ticked off for 300 ms, and undo goes back by what was typed within 5 s', async () => {
  const headers = { cookie: await product.cookieOf(as), 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const body = JSON.stringify({ subject_1: 'Shipping', subject_2: 'A clock', description: 'It ticks.' });
  const { id } = await (await fetch(`${product.origin}/support`, { method: 'POST', headers, body })).json();
  const page = await visit(`/support-tickets/${id}`, { as });
  const editor = page.getByRole('textbox', { name: 'Message', exact: true });
  await editor.waitFor();
  await standStill(page);
  await editor.focus();
  await page.keyboard.type('One');
  await page.clock.runFor(4_990);
  await page.keyboard.type(' two');
  await page.clock.runFor(5_010);
  await page.keyboard.type(' three');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => editor.innerText()).toBe('One two');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await editor.innerText()).trim()).toBe('');
  await page.keyboard.type('Written');
  const create = page.getByRole('button', { name: 'Create' });
  await create.click();
  await expect.poll(() => create.locator('svg').count()).toBe(1);
  await after(page, 300, async () => (await create.locator('svg').count()) === 0);
});
