import type { Page, Request, Route } from 'playwright';
import { expect, test } from 'vitest';
import { notify } from '../../../platform/events.ts';
import { withoutPerson } from '../../../platform/tenant.ts';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { addOrder } from '../../../test/shop/rows.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const operator = 'olive@demo.crossdock';

/** A page that gets live events, with something selected in it. */
async function openLivePage(): Promise<Page> {
  const page = await visit('/import-export', { as: operator, expected: [/Failed to load resource/] });
  await page.getByRole('status').getByText('live', { exact: true }).waitFor();
  await page.getByLabel('Status').selectOption('packing');
  return page;
}

/** A live event that makes the page read its data again. Returns when a page that gets live events has heard of it, if one is given. */
async function sendEvent(receivedBy?: Page, topic: 'runs' | 'orders' = 'runs'): Promise<void> {
  const { database } = product.database;
  const [row] = await product.database.sql<{ id: string }>('select min(account_id) as id from connections');
  const counted = receivedBy?.waitForRequest(/shell\.data/);
  await withoutPerson(database, Number(row?.id), async (tenant) => {
    notify(tenant, topic);
    if (counted) notify(tenant, 'issues');
  });
  await counted;
}

const chosen = (page: Page) => page.getByLabel('Status').inputValue();

test('a page that cannot be read again stays as it was, says so, and goes on by itself', async () => {
  const page = await openLivePage();
  await page.route('**/*.data*', (route) => route.abort());
  await sendEvent();
  await page.getByText('Crossdock cannot be reached.').waitFor();
  expect(await chosen(page)).toBe('packing');
  await page.unroute('**/*.data*');
  await sendEvent();
  await page.getByText('Crossdock cannot be reached.').waitFor({ state: 'detached' });
  expect(await chosen(page)).toBe('packing');
});

test('what cannot be fetched leaves the page as it was, and can be asked for again', async () => {
  const page = await openLivePage();
  await page.route('**/assets/**', (route) => route.abort());
  const isTold = page.getByText('This could not be loaded.').waitFor();
  await page.keyboard.press('Control+k');
  await isTold;
  expect(await chosen(page)).toBe('packing');
  await page.unroute('**/assets/**');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Go to/ }).waitFor();
  await expectAccessible(page);
  await page.locator('[role="combobox"]:focus').waitFor();
  await page.context().setOffline(true);
  await page.keyboard.type('smith');
  await page.getByText('There was an error performing search. Please try again later').waitFor();
  await page.context().setOffline(false);
  await page.keyboard.press('Escape');
  await page.route('**/*.data*', (route) => route.abort());
  await page.getByPlaceholder('Search...').fill('smith');
  await page.keyboard.press('Enter');
  await page.getByText('There was an error performing search. Please try again later').waitFor();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByText('Check your connection, then try again.').waitFor();
  await page.unroute('**/*.data*');
  await page.getByRole('link', { name: 'Import/export' }).click();
  await page.getByRole('heading', { name: 'Import/export' }).waitFor();
});

test('an event that comes while no script can be fetched shows what it is about, and takes nothing of what was begun', async () => {
  const page = await openLivePage();
  await page.route('**/assets/**', (route) => route.abort());
  await product.database.sql(
    `insert into portal_messages (body, level, start_date, end_date) values ('No pick-up today.', 'info', now(), now() + interval '1 day')`,
  );
  await sendEvent(page);
  await page.getByText('No pick-up today.').waitFor();
  expect(await chosen(page)).toBe('packing');
  await product.database.sql('delete from portal_messages');
});

test('offline is said at once, and taken back when the network is there again', async () => {
  const page = await openLivePage();
  await page.context().setOffline(true);
  // Before the 45 seconds after which silence is noticed.
  await page.getByRole('status').getByText('offline', { exact: true }).waitFor({ timeout: 30_000 });
  await page.getByText('You are offline. This page may be out of date').waitFor();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByText('You are offline, so this page cannot be opened.').waitFor();
  expect(page.url()).toMatch(/import-export$/);
  await expectAccessible(page);
  await page.context().setOffline(false);
  await page.getByRole('status').getByText('live', { exact: true }).waitFor();
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  expect(await chosen(page)).toBe('packing');
});

test('a connection that has been silent for long is shown as lost, until something is heard again', async () => {
  const page = await visit('/settings/views', { as: operator });
  await page.clock.install();
  await noteBeats(page);
  await page.reload();
  const status = (word: string) => page.getByRole('status').getByText(word, { exact: true });
  await status('live').waitFor();
  // The next one comes twenty seconds later.
  await page.locator('html[data-beat]').waitFor();
  const replies = Promise.withResolvers<void>();
  await page.route('**/api/events?*', async (route) => {
    await replies.promise;
    await route.continue();
  });
  await page.clock.runFor(45_000);
  await status('reconnecting').waitFor();
  await expectAccessible(page);
  replies.resolve();
  await status('live').waitFor();
});

