import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'olive@demo.crossdock';

test('choices that could not be loaded say so, and opening them again loads them', async () => {
  const page = await visit('/orders?country=GB', { as, expected: [/Failed to load resource/] });
  const address = '**/orders/countries.data*';
  await page.route(address, (route) => route.abort());
  const filter = page.getByRole('group', { name: 'Country filter' });
  const button = filter.getByRole('button', { name: 'Country' });
  await pressEnter(button);
  const failed = filter.getByRole('menuitem', { name: 'Could not be loaded. Open this again to retry.' });
  await failed.waitFor();
  await expectAccessible(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Escape');
  await failed.waitFor({ state: 'detached' });
  await page.unroute(address);
  await pressEnter(button);
  const shown = async () => (await filter.getByRole('menuitem').allInnerTexts()).join(', ');
  await expect.poll(shown).toMatch(/^All(, (?!Loading|Could not)|$)/);
});

test('choices that could not be loaded are never those of another filter', async () => {
  const page = await visit('/purchase-orders?sku=MUG&lot=L1', { as, expected: [/Failed to load resource/] });
  const open = async (label: string) => {
    const filter = page.getByRole('group', { name: `${label} filter` });
    await pressEnter(filter.getByRole('button', { name: label }));
    return filter.getByRole('menuitem');
  };
  const skus = await open('SKU');
  await expect.poll(async () => (await skus.allInnerTexts()).length).toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  await skus.first().waitFor({ state: 'detached' });
  await page.route('**/purchase-orders/choices/lots.data*', (route) => route.abort());
  await (await open('Lot')).filter({ hasText: 'Could not be loaded. Open this again to retry.' }).waitFor();
});

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['by a link', (page) => page.getByRole('link', { name: 'Products', exact: true }).click()],
  ['by Back', (page) => page.evaluate(() => window.history.back())],
])('who leaves for another page right after typing is not called back to the search: %s', async (_, leave) => {
  const page = await visit('/products', { as, before: (opened) => opened.clock.install() });
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await search.waitFor();
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/products.data*', async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await search.fill('SO-1');
  await leave(page);
  await asked.promise;
  // The page has heard by then where it goes.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  await page.clock.runFor(1_000);
  held.resolve();
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/products');
});

test('a tab that is only pointed at reads nothing', async () => {
  const page = await visit('/orders', { as, before: (opened) => opened.clock.install() });
  const read: string[] = [];
  page.on('request', (request) => request.url().includes('view=attention') && read.push(request.url()));
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /^Needs attention/ })
    .hover();
  await page.clock.runFor(1_000);
  expect([await page.locator('link[rel="prefetch"]').count(), read]).toEqual([0, []]);
});
