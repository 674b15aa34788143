import type { Page } from 'playwright';
import { beforeAll, expect, test, vi } from 'vitest';
import { expectAccessible } from './browser/accessible.ts';
import { expectLaidOut, widths } from './browser/laid-out.ts';
import { testBrowser } from './browser.ts';
import { testProduct } from './product.ts';

const product = testProduct({ sandbox: { pace: 'instant', limits: { shipStation: null, amware: null } } });
const { visit } = testBrowser(product);
const admin = 'jonas@demo.crossdock';

const lines = [
  { sku: '85123A', quantity: 2 },
  { sku: 'ODD-WIDE-AND-A-VERY-LONG-SKU', name: 'SET OF 3 CAKE TINS PANTRY DESIGN WITH A LONG NAME', quantity: 120_000 },
];

let stopped = '';
beforeAll(async () => {
  await product.sell(
    { orderNumber: 'WIDE-1', items: lines, serviceCode: 'carrier_pigeon' },
    { orderNumber: 'WIDE-2', items: [{ sku: '22423', quantity: 1 }] },
  );
  const ids = () =>
    product.database.sql<{ id: string }>(
      "select id from orders where source_order_number like 'WIDE-%' and checked_at is not null order by id",
    );
  await vi.waitFor(async () => expect(await ids()).toHaveLength(2), { interval: 50, timeout: 90_000 });
  stopped = `/orders/${(await ids())[0]?.id}`;
});

const opens = (path: string) => async (page: Page) => void (await page.goto(path));
/** What is looked at, and how to get there. */
const screens: Record<string, (page: Page) => Promise<void>> = {
  Home: opens('/'),
  'the orders list': opens('/orders?view=all'),
  'the orders that need attention': opens('/orders?view=attention'),
  'an order that waits for a person': (page) => opens(stopped)(page),
  'an order that is edited': async (page) => {
    await page.goto(`${stopped}?edit=1`);
    await page.getByRole('button', { name: 'Discard' }).waitFor();
  },
  products: opens('/products'),
  'a product': async (page) => {
    await page.goto('/products');
    await page.locator('a[data-open]').first().click();
    await page.waitForURL(/products\/\d+/);
  },
  'raw materials': opens('/raw-materials'),
  connections: opens('/settings/connectors'),
  'a connection': opens('/settings/connectors/ship_station'),
  'its products': opens('/settings/connectors/channel_advisor/products'),
  'its shipping options': opens('/settings/connectors/ship_station/shipping-options'),
  'a rule that is tried on an order': async (page) => {
    await page.goto('/settings/connectors/ship_station/field-mappings');
    await page.locator('html[data-hydrated]').waitFor();
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Before' }).waitFor();
    await page.getByText('What the channel’s order says').click();
  },
  'its log': opens('/settings/connectors/ship_station/logs'),
  activity: opens('/activity'),
  'import and export': opens('/import-export'),
  'an import': async (page) => {
    await page.goto('/import-export');
    await page.getByRole('link', { name: 'supplier-november.csv' }).click();
    await page.getByRole('button', { name: /^Apply/ }).waitFor();
  },
  'what a search finds': opens('/search/orders?q=WIDE'),
  'the account': opens('/settings/account'),
  tickets: opens('/support-tickets'),
  'a ticket': async (page) => {
    await page.goto('/support-tickets?status=all');
    await page.locator('a[data-open]').first().click();
    await page.waitForURL(/support-tickets\/\d+/);
  },
  'the support form': opens('/support'),
  departments: opens('/settings/team/departments'),
  'the team': opens('/settings/team'),
  'the profile': opens('/settings/profile'),
  'the SKUs to link': opens('/skus-to-link'),
  'saved views': opens('/settings/views'),
  notifications: opens('/settings/notifications'),
};

test.each(Object.entries(screens))(
  'at no width from 390 to 1,920 px anything of %s overlaps, leaves the page or stacks letters',
  async (_name, go) => {
    const page = await visit('/settings/views', { as: admin });
    await page.locator('html[data-hydrated]').waitFor();
    await go(page);
    await page.locator('html[data-hydrated]').waitFor();
    await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
    await expectLaidOut(page, async (width) => {
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/${_name.replaceAll(' ', '-')}-${width}.png`, fullPage: true });
    });
  },
);

test('nor anything of what super admins see', async () => {
  const [{ id } = { id: '' }] = await product.database.sql<{ id: string }>("select id from accounts where name = 'Harbour Outdoor'");
  const page = await visit('/settings/super/accounts', { as: 'sam@demo.crossdock' });
  for (const path of ['accounts', `accounts/${id}`, 'mappable-fields', 'portal-messages']) {
    await page.goto(`/settings/super/${path}`);
    await page.locator('html[data-hydrated]').waitFor();
    await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
    await expectLaidOut(page);
    await expectAccessible(page);
  }
});

test('everyone can use the screens that no other test looks at, in light and in dark', async () => {
  const page = await visit('/settings/views', { as: 'amira@demo.crossdock', expected: [/404/] });
  const look = async (path: string) => {
    await page.goto(path);
    await page.locator('html[data-hydrated]').waitFor();
    await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
    await expectAccessible(page);
  };
  for (const path of ['/activity', '/activity?tab=syncs', '/support', '/purchase-orders', '/nothing-here']) await look(path);
  for (const name of ['views', 'account', 'notifications', 'audit']) await look(`/settings/${name}`);
  for (const name of ['products', 'shipping-options', 'locations', 'schedule']) await look(`/settings/connectors/ship_station/${name}`);
  const [run] = await product.database.sql<{ id: string }>('select min(id) as id from runs');
  await look(`/activity/${run?.id}`);
  await page.context().clearCookies();
  for (const path of ['/sign-in', '/forgot-password', '/reset-password', '/invitation', '/outbox']) await look(path);
});

test('at every width a popover stays on the screen', async () => {
  const page = await visit('/orders?view=all', { as: admin });
  await page.locator('html[data-hydrated]').waitFor();
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
  await page.locator('html[data-hydrated]').waitFor();
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