/** Documents that the page opens from now on say at their root that a beat of the server has been heard. */
const noteBeats = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, {
      EventSource: class extends EventSource {
        constructor(address: string) {
          super(address);
          this.addEventListener('beat', () => {
            document.documentElement.dataset.beat = '';
          });
        }
      },
    });
  });

test('a page that is slow to come shows that something happens, and one that is not shows nothing', async () => {
  const page = await visit('/settings/views', { as: operator });
  const reply = Promise.withResolvers<void>();
  await page.route('**/activity.data*', async (route) => {
    await reply.promise;
    await route.continue();
  });
  const line = page.getByRole('progressbar', { name: 'Loading' });
  const opacity = () => line.evaluate((element) => getComputedStyle(element).opacity);
  await page.getByRole('link', { name: 'Activity' }).click();
  await line.waitFor({ state: 'attached' });
  const began = await line.evaluate((element) => element.getAnimations().map(({ effect }) => effect?.getTiming().delay));
  expect(began).toContain(200);
  await expect.poll(opacity).toBe('1');
  reply.resolve();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  await line.waitFor({ state: 'detached' });
});

test.each([
  ['/import-export', 'runs'],
  ['/orders?search=none-of-this', 'orders'],
] as const)('at %s an event while another page is on its way does not begin its reading anew', async (path, topic) => {
  const page = await visit(path, { as: operator });
  await page.getByRole('status').getByText('live', { exact: true }).waitFor();
  const [asked, reply] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const givenUp: string[] = [];
  page.on('requestfailed', (request) => givenUp.push(request.url()));
  await page.route('**/activity.data*', async (route) => {
    asked.resolve();
    await reply.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Activity' }).click();
  await asked.promise;
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'attached' });
  await drawn(page);
  await sendEvent(page, topic);
  await drawn(page);
  // Once it is there, Activity may give up readings of its own.
  expect(givenUp.filter((url) => url.includes('/activity.data'))).toEqual([]);
  reply.resolve();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
});

/** What the page does once it is drawn is done then. */
const drawn = (page: Page) => page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));

test('who reaches for a field as soon as its page is there keeps it', async () => {
  const page = await visit('/import-export', { as: operator });
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (field) watch.disconnect();
      field?.focus();
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Products/ })
    .click();
  const field = page.getByRole('searchbox', { name: 'Search by name, SKU or UPC' });
  await field.waitFor();
  await drawn(page);
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the scripts of other pages come while nothing else is done, so that a click waits for data alone', async () => {
  const page = await visit('/settings/views', { as: operator, ahead: true, expected: [/Failed to load resource/] });
  await expect.poll(() => page.evaluate(hasScriptOf, 'people/accounts/settings/account-page')).toBe(true);
  await page.route('**/assets/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('heading', { name: 'Account' }).waitFor();
});

/** Whether this page's scripts are there, before it was opened. */
async function hasScriptOf(page: string): Promise<boolean> {
  const { url = '', routes = {} } = window.__reactRouterManifest ?? {};
  const text = await (await fetch(url.replace('/manifest-', '/imports-'))).text();
  const imports = JSON.parse(text.replace('export default ', '').replace(/;$/, ''));
  const fetched = performance.getEntriesByType('resource').filter(({ duration }) => duration > 0);
  return [...imports[page], routes[page]?.module].every((script) => fetched.some(({ name }) => name.endsWith(script)));
}

test('signed out elsewhere, what was begun stays until one has signed in again; signing in leads to the page that one went to', async () => {
  const page = await openLivePage();
  await page.context().clearCookies();
  await sendEvent();
  await page.getByText('You are signed out.').waitFor();
  expect(await chosen(page)).toBe('packing');
  await expectAccessible(page);
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'sign in again' }).click()]);
  await tab.locator('html[data-hydrated]').waitFor();
  await tab.getByRole('button', { name: /Olive/ }).click();
  await tab.getByRole('link', { name: 'Orders', exact: true }).waitFor();
  await page.bringToFront();
  await sendEvent();
  await page.getByText('You are signed out.').waitFor({ state: 'detached' });
  expect(await chosen(page)).toBe('packing');
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.waitForURL((url) => url.pathname === '/sign-in' && url.searchParams.get('next') === '/activity');
});

