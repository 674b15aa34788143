import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { testBrowser } from './browser.ts';
import { testProduct } from './product.ts';
import { addOrder } from './shop/rows.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

/** A list without a row fetches what it says then, and with that all styles. */
beforeAll(async () => {
  const [channel] = await product.database.sql<{ id: string; account_id: string }>(
    "select id, account_id from connections where connector = 'ship_station'",
  );
  const done = { order_status: 'cancelled', cancelled_at: '2026-11-20T12:00:00Z', checked_at: '2026-11-20T12:00:00Z' };
  await addOrder(product.database, Number(channel?.account_id), Number(channel?.id), done);
});

/** Notes whether all styles apply at the moment that a heading is first there, and holds those that the first page came without. */
async function ordersWithoutTheOtherStyles(heading: string) {
  const page = await visit('/orders', { as: product.signIns[0]?.email });
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/styles-*.css', async (route) => {
    await held.promise;
    await route.continue();
  });
  const wanted = page.waitForRequest('**/assets/styles-*.css');
  await page.evaluate((heading) => {
    const isStyled = () => [...document.styleSheets].some(({ href }) => /styles-[^/]*\.css/.test(href ?? ''));
    new MutationObserver((_, observer) => {
      if (![...document.querySelectorAll('h1, h2')].some(({ textContent }) => textContent === heading)) return;
      document.documentElement.dataset.wasStyled = String(isStyled());
      observer.disconnect();
    }).observe(document.body, { childList: true, subtree: true });
  }, heading);
  return { page, wanted, goOn: held.resolve };
}

const wasStyled = (page: Page) => page.locator('html').getAttribute('data-was-styled');

test('a dialog shows with its styles, which the first page comes without', async () => {
  const { page, wanted, goOn } = await ordersWithoutTheOtherStyles('Keyboard');
  expect(await page.evaluate(() => [...document.styleSheets].filter(({ href }) => href).length)).toBe(1);
  const fetched = page.waitForResponse('**/assets/keyboard-list-*.js');
  await page.keyboard.press('?');
  await Promise.all([wanted, fetched]);
  goOn();
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  expect(await wasStyled(page)).toBe('true');
});

test('so does another page, and the styles stay when it is left', async () => {
  const { page, wanted, goOn } = await ordersWithoutTheOtherStyles('Products');
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('nav a[href="/products"]')?.click());
  await wanted;
  goOn();
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  expect(await wasStyled(page)).toBe('true');
  await page.goBack();
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  expect(await page.evaluate(() => [...document.styleSheets].some(({ href }) => /styles-[^/]*\.css/.test(href ?? '')))).toBe(true);
});

test('styles that could not be fetched are asked for again by what needs them next', async () => {
  const page = await visit('/orders', { as: product.signIns[0]?.email, expected: [/Failed to load resource/] });
  await page.route('**/assets/*.css', (route) => route.abort());
  await page.keyboard.press('?');
  await page.getByText('This could not be loaded.').waitFor();
  await page.unroute('**/assets/*.css');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  const sheets = await page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'), ({ sheet, href }) => ({ isThere: !!sheet, href })),
  );
  expect(sheets.length).toBeGreaterThan(1);
  expect(sheets.filter(({ isThere }) => !isThere)).toEqual([]);
  // The router finds it by the address that it has itself.
  const later = await page.evaluate(() => {
    const { routes = {} } =
      (globalThis as { __reactRouterManifest?: { routes: Record<string, { css?: string[] }> } }).__reactRouterManifest ?? {};
    return Object.values(routes).flatMap(({ css = [] }) => css);
  });
  const named = await page.evaluate(() =>
    Array.from(document.querySelectorAll('link[rel=stylesheet]'), (link) => link.getAttribute('href')),
  );
  expect(named).toEqual(expect.arrayContaining(later));
});
