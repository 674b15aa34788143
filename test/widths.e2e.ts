import type { Page } from 'playwright';
import { beforeAll, expect, test, vi } from 'vitest';
import { expectAccessible } from './browser/accessible.ts';
import { expectLaidOut, widths } from './browser/laid-out.ts';
import { bluePixels } from './browser/pixels.ts';
import { pressEnter } from './browser/press.ts';
import { testBrowser } from './browser.ts';
import { testProduct } from './product.ts';

const product = testProduct({ sandbox: { pace: 'instant', limits: { shipStation: null, amware: null } } });
const { visit } = testBrowser(product);
const admin = 'jonas@demo.crossdock';

const lines = [
  { sku: '85123A', quantity: 2 },
  { sku: 'ODD-WIDE-AND-A-VERY-LONG-SKU', name: 'SET OF 3 CAKE TINS PANTRY DESIGN WITH A LONG NAME', quantity: 120_000 },
];

let [stopped, refused, webhook] = ['', '', ''];
beforeAll(async () => {
  // Rows that differ in their words alone: to look at twice as many takes twice as long.
  await product.database.sql('update accounts set page_size = 25');
  await product.sell(
    { orderNumber: 'WIDE-1', items: lines, serviceCode: 'carrier_pigeon' },
    { orderNumber: 'WIDE-2', items: [{ sku: '22423', quantity: 1 }] },
  );
  const ids = () =>
    product.database.sql<{ id: string }>(
      "select id from orders where source_order_number like 'WIDE-%' and checked_at is not null order by id",
    );
  await vi.waitFor(async () => expect(await ids()).toHaveLength(2), { interval: 50, timeout: 170_000 });
  stopped = `/orders/${(await ids())[0]?.id}`;
  const [push] = await product.database.sql<{ product_id: string }>(
    `with linked as (select * from connector_products where product_id is not null order by id limit 1),
      told as (insert into stock_pushes (account_id, connection_id, connector_product_id, quantity, outcome, reason)
        select account_id, connection_id, id, 120000, 'refused', '{"code":"their_words","text":"The channel has no product with the SKU 85123A_PACK_OF_SIX.","status":null}' from linked)
    select product_id from linked`,
  );
  refused = `/products/${push?.product_id}`;
  const [added] = await product.database.sql<{ id: string }>(
    `with added as (insert into event_subscriptions (account_id, name, url, types, secret, failing_since)
        select id, 'Ledger of the accounts department', 'https://receiver-of-events.example.com/crossdock/with/a/long/path/to/the/ledger',
          '{order.shipped,order.cancelled,issue.opened,issue.closed,stock.changed,purchase_order.received}', '', now() - interval '2 days'
        from accounts where name = 'Northwind Gifts' returning account_id, id),
      event as (insert into events (account_id, type, record_id) select account_id, 'purchase_order.received', 120000 from added returning id)
    insert into event_deliveries (account_id, subscription_id, event_id, due_at)
      select account_id, added.id, event.id, now() + interval '1 day' from added, event returning subscription_id as id`,
  );
  webhook = added?.id ?? '';
});

/** What is looked at: where it is, and how one gets from there to what has no address of its own. */
const screens: [name: string, at: () => string, go?: (page: Page) => Promise<void>][] = [
  ['Home', () => '/'],
  ['the orders list', () => '/orders?view=all'],
  ['the orders that need attention', () => '/orders?view=attention'],
  ['an order that waits for a person', () => stopped],
  ['an order that is edited', () => `${stopped}?edit=1`, (page) => page.getByRole('button', { name: 'Discard' }).waitFor()],
  ['purchase orders', () => '/purchase-orders'],
  ['products', () => '/products'],
  ['a product whose stock a channel refused', () => refused],
  ['raw materials', () => '/raw-materials'],
  ['connections', () => '/settings/connectors'],
  ['a connection', () => '/settings/connectors/ship_station'],
  ['its products', () => '/settings/connectors/channel_advisor/products'],
  ['its shipping options', () => '/settings/connectors/ship_station/shipping-options'],
  [
    'a rule that is tried on an order',
    () => '/settings/connectors/ship_station/field-mappings',
    async (page) => {
      await page.getByRole('button', { name: 'Try', exact: true }).click();
      await page.getByRole('columnheader', { name: 'Before' }).waitFor();
      await page.getByText('What the channel’s order says').click();
    },
  ],
  ['its log', () => '/settings/connectors/ship_station/logs'],
  ['activity', () => '/activity'],
  ['export of orders', () => '/import-export'],
  ['import and export of products', () => '/import-export?of=products'],
  ['files of links and aliases', () => '/import-export?of=links'],
  [
    'an import',
    () => '/import-export?of=raw_materials',
    async (page) => {
      await page.getByRole('link', { name: 'supplier-november.csv' }).click();
      await page.getByRole('button', { name: /^Apply/ }).waitFor();
    },
  ],
  ['what a search finds', () => '/search/orders?q=WIDE'],
  ['the account', () => '/settings/account'],
  ['tickets', () => '/support-tickets'],
  ['a ticket', () => '/support-tickets?status=all', (page) => opensFirst(page, /support-tickets\/\d+/)],
  ['the support form', () => '/support'],
  ['departments', () => '/settings/team/departments'],
  ['the team', () => '/settings/team'],
  ['the profile', () => '/settings/profile'],
  ['the SKUs to link', () => '/skus-to-link'],
  ['the causes of a type', () => '/issues/stock_refused'],
  ['saved views', () => '/settings/views'],
  ['tags', () => '/settings/tags'],
  ['notifications', () => '/settings/notifications'],
  ['webhooks', () => '/settings/webhooks'],
  ['a webhook', () => `/settings/webhooks/${webhook}`],
];