test('signed out elsewhere, a page on which nothing was begun leads to sign-in and shows no data any longer', async () => {
  const page = await visit('/activity', { as: operator, expected: [/Failed to load resource/] });
  await page.getByRole('status').getByText('live', { exact: true }).waitFor();
  await page.request.post('/api/auth/sign-out', { headers: { origin: product.origin } });
  await page.waitForURL((url) => url.pathname === '/sign-in' && url.searchParams.get('next') === '/activity');
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
});

test('of a page from before somebody else signed in in another tab nothing is saved, and any other page is theirs', async () => {
  const [channel] = await product.database.sql<{ id: string; account_id: string }>(
    "select id, account_id from connections where connector = 'ship_station'",
  );
  const order = await addOrder(product.database, Number(channel?.account_id), Number(channel?.id));
  const page = await visit(`/orders/${order}`, { as: operator, expected: [/Failed to load resource/] });
  const tags = page.getByRole('group', { name: 'Tags' });
  await tags.getByRole('button', { name: 'Add tag' }).click();
  const field = tags.getByRole('combobox', { name: 'Tag' });
  await field.fill('Of Olive');
  const [name = '', value = ''] = (await product.cookieOf('jonas@demo.crossdock')).split(/=(.*)/);
  await page.context().addCookies([{ name, value, url: product.origin, httpOnly: true, sameSite: 'Lax' }]);
  await pressEnter(field);
  await page.getByText(/^In another tab you went on as Jonas .* Nothing was changed\./).waitFor();
  await sendEvent(undefined, 'orders');
  const band = page.getByRole('status').filter({ hasText: 'In another tab you went on as somebody else or in another account.' });
  await band.waitFor();
  // What the shell reads by itself is of the other session each time.
  for (const _ of ['first', 'second']) {
    // Whoever reads it may stop once it is decoded, before its end, which counts as a failure.
    const isOfShell = { predicate: (request: Request) => request.url().includes('shell.data') };
    const read = Promise.race([page.waitForEvent('requestfinished', isOfShell), page.waitForEvent('requestfailed', isOfShell)]);
    await sendEvent(page);
    await read;
  }
  await page.getByRole('button', { name: /Olive/ }).waitFor();
  expect(await field.inputValue()).toBe('Of Olive');
  expect(await product.database.sql(`select from tags where name = 'Of Olive'`)).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('button', { name: /Jonas/ }).waitFor();
  await band.waitFor({ state: 'detached' });
});

test('a super admin acts as another account, is told so on every page, and leaves', async () => {
  const page = await visit('/settings/views', { as: 'sam@demo.crossdock' });
  await page.getByRole('button', { name: /Sam Porter/ }).click();
  const accounts = Promise.withResolvers<void>();
  await page.route('**/api/accounts*', async (route) => {
    await accounts.promise;
    await route.continue();
  });
  await page.getByRole('menuitem', { name: 'Act as an account…' }).click();
  await page
    .locator('input:focus')
    .and(page.getByRole('combobox', { name: 'Account' }))
    .waitFor();
  accounts.resolve();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Harbour Outdoor' }).click();
  await page.getByRole('button', { name: 'Act as this account' }).click();
  const band = page.getByRole('region', { name: 'Acting as another account' });
  await band.getByText('You are acting as Harbour Outdoor.').waitFor();
  await page.locator('html[data-hydrated]').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
  await band.getByRole('button', { name: 'Leave' }).click();
  await band.waitFor({ state: 'detached' });
  const did = await product.database.sql<{ did: string }>('select did from account_access_log order by id');
  expect(did.map((row) => row.did)).toEqual(['started_acting', 'stopped_acting']);
});

test('an event between the reading of a page and its listening reaches the page', async () => {
  const other = await visit('/settings/views', { as: operator });
  await other.getByRole('status').getByText('live', { exact: true }).waitFor();
  const listens = Promise.withResolvers<void>();
  const before = async (opened: Page) => {
    await opened.route('**/api/events?*', async (route) => {
      await listens.promise;
      await route.continue();
    });
  };
  const page = await visit('/import-export', { as: operator, before });
  await sendEvent(other);
  const readAgain = page.waitForRequest(/import-export\.data/);
  listens.resolve();
  await readAgain;
});

test('an event while another page is being read reaches that page', async () => {
  const page = await visit('/settings/views', { as: operator });
  await page.getByRole('status').getByText('live', { exact: true }).waitFor();
  const readAgain = Promise.withResolvers<void>();
  const readFirst = async (route: Route) => {
    const response = await route.fetch();
    // The page is read, and not shown yet.
    await sendEvent(page);
    page.waitForRequest(/import-export\.data/).then(() => readAgain.resolve(), readAgain.reject);
    await route.fulfill({ response });
  };
  await page.route('**/import-export.data*', readFirst, { times: 1 });
  await page.getByRole('link', { name: 'Import/export' }).click();
  await readAgain.promise;
});
