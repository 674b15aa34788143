import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { notify } from '../../../platform/events.ts';
import { withoutPerson } from '../../../platform/tenant.ts';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { expectWholeByTab, tabTo } from '../../../test/browser/by-tab.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { indexWords } from '../../../test/index-words.ts';
import { testProduct } from '../../../test/product.ts';
import { addIssues, addOrders } from '../../../test/shop/rows.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
let as = '';
let order = { id: '', source: '' };

/**
 * A channel with three orders of Ada's, one of which alone is W-9001, and fifty-one of Mary's; and two products, one of them with a part of
 * its stock on hold.
 */
beforeAll(async () => {
  as = product.signIns[0]?.email ?? '';
  const { sql } = product.database;
  const [account] = await sql<{ id: string }>(
    'select account_id as id from members m join users u on u.id = m.user_id where u.email = $1',
    [as],
  );
  const [channel] = await sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities, confirms, state) values ($1, 'ship_station', 'shelf',
      'Shelf', '{orders,confirmations,hints}', 'whole_order', 'paused') returning id`,
    [account?.id],
  );
  const inserted = await sql<{ id: string; source: string }>(
    `insert into orders (account_id, connection_id, remote_id, source_order_number, source_status, source_state, order_date, imported_day,
      currency, customer_name,
      customer_email, address, city, postal_code, country, shipping_cost, tax_cost, total_cost, content_hash, remote_modified_at, archived_at)
    select $1, $2, n, 'W-' || n, 'x', 'waiting', '2026-03-04T09:14:00Z', '2026-03-04', 'USD', case when n > 9100 then 'Mary Manifold'
      else 'Ada Lovelace' end, 'ada' || n || '@example.com', '1 Main Street',
      'Austin', '78701', 'US', 0, 0, 10, 'x', now(), now()
        from (select generate_series(9001, 9003) union all select generate_series(9101, 9151)) as given (n)
        returning id, source_order_number as source`,
    [account?.id, channel?.id],
  );
  await sql(
    `insert into products (account_id, sku, name, image_url, quantity_on_hand, quantity_on_hold) values ($1, 'QUARTZ-1', 'Quartz lamp',
      null, 1200, 34), ($1, 'QUARTZ-2', 'Quartz bowl', 'gone.png', 3, 0)`,
    [account?.id],
  );
  await indexWords(product.database, Number(account?.id));
  order = inserted.find(({ source }) => source === 'W-9001') ?? order;
});

const search = async (page: Page, words: string) => {
  await page.getByPlaceholder('Search...').fill(words);
  await page.getByRole('button', { name: 'Go', exact: true }).click();
};

/** A page as the server sends it. */
async function pageOf(path: string): Promise<Response> {
  const headers = { cookie: await product.cookieOf(as), accept: 'text/html' };
  return fetch(product.origin + path, { headers, redirect: 'manual' });
}

const hits: [name: string, noun: string, words: () => string, path: () => unknown][] = [
  ['our number', 'orders', () => `SO-${order.id}`, () => `/orders/${order.id}`],
  ['an e-mail', 'orders', () => 'ada9001@example.com', () => `/orders/${order.id}`],
  ['a word of a raw material', 'raw_materials', () => 'ribbon', () => expect.stringMatching(/^\/raw-materials\/\d+$/)],
];

test.each(hits)('one hit leads to what it is: %s', async (_, noun, words, path) => {
  const { status, headers } = await pageOf(`/search/${noun}?q=${encodeURIComponent(words())}`);
  expect([status, headers.get('location')]).toEqual([302, path()]);
});

test('several hits are a list, of many the newest are shown, none says so, and no words do nothing', async () => {
  const page = await visit('/', { as });
  await search(page, 'ada lovelace');
  await page.getByRole('heading', { name: 'Search results in orders for "ada lovelace"' }).waitFor();
  const table = page.getByRole('table', { name: 'Orders found' });
  await expect.poll(() => table.locator('tbody tr').count()).toBe(3);
  await expect
    .poll(() => table.getByRole('columnheader').allInnerTexts())
    .toEqual(['Order number', 'Status', 'Source', 'Customer', 'E-mail', 'Date']);
  await expect.poll(() => table.getByText(/^3\/4\/26 \d\d:14$/).count()).toBe(3);
  await page.getByRole('link', { name: 'Back to orders' }).click();
  await page.waitForURL('**/orders');
  await search(page, '  ');
  expect(new URL(page.url()).pathname).toBe('/orders');
  await search(page, 'manifold');
  await page.getByText('These are the newest 50.').waitFor();
  await expect.poll(() => table.locator('tbody tr').count()).toBe(50);
  await expect.poll(() => page.getByRole('link', { name: 'see all in Orders' }).getAttribute('href')).toBe('/orders?search=manifold');
  await search(page, 'nobody at all');
  await page.getByText('Sorry, no results found.').waitFor();
  await expectAccessible(page);
});

test('what waits among the results says why and has its remedy, and results are narrowed to one status', async () => {
  const { sql } = product.database;
  const [at] = await sql<{ account: string; id: string }>(`select account_id as account, id from connections where slug = 'shelf'`);
  const account = Number(at?.account);
  const [stopped, other] = await addOrders(product.database, account, Number(at?.id), [
    { source_order_number: 'NINA-1', customer_name: 'Nina Grace' },
    { source_order_number: 'NINA-2', customer_name: 'Nina Grace' },
  ]);
  await addIssues(product.database, account, [
    { order_id: Number(stopped), connection_id: at?.id, subject: 'NINA-MUG', sentence: { code: 'sku_not_linked', sku: 'NINA-MUG' } },
  ]);
  await sql(`update orders set order_status = 'error', open_issues = 1 where id = $1`, [stopped]);
  await indexWords(product.database, account);

  const page = await visit(`/search/orders?q=${encodeURIComponent('nina grace')}`, { as });
  const table = page.getByRole('table', { name: 'Orders found' });
  await table.getByText('SKU NINA-MUG is not linked to a warehouse product.').waitFor();
  await expectAccessible(page);
  await pressEnter(table.getByRole('button', { name: 'Link product' }));
  const dialog = page.getByRole('dialog', { name: 'Link product' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await pressEnter(page.getByRole('group', { name: 'Status filter' }).getByRole('button'));
  await page.getByRole('menuitem', { name: 'Error 1' }).click();
  await table.getByText('NINA-2').waitFor({ state: 'detached' });
  await expect.poll(() => table.locator('tr[data-row]').count()).toBe(1);
  await page.getByRole('link', { name: 'Remove Status: Error' }).click();
  await table.getByText('NINA-2').waitFor();

  // The words mean one order now: who is at work on it is not led away.
  await pressEnter(table.getByRole('button', { name: 'Link product' }));
  await dialog.waitFor();
  await sql('update orders set deleted_at = now() where id = $1', [other]);
  await withoutPerson(product.database.database, account, async (tenant) => notify(tenant, 'issues', []));
  await table.getByText('NINA-2').waitFor({ state: 'detached' });
  expect(await dialog.isVisible()).toBe(true);
});

test('while somebody types, the box offers orders, products and raw materials with their counts, and Enter still searches', async () => {
  const page = await visit('/', { as, expected: [/404/] });
  const box = page.getByPlaceholder('Search...');
  const found = page.getByRole('listbox', { name: 'Found' });
  await page.keyboard.press('/');
  await page.keyboard.type('manifold');
  await found.getByText('Orders 20+').waitFor();
  await expect.poll(() => found.getByRole('option').count()).toBe(7);
  await expect.poll(() => found.getByRole('option').last().innerText()).toBe('All 20+ orders');
  await expectAccessible(page);
  // What was found for other words is gone with the key that changes them.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/search?q=quartz', async (route) => held.promise.then(() => route.continue()));
  await box.fill('quartz');
  await expect.poll(() => found.count()).toBe(0);
  held.resolve();
  await found.getByRole('group', { name: 'Products 2' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => found.locator('[aria-selected="true"]').innerText()).toMatch(/QUARTZ-1/);
  await expect.poll(() => box.getAttribute('aria-activedescendant')).toBe(await found.locator('[aria-selected="true"]').getAttribute('id'));
  await page.keyboard.press('Escape');
  await found.waitFor({ state: 'detached' });
  await expect.poll(() => box.inputValue()).toBe('quartz');
  await page.keyboard.press('ArrowDown');
  await found.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Quartz lamp', level: 1 }).waitFor();
  await search(page, 'quartz');
  await page.getByRole('link', { name: 'Products 2' }).click();
  await page.getByRole('table', { name: 'Products found' }).waitFor();
  // In another tab it leaves this one as it is; opened here, it leaves the box empty.
  await box.press('ArrowDown');
  const offer = found.getByRole('option').filter({ hasText: 'QUARTZ-1' }).first();
  const tab = page.context().waitForEvent('page');
  await offer.click({ modifiers: ['ControlOrMeta'] });
  await (await tab).close();
  expect(await box.inputValue()).toBe('quartz');
  await offer.click();
  await page.getByRole('heading', { name: 'Quartz lamp', level: 1 }).waitFor();
  await expect.poll(() => box.inputValue()).toBe('');
});

test('rows of an earlier search never stand under new words of a list', async () => {
  const page = await visit('/orders?archived=yes', { as });
  const rows = page.getByRole('table', { name: 'Orders' });
  await rows.waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(/search=lovelace/, async (route) => held.promise.then(() => route.continue()));
  await page.getByRole('main').getByRole('searchbox').fill('lovelace');
  await expect.poll(() => rows.isVisible()).toBe(false);
  await page.getByText('Searching…').waitFor();
  held.resolve();
  await page.getByText('3 orders').waitFor();
  await expect.poll(() => rows.isVisible()).toBe(true);
});

test('the header box and a list search 150 ms after the last key, and a list at once on Enter', async () => {
  const page = await visit('/orders?archived=yes', { as });
  const [box, list] = [page.getByPlaceholder('Search...'), page.getByRole('main').getByRole('searchbox')];
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/search') asked.push(searchParams.get('q'));
    if (pathname === '/orders.data') asked.push(searchParams.get('search'));
  });
  await box.fill('man');
  await page.getByRole('listbox', { name: 'Found' }).waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  asked.length = 0;
  const after150 = async (words: string) => {
    await page.clock.runFor(149);
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => asked).toEqual([words]);
    asked.length = 0;
  };
  await box.fill('manifold');
  await after150('manifold');
  await list.fill('lovel');
  await after150('lovel');
  await list.fill('lovelace');
  await pressEnter(list);
  // The press is drawn first, which takes a frame or two.
  await page.clock.runFor(40);
  await expect.poll(() => asked).toEqual(['lovelace']);
});

test('products show their picture or a box, and what is available; one hit leads to its product, by keyboard alone', async () => {
  const page = await visit('/search/products?q=quartz', { as, expected: [/404/] });
  const rows = page.getByRole('table', { name: 'Products found' }).locator('tbody tr');
  await expect.poll(() => rows.first().innerText()).toMatch(/Quartz lamp\s+QUARTZ-1\s+1,166/);
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('td img')].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
  await expectAccessible(page);
  await page.keyboard.press('/');
  await page.keyboard.type('quartz lamp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Quartz lamp', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/products\/\d+$/);
  await expect.poll(() => page.getByRole('definition').first().innerText()).toBe('1,166');
  await page.getByRole('main').getByRole('link', { name: 'Products' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  await page.getByRole('searchbox', { name: 'Search by name, SKU or UPC' }).focus();
  await page.keyboard.type('quartz');
  await page.keyboard.press('Enter');
  // Both products are there before as well: the rows are those of the words once nothing is searched.
  await page.getByText('Searching…').waitFor({ state: 'detached' });
  await page.getByText('2 products').waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Quartz lamp', level: 1 }).waitFor();
});

test('an image of one’s own is put in place of the warehouse’s, and removed again; what is none is refused', async () => {
  const page = await visit('/search/products?q=quartz%20bowl', { as, expected: [/404/, /422/] });
  const picture = page.locator('main img');
  const choose = (mimeType: string, buffer: Buffer) =>
    page.locator('input[type="file"]').setInputFiles({ name: 'bowl.png', mimeType, buffer });
  await choose('image/png', Buffer.from('no pixels'));
  await page.getByText('This is not an image that we take.').waitFor();
  await choose('image/png', Buffer.from(pixel, 'base64'));
  await page.getByText('The image was changed.').waitFor();
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('main img');
    return image?.src.includes('/uploads/images/') && image.complete && image.naturalWidth === 1;
  });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove image' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove image' }).click();
  await page.getByText('The image was removed.').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('button:focus', { hasText: 'Change image' }).waitFor();
  await page.getByRole('button', { name: 'Remove image' }).waitFor({ state: 'detached' });
  await expect.poll(() => picture.getAttribute('src')).not.toContain('/uploads/images/');
});

test('a picture that the warehouse names elsewhere is asked for from us alone, and shown once there is a copy', async () => {
  const { sql } = product.database;
  const [{ accountId } = { accountId: 0 }] = await sql<{ accountId: number }>(
    `update products set image_url = 'https://pictures.example/lamp.png' where sku = 'QUARTZ-1' returning account_id::int as "accountId"`,
  );
  const asked: string[] = [];
  const page = await visit('/search/products?q=quartz%20lamp', {
    as,
    before: async (opened) => {
      opened.on('request', (request) => request.resourceType() === 'image' && asked.push(new URL(request.url()).host));
    },
  });
  const picture = page.locator('main img');
  await expect.poll(() => picture.getAttribute('data-missing')).toBe('true');
  await page.route('**/uploads/outside?*', (route) => route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') }));
  await withoutPerson(product.database.database, accountId, async (tenant) => notify(tenant, 'outside_pictures', []));
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('main img:not([data-missing])')?.naturalWidth === 1);
  expect(await picture.getAttribute('src')).toBe('/uploads/outside?address=https%3A%2F%2Fpictures.example%2Flamp.png');
  expect([...new Set(asked)]).toEqual([new URL(page.url()).host]);
});

test('a product that is not there is a page that says so', async () => {
  const page = await pageOf('/products/999999999');
  expect(page.status).toBe(404);
  expect(await page.text()).toContain('There is nothing here');
});

test('a search that fails says so and keeps what was asked', async () => {
  const { sql } = product.database;
  await sql('alter function ranked_orders(text[], text, int) rename to ranked_none');
  try {
    const page = await visit('/', { as, expected: [/500|Server Error/] });
    await search(page, 'ada');
    await page.getByText('There was an error performing search. Please try again later').waitFor();
    await expect.poll(() => page.getByPlaceholder('Search...').inputValue()).toBe('ada');
    await expectAccessible(page);
  } finally {
    await sql('alter function ranked_none(text[], text, int) rename to ranked_orders');
  }
});

/** An image of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Waits until the field has the focus. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('[role="combobox"]:focus').waitFor();
}

test('what is typed while the palette is still being fetched is in its field, and does nothing to the page', async () => {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const page = await visit('/orders', {
    as,
    before: async (opened) => {
      await opened.route('**/assets/palette-*.js', async (route) => {
        asked.resolve();
        await held.promise;
        await route.continue();
      });
    },
  });
  await page.keyboard.press('Control+k');
  await asked.promise;
  await page.keyboard.type('/jx');
  await page.keyboard.press('Backspace');
  held.resolve();
  const field = page.locator('[role="combobox"]:focus');
  await expect.poll(() => field.inputValue()).toBe('/j');
  await page.keyboard.type('am');
  await expect.poll(() => field.inputValue()).toBe('/jam');
});

test('the line that somebody chose in the palette stays chosen when more is found', async () => {
  const page = await visit('/settings/views', { as });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/search?*', async (route) => held.promise.then(() => route.continue()));
  await openPalette(page);
  await page.keyboard.type('W-9001');
  await page.getByRole('option', { name: 'Search orders for “W-9001”' }).waitFor();
  await page.keyboard.press('ArrowDown');
  const chosen = page.getByRole('option', { selected: true });
  const label = await chosen.innerText();
  held.resolve();
  await page.getByRole('option', { name: `SO-${order.id}` }).waitFor();
  expect(await chosen.innerText()).toBe(label);
});

test('by keyboard alone: / searches, Ctrl K goes to a page, an order by its number, an order as it is found', async () => {
  const page = await visit('/', { as });
  await page.keyboard.press('/');
  await page.keyboard.type('lovelace');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Search results in orders' }).waitFor();
  await page.getByRole('listbox', { name: 'Found' }).waitFor({ state: 'detached' });
  await expectWholeByTab(page);
  await tabTo(page, page.getByRole('link', { name: /^Raw materials \d/ }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Search results in raw materials for "lovelace"' }).waitFor();
  await page.goBack();
  await tabTo(page, page.getByRole('link', { name: `SO-${order.id}` }));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/orders/${order.id}`);
  await page.goBack();
  await openPalette(page);
  await page.keyboard.type('activ');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/activity');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await openPalette(page);
  await page.keyboard.type(`so-${order.id}`);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/orders/${order.id}`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await openPalette(page);
  await page.getByPlaceholder('Page, order, SKU, customer, vendor…').waitFor();
  await page.keyboard.type('ada9002');
  await page.getByRole('option', { name: 'W-9002' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('on a phone', async () => {
  const page = await visit('/search/orders?q=lovelace', { as, phone: true, expected: [/404/] });
  await page.getByRole('table', { name: 'Orders found' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  for (const path of ['/search/products?q=quartz%20lamp', '/raw-materials', '/search/raw_materials?q=ribbon']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  }
});