async function opensFirst(page: Page, address: RegExp): Promise<void> {
  await page.locator('a[data-open]').first().click();
  await page.waitForURL(address);
}

const isRead = (page: Page) => page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });

/** Goes there, unless the window was opened with it. */
async function show(page: Page, path: string): Promise<void> {
  if (page.url() !== new URL(path, page.url()).href) await page.goto(path);
  await isRead(page);
}

/** Five at a time in one window, which is not opened and cleaned for each. */
const windows = Array.from({ length: Math.ceil(screens.length / 5) }, (_, at) => screens.slice(5 * at, 5 * at + 5)).map(
  (some) => [some.map(([name]) => name).join(', '), some] as const,
);

test.each(windows)(
  'at no width from 390 to 1,920 px anything of %s overlaps, leaves the page or stacks letters',
  async (_, some) => {
    const page = await visit(some[0]?.[1]() ?? '', { as: admin });
    for (const [name, at, go] of some) {
      await show(page, at());
      await go?.(page).then(() => isRead(page));
      await expectLaidOut(page, async (width) => {
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/${name.replaceAll(' ', '-')}-${width}.png`, fullPage: true });
      });
    }
  },
  // Forty-five looks.
  480_000,
);

test('nor anything of what super admins see', async () => {
  const [{ id } = { id: '' }] = await product.database.sql<{ id: string }>("select id from accounts where name = 'Harbour Outdoor'");
  await product.database.sql(
    `insert into portal_messages (body, level, start_date, end_date) values ('The last pick-up is at 16:00.', 'info', now(), now() + interval '1 day')`,
  );
  const page = await visit('/settings/super/accounts', { as: 'sam@demo.crossdock' });
  for (const path of ['accounts', `accounts/${id}`, 'mappable-fields', 'portal-messages']) {
    await show(page, `/settings/super/${path}`);
    await expectLaidOut(page);
  }
  await product.database.sql('delete from portal_messages');
});

test('everyone can use the screens that no other test looks at, in light and in dark', async () => {
  const page = await visit('/settings/views', { as: 'amira@demo.crossdock', expected: [/404/] });
  const look = (path: string) => show(page, path).then(() => expectAccessible(page));
  for (const name of ['views', 'account', 'connectors/ship_station/locations']) await look(`/settings/${name}`);
  const [run] = await product.database.sql<{ id: string }>('select min(id) as id from runs');
  for (const path of ['/activity', '/activity?tab=syncs', `/activity/${run?.id}`, '/support', '/nothing-here']) await look(path);
  await page.context().clearCookies();
  for (const path of ['/forgot-password', '/reset-password', '/invitation', '/outbox']) await look(path);
});

test('on a wide desk what waits and its channel stand close to each other', async () => {
  const page = await visit('/', { as: admin });
  await page.setViewportSize({ width: 1920, height: 900 });
  const rows = page.locator('main li[data-row]');
  await rows.first().waitFor();
  const apart = await rows.evaluateAll((all) =>
    all.map((row) => {
      const [what, where] = [...row.querySelectorAll('p')].map((each) => each.getBoundingClientRect().left);
      return (where ?? 0) - (what ?? 0);
    }),
  );
  expect(apart.filter((px) => px <= 0 || px >= 640)).toEqual([]);
});

test('at every width a popover stays on the screen', async () => {
  const page = await visit('/orders?view=all', { as: admin });
  for (const opener of ['Date', 'Source', 'Filter', 'Columns']) {
    await page.getByRole('button', { name: opener, exact: true }).click();
    const popover = page.locator('[role="menu"], [role="dialog"]');
    await popover.waitFor();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(() => popover.boundingBox().then((box) => box && box.x >= 0 && box.x + box.width <= width)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
  }
});

test('where columns are scrolled, the tick box and the number stay', async () => {
  const columns = 'order_number.order_status.order_source.customer_name.city.company_name.shipping_method.source_shipping.total_cost';
  const page = await visit(`/orders?view=all&columns=${columns}`, { as: admin });
  const row = page.locator('tr[data-row]').first();
  const places = async () => {
    const boxes = await Promise.all([
      row.locator('input').boundingBox(),
      row.locator('a[data-open]').boundingBox(),
      row.locator('td').last().boundingBox(),
    ]);
    return boxes.map((box) => Math.round(box?.x ?? -1));
  };
  const [tick, number, last] = await places();
  await page.locator('table').evaluate((table) => table.parentElement?.scrollBy(300, 0));
  await expect.poll(places).toEqual([tick, number, (last ?? 0) - 300]);
});

test('the ground beside a dialog covers the window to its edge, where the scrollbar has its place too', async () => {
  const page = await visit('/orders?view=all', { as: admin });
  const ground = 'dialog, [role="dialog"], .mantine-Modal-overlay';
  const isCovered = () => page.evaluate((it) => Boolean(document.elementFromPoint(innerWidth - 2, innerHeight - 60)?.closest(it)), ground);
  for (const [width, open] of [
    [1024, () => page.keyboard.press('?')],
    [390, () => page.getByRole('button', { name: 'Open the navigation' }).click()],
  ] as const) {
    await page.setViewportSize({ width, height: 600 });
    await expect.poll(() => page.evaluate(() => innerWidth - document.documentElement.offsetWidth)).toBeGreaterThan(5);
    expect(await isCovered()).toBe(false);
    await open();
    await page.getByRole('dialog').waitFor();
    await expect.poll(isCovered, { message: `at ${width} px` }).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('a dialog moves nothing of the page below it, whether that is long enough to scroll or not', async () => {
  const page = await visit('/settings/connectors', { as: 'amira@demo.crossdock' });
  const places = () => page.locator('main').evaluate((main) => [main.getBoundingClientRect().left, main.getBoundingClientRect().right]);
  const dialog = page.getByRole('dialog', { name: 'Connect ShipStation' });
  for (const height of [300, 2_000]) {
    await page.setViewportSize({ width: 1440, height });
    await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([1440, height]);
    const before = await places();
    await pressEnter(page.getByRole('button', { name: 'Connect ShipStation' }));
    await dialog.locator(':focus').waitFor();
    await page.locator('body[data-scroll-locked]').waitFor({ state: 'attached' });
    expect(await places(), `at ${height} px`).toEqual(before);
    // Nor is the dialog elsewhere while the page is not locked yet.
    const left = () => dialog.evaluate((element) => element.getBoundingClientRect().left);
    const locked = await left();
    await page.evaluate(() => document.body.removeAttribute('data-scroll-locked'));
    expect(await left(), `at ${height} px`).toBe(locked);
    await page.evaluate(() => document.body.setAttribute('data-scroll-locked', '1'));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});

test('on a phone a selected card shows that it is, from edge to edge', async () => {
  const page = await visit('/orders?view=all', { as: admin, phone: true });
  const rows = page.locator('tr[data-row]');
  await rows.first().getByRole('checkbox').check();
  await page.locator('tr[data-ticked]').first().waitFor();
  await page.mouse.move(0, 0);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect.poll(() => rows.evaluateAll(areClear), { message: scheme }).toEqual([false, true]);
    // What a cell were coloured with would end at the cell.
    expect(new Set(await rows.first().locator('td').evaluateAll(areClear))).toEqual(new Set([true]));
  }
});
const areClear = (all: Element[]) => all.map((each) => getComputedStyle(each).backgroundColor === 'rgba(0, 0, 0, 0)');

test('what empties a search box has our colours, not the blue of the browser', async () => {
  const page = await visit('/orders?view=all', { as: admin });
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const box of [page.getByPlaceholder('Search...'), page.getByRole('main').getByRole('searchbox')]) {
      await box.fill('W');
      await box.hover();
      expect(await bluePixels(page, await box.screenshot()), scheme).toBe(0);
      await box.fill('');
    }
  }
});

test('a button that is at work shows it in its middle, with motion or without', async () => {
  const page = await visit(stopped, { as: admin, expected: [/ERR_FAILED/] });
  const held = Promise.withResolvers<void>();
  await page.route('**/hold', async (route) => held.promise.then(() => route.abort()), { times: 1 });
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hold' }).click();
  const loader = page.getByRole('dialog').locator('.mantine-Button-loader');
  await loader.waitFor();
  const isInTheMiddle = () =>
    loader.evaluate((spinner) => {
      const [own, around] = [spinner, spinner.closest('button') as Element].map((each) => each.getBoundingClientRect()) as [
        DOMRect,
        DOMRect,
      ];
      return (
        Math.abs(own.x + own.width / 2 - around.x - around.width / 2) < 2 &&
        Math.abs(own.y + own.height / 2 - around.y - around.height / 2) < 2
      );
    });
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion });
    await expect.poll(isInTheMiddle, { message: reducedMotion }).toBe(true);
  }
  held.resolve();
});
