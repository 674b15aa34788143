import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { noonZone, otherDayZone } from '../../../test/noon.ts';
import { testProduct } from '../../../test/product.ts';
import { addConnection, addOrders } from '../../../test/shop/rows.ts';
import { openDirectory } from '../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../people/accounts/people.ts';
import { dayAt } from '../../ui/time/day.ts';
import { writeCalendarDay, zoneAbbreviation } from '../../ui/time/write-time.ts';
import { dayAfter, daysShown, lastDays, writeDays } from './graphs/days.ts';

// No worker runs, so these orders do not change.
const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product, { timezone: noonZone });
const dora = 'dora@example.com';
const far = 'farah@example.com';
/** Where the browser is, and the first account; in the other account's zone it is another day. */
const here = noonZone;
const today = dayAt(new Date(), here);
const writeFull = (day: string) => writeCalendarDay(day, 'month_first');
const zone = zoneAbbreviation(here, Date.now());
let farAccount: number;
let farChannel: number;
const daysAgo = (days: number) => dayAfter(today, -days);

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Dashboard Shop', timezone: here });
  await createUser(directory, { email: dora, name: 'Dora Field', role: 'user', accountId });
  const farShop = await createAccount(directory, { name: 'Far Shop', timezone: otherDayZone });
  await createUser(directory, { email: far, name: 'Farah Field', role: 'user', accountId: farShop });
  await directory.close();
  farChannel = await addConnection(product.database, farShop);
  farAccount = farShop;
  const own = product.database;
  const [first, second] = [await addConnection(own, accountId), await addConnection(own, accountId)];
  const order = (days: number, order_status: string) => ({ imported_day: daysAgo(days), order_status });
  await addOrders(own, accountId, first, [order(0, 'packing'), order(0, 'packing'), order(3, 'fulfilled'), order(8, 'packing')]);
  await addOrders(own, accountId, second, [order(0, 'packing'), order(3, 'fulfilled'), order(3, 'fulfilled'), order(6, 'error')]);
});

const chart = (page: Page) => page.getByRole('img', { name: /imported orders/ });
const ageing = 'Order Status: Packing (For the past 10 days)';
const perDay = 'Imported orders per day and connector';
const tableOf = (page: Page, name: string) => page.getByRole('table', { name });
const rowsOf = async (page: Page, name: string) =>
  (await tableOf(page, name).getByRole('row').allInnerTexts()).map((row) => row.split(/\t/).map((cell) => cell.trim()));

test('the last seven days stand below what needs a person, in figures that everyone can use and that lead to their orders', async () => {
  const page = await visit('/', { as: dora });
  await chart(page).waitFor();
  await page.getByText(`Last 7 days ${writeDays(lastDays(7, today), 'month_first')} (${zone})`).waitFor();
  const counters = page.getByRole('navigation', { name: 'Orders by status' }).getByRole('link');
  await expect
    .poll(async () => (await counters.allInnerTexts()).map((words) => words.replace(/\s+/g, ' ')))
    .toEqual(['Pending 0', 'Packing 3', 'Partially Shipped 0', 'Shipped 0', 'Fulfilled 3', 'Error 1']);
  await expect.poll(async () => (await chart(page).boundingBox())?.height).toBe(400);
  // What passes each step by the hour, and what comes from each channel.
  for (const drawn of ['Orders arrived', 'Orders accepted', 'Orders shipped', 'Orders confirmed', 'Orders in'])
    await page
      .getByRole('img', { name: `${drawn} by the hour` })
      .first()
      .waitFor();
  await page.getByText('The chart as a table').click();
  await expectAccessible(page);
  const days = Array.from({ length: 10 }, (_, ago) => [writeFull(daysAgo(ago)), ago === 0 ? '3' : ago === 8 ? '1' : '0']);
  await expect.poll(() => rowsOf(page, ageing)).toEqual([[`Date (${zone})`, '# Orders'], ...days, ['Total orders', '4']]);
  // The day that is pointed at shows its total and the part of each connector.
  await chart(page).locator('svg[width="100%"] > rect[fill="url(#series-0)"]').last().hover();
  await expect
    .poll(async () => (await chart(page).locator('div:has(> p + ul)').innerText()).split(/\s*\n\s*/))
    .toEqual([`${writeFull(today)} · 3 orders`, expect.any(String), '2', expect.any(String), '1']);
  const packing = counters.filter({ hasText: 'Packing' });
  expect(await packing.getAttribute('href')).toBe('/orders?search=&orderDir=DESC&orderBy=order_date&filterBy=packing');
  await packing.click();
  await page.waitForURL((url) => url.pathname === '/orders' && url.searchParams.get('status') === 'packing');
  expect(new URL(page.url()).search).toContain('orderDir=DESC&orderBy=order_date');
});

test('the seven days end with today, by the clock of the browser, or of the account where that is a day ahead', async () => {
  const page = await visit('/', { as: far });
  await chart(page).waitFor();
  const shown = daysShown(new Date(), here, otherDayZone);
  const range = `${writeDays(shown.days, 'month_first')} (${zoneAbbreviation(shown.zone, Date.now())})`;
  await page.getByText(`Last 7 days ${range}`).waitFor();
  await expect.poll(async () => (await rowsOf(page, ageing))[1]?.[0]).toBe(writeFull(dayAt(new Date(), otherDayZone)));
  // From now on the server writes the same days and zone before any script runs.
  const written = await (await page.request.get('/')).text();
  expect(written.replaceAll('<!-- -->', '')).toContain(range);
});

test('the chart’s table says what the chart shows, also on a phone', async () => {
  const page = await visit('/', { as: dora, phone: true });
  await chart(page).waitFor();
  await pressEnter(page.getByText('The chart as a table'));
  await tableOf(page, perDay).waitFor();
  const rows = await rowsOf(page, perDay);
  expect(rows[0]?.slice(1)).toEqual(['ship_station', 'ship_station', 'Total']);
  expect(rows.slice(1, -1).map(([day]) => day)).toEqual([6, 5, 4, 3, 2, 1, 0].map((days) => writeFull(daysAgo(days))));
  expect(rows.slice(1).map(([, ...figures]) => figures)).toEqual([
    ['0', '1', '1'],
    ...[5, 4].map(() => ['0', '0', '0']),
    ['1', '2', '3'],
    ...[2, 1].map(() => ['0', '0', '0']),
    ['2', '1', '3'],
    ['3', '4', '7'],
  ]);
  const bars = (series: number) => chart(page).locator(`svg[width="100%"] > rect[fill="url(#series-${series})"]`);
  for (const series of [0, 1]) {
    const figures = rows
      .slice(1, -1)
      .map((row) => Number(row[series + 1]))
      .filter((figure) => figure > 0);
    const drawn = async () => {
      const heights = await bars(series).evaluateAll((each) => each.map((bar) => bar.getBoundingClientRect().height));
      return heights.map((height) => Math.round((height / (heights[0] ?? 1)) * (figures[0] ?? 1)));
    };
    await expect.poll(drawn).toEqual(figures);
  }
  await expectAccessible(page);
});

test('a chart that does not come is asked for twenty times, then says so and can be asked for again', async () => {
  let requests = 0;
  const page = await visit('/', {
    as: dora,
    expected: [/Failed to load resource/],
    before: async (opened) => {
      await opened.route('**/api/graphs/historical-orders*', (route) => {
        requests += 1;
        return route.fulfill({ status: 503, json: { errorMessage: 'Too busy', code: 'busy' } });
      });
    },
  });
  await page.getByRole('status', { name: 'Loading the chart' }).waitFor();
  await page.getByRole('heading', { name: 'The chart could not be loaded' }).waitFor();
  expect(requests).toBe(20);
  await expectAccessible(page);
  await page.unroute('**/api/graphs/historical-orders*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await chart(page).waitFor();
});

test('without what draws the chart, a sentence leads to the table with the same figures', async () => {
  const page = await visit('/', {
    as: dora,
    expected: [/Failed to load resource/],
    before: async (opened) => {
      await opened.route('**/assets/column-plot-*.js', (route) => route.abort());
    },
  });
  await page.getByText('The chart could not be loaded. Its figures are in the table below.').waitFor();
  await page.getByText('The chart as a table').click();
  await expect.poll(async () => (await rowsOf(page, perDay)).at(-1)).toEqual(['Total orders', '3', '4', '7']);
});

test('every half hour the figures are read again, and a counter runs to its new one in 300 ms, at once for who prefers it', async () => {
  const page = await visit('/orders', { as: far, expected: [/api\/events/, /EventSource/] });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // No live events, and the test controls the page's clock.
  await page.route('**/api/events?*', (route) => route.fulfill({ status: 204 }));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/graphs/historical-orders*', async (route) => held.promise.then(() => route.continue()), { times: 1 });
  await page.goto('/');
  let began = 0;
  const passing = async (ms: number) => page.clock.runFor(ms).then(() => (began += ms));
  const loading = page.getByRole('status', { name: 'Loading the chart' });
  await loading.waitFor();
  // As it is laid out: it may still glide to its place.
  expect(await loading.evaluate((place) => (place as HTMLElement).offsetHeight)).toBe(400);
  held.resolve();
  await expect.poll(async () => passing(10).then(() => chart(page).isVisible())).toBe(true);

  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const reads = () => requests.filter((path) => /^\/api\/graphs\/|\.data$/.test(path)).sort();
  const halfHour = 1_800_000;
  await arrive(100);
  await page.clock.fastForward(halfHour - began - 1);
  await page.evaluate(() => document.title);
  expect(reads()).toEqual([]);
  await page.clock.runFor(began + 1);
  await expect.poll(reads).toEqual(['/_.data', '/api/graphs/historical-orders']);

  const packing = page.getByRole('navigation', { name: 'Orders by status' }).getByRole('link', { name: /^Packing/ });
  const figure = async () => Number((await packing.innerText()).replace(/\D/g, ''));
  const after = async (ms: number) => page.clock.runFor(ms).then(figure);
  // In small steps: a slow page shows the first figure a few of them later.
  await expect.poll(() => after(2)).toBeGreaterThan(0);
  await page.clock.runFor(250);
  await expect.poll(figure).toBeGreaterThan(70);
  expect(await figure()).toBeLessThan(100);
  await page.clock.runFor(66);
  await expect.poll(figure).toBe(100);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await arrive(50);
  await page.clock.fastForward(halfHour);
  await expect.poll(() => after(1)).not.toBe(100);
  expect(await figure()).toBe(150);
});

const arrive = (count: number) =>
  addOrders(
    product.database,
    farAccount,
    farChannel,
    Array.from({ length: count }, () => ({ imported_day: today, order_status: 'packing' })),
  );
