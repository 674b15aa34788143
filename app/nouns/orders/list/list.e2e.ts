import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { fadeSlowly } from '../../../../test/browser/fade-slowly.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { addConnection, addLines, addOrder, addOrders } from '../../../../test/shop/rows.ts';
import { openDirectory } from '../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../people/accounts/people.ts';

const product = testProduct();
const { visit } = testBrowser(product);
const as = 'lena@example.com';

/** Her account has five orders that can still be changed. */
const carla = 'carla@example.com';
let carlasOrders: number[] = [];

/** Sixty finished orders, every other one to Norway, and a newer one that waits; only the test changes them. */
beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Quiet Shop' });
  await createUser(directory, { email: as, name: 'Lena Berg', role: 'user', accountId });
  const carlasAccount = await createAccount(directory, { name: 'Changing Shop' });
  await createUser(directory, { email: carla, name: 'Carla Change', role: 'user', accountId: carlasAccount });
  await directory.close();
  const onHold = { checked_at: '2026-11-20T12:00:00Z', order_status: 'pending', on_hold: true };
  const carlasChannel = await addConnection(product.database, carlasAccount);
  carlasOrders = await addOrders(product.database, carlasAccount, carlasChannel, Array(5).fill(onHold));
  for (const id of carlasOrders) await addLines(product.database, carlasAccount, id, [{ sku: 'MUG', quantity: 2 }]);
  const done = { order_status: 'cancelled', cancelled_at: '2026-11-20T12:00:00Z', checked_at: '2026-11-20T12:00:00Z' };
  const facts = Array.from({ length: 60 }, (_, n) => ({ ...done, source_order_number: `Q-${n}`, country: n % 2 ? 'NO' : 'SE' }));
  const connectionId = await addConnection(product.database, accountId);
  await addOrders(product.database, accountId, connectionId, facts);
  const waiting = { locked: true, shipping_code: 'STD', checked_at: done.checked_at, order_date: '2026-11-20T13:00:00Z', country: 'SE' };
  await addOrder(product.database, accountId, connectionId, { ...waiting, source_order_number: 'Q-60' });
});

const selected = (page: Page) => page.getByRole('region', { name: 'Selected rows' });

test('an operator narrows the list, archives all that match, and nothing else leaves it', async () => {
  const page = await visit('/orders', { as });
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Country' }).click();
  const held = Promise.withResolvers<void>();
  await page.route(/orders\.data.*country=NO/, async (route) => held.promise.then(() => route.continue()), { times: 1 });
  await page.getByRole('menuitem', { name: 'Norway (NO)' }).click();
  await page.getByRole('button', { name: 'Status' }).click();
  await expectAccessible(page);
  // Chosen before the rows of the first filter have come, the second adds to it.
  await page.getByRole('menuitem', { name: 'Cancelled' }).click();
  await page.waitForURL(/country=NO&status=cancelled/);
  held.resolve();
  await page.getByText('30 orders', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Rows on a page' }).selectOption('25 rows');
  await page.waitForURL(/perPage=25/);
  await page.getByRole('link', { name: 'Page 2' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await selected(page).getByRole('button', { name: 'Select all 30 orders that match' }).click();
  await selected(page).getByRole('button', { name: 'Archive' }).dblclick();
  const dialog = page.getByRole('dialog', { name: 'Archive: 30 orders' });
  await dialog.waitFor();
  // It is on the screen only until the run has ended.
  const working = page.getByText('Archive: working on 30 orders.').waitFor();
  // Both clicks in one task: the dialog may be gone before a second one of its own, which would then meet the row below it.
  await dialog.getByRole('button', { name: 'Archive' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await working;
  await page.getByText('Archive: 30 orders done.').waitFor();
  await page.getByText('No orders match').waitFor();
  expect(await product.database.sql(`select 1 from runs where subject ->> 'verb' = 'archive'`)).toHaveLength(1);
  expect(await product.database.sql('select distinct country from orders where archived_at is not null')).toEqual([{ country: 'NO' }]);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await page.getByText('31 orders', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Archived 30' }).click();
  await page.waitForURL(/view=archived/);
  await page.getByText('30 orders', { exact: true }).waitFor();
});

test('with the keyboard alone: filter, move, tick, take a filter away, edit', async () => {
  const page = await visit('/orders?country=SE&hold=no', { as });
  const chip = page.getByRole('group', { name: 'Hold filter' });
  await chip.getByRole('button').focus();
  await page.keyboard.press('Backspace');
  await chip.waitFor({ state: 'detached' });
  await page.waitForURL((url) => !url.searchParams.has('hold'));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await selected(page).getByText('1 order selected').waitFor();
  await page.keyboard.press('k');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Edit the order, or that of the row').waitFor();
  await page.getByRole('dialog').locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('tr[data-row]').first().locator('a:focus').waitFor();
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Edit Order', pressed: true }).waitFor();
  await page
    .locator('input:focus')
    .and(page.getByRole('textbox', { name: 'Customer Name' }))
    .waitFor();
  await page.waitForURL((url) => url.search === '');
  await pressEnter(page.getByRole('button', { name: 'Unlock order' }));
  const hint = page.getByText('This order is ready, and may leave for the warehouse while you edit it.');
  await hint.waitFor();
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'Lock Order', exact: true }).last());
  await page.getByText('Locked. Unlock it when you have saved.').waitFor();
  await page.goBack();
  await page.locator('tr[data-row]').first().locator('a:focus').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByText('It is cancelled and can no longer be edited', { exact: true }).waitFor();
  await page.goBack();
  await page.locator('tr[data-row]').nth(1).locator('a:focus').waitFor();
  await page.keyboard.press('e');
  await page.getByText('It is cancelled and can no longer be edited.', { exact: true }).waitFor();
  await page.waitForURL((url) => url.pathname.startsWith('/orders/') && url.search === '');
});

test('on a phone the filters are one line, a range of days comes from below, and a page that is not there says so', async () => {
  const page = await visit('/orders?page=900', { as, phone: true });
  await page.getByRole('heading', { name: 'There is no page 900' }).waitFor();
  await page.getByRole('link', { name: /^Go to page/ }).click();
  await page.getByRole('button', { name: 'Date' }).click();
  const panel = page.getByRole('dialog', { name: 'Date' });
  await panel.getByLabel('From').fill('2026-11-21');
  await panel.getByLabel('To').fill('2026-11-20');
  await panel.getByText('It ends before it starts.').waitFor();
  await expectAccessible(page);
  await panel.getByLabel('To').fill('2026-11-22');
  await page.keyboard.press('Enter');
  await page.waitForURL(/start_at=2026-11-21&end_at=2026-11-22/);
  await page.getByText('No orders match').waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('link', { name: /^Remove Date/ }).click();
  await page.waitForURL((url) => !url.search.includes('start_at'));
});

test('on a tablet the navigation is folded, rows stay in a table that keeps their date, and the selected tab is in sight', async () => {
  const page = await visit('/orders?view=all', { as });
  await page.setViewportSize({ width: 768, height: 900 });
  await page.getByRole('columnheader', { name: 'Order' }).waitFor();
  await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).boundingBox()).toMatchObject({ width: 56 });
  const date = page
    .locator('tr[data-row]')
    .first()
    .locator('td', { has: page.locator('time') });
  await expect.poll(() => date.boundingBox().then((box) => box && box.x + box.width)).toBeLessThanOrEqual(768);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768);
  // The last of the views is in sight, also once the window is narrower.
  const isLastInSight = () =>
    page.getByRole('navigation', { name: 'Views' }).evaluate((line) => line.scrollLeft + line.clientWidth >= line.scrollWidth - 1);
  await page.goto('/orders?view=archived');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(isLastInSight).toBe(true);
  await page.reload();
  await expect.poll(isLastInSight).toBe(true);
});

test('the selection stays from page to page, a confirmed dialog stays closed, and an order that a colleague deletes is marked', async () => {
  const page = await visit('/orders?country=SE&status=cancelled&perPage=25&colour=red', { as });
  await page.getByText('This list leaves out what it cannot read in its address: colour red.').waitFor();
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  const box = (row: number) => page.locator('tr[data-row]').nth(row).getByRole('checkbox');
  await box(1).click();
  await box(4).click({ modifiers: ['Shift'] });
  await selected(page).getByText('4 orders selected').waitFor();
  await box(3).click();
  await page.keyboard.press('k');
  await page.keyboard.press('Shift+X');
  await selected(page).getByText('2 orders selected').waitFor();
  await page.locator('tr[data-row] a[data-open]').nth(1).click();
  const neighbours = page.getByRole('navigation', { name: 'Orders of the list' });
  await neighbours.getByText('2 of 30').waitFor();
  await page.keyboard.press('k');
  await neighbours.getByText('1 of 30').waitFor();
  await expect.poll(() => neighbours.getByRole('button', { name: 'Previous order' }).isDisabled()).toBe(true);
  await page.locator('header').getByRole('link', { name: 'Orders', exact: true }).click();
  await page.waitForURL(/country=SE&status=cancelled&perPage=25/);
  await selected(page).getByText('2 orders selected').waitFor();
  await page.getByRole('link', { name: 'Page 2' }).click();
  // The address is there before the rows.
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(5);
  await page.locator('tr[data-row] a[data-open]').first().click();
  await neighbours.getByText('26 of 30').waitFor();
  await page.keyboard.press('k');
  await neighbours.getByText('25 of 30').waitFor();
  await page.locator('header').getByRole('link', { name: 'Orders', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('page') === '1');
  await selected(page).getByRole('button', { name: 'Deselect' }).click();
  await all.check();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await page
    .getByRole('checkbox', { name: /^Select SO-/ })
    .nth(5)
    .waitFor({ state: 'detached' });
  await all.check();
  await selected(page).getByText('30 orders selected').waitFor();
  await all.uncheck();
  await selected(page).getByText('25 orders selected').waitFor();
  await selected(page).getByRole('button', { name: 'Hold', exact: true }).click();
  await page.getByRole('dialog', { name: 'Hold: 25 orders' }).getByRole('button', { name: 'Hold' }).click();
  await page.getByText('Hold: 0 orders done, 25 left as they were.').waitFor();
  await all.check();
  await selected(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete: 5 orders' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const row = page.locator('tr[data-row]').first();
  await deleteElsewhere(page, Number(await row.getAttribute('data-row')));
  await row.getByText('Deleted').waitFor();
});

/** A change as a colleague or another tab makes it. */
const deleteElsewhere = (page: Page, id: number) =>
  page.evaluate(async (id) => {
    const body = JSON.stringify({ action: 'delete', ordersIds: [id] });
    await fetch('/api/orders/bulk-action', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }, id);

test('a bulk question that Back took away does not come back at the next tick', async () => {
  const page = await visit('/orders?country=SE', { as });
  await page.getByRole('link', { name: 'Clear all' }).click();
  await page.getByRole('link', { name: 'Clear all' }).waitFor({ state: 'detached' });
  const tick = async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
  };
  await tick();
  await selected(page).getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive: 1 order' });
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await tick();
  await tick();
  await selected(page).getByText('2 orders selected').waitFor();
});

test('on a phone the two main actions on selected rows have a button, and the others are in a menu', async () => {
  const page = await visit('/orders?view=all', { as, phone: true });
  await page.locator('tr[data-row]').getByRole('checkbox').first().check();
  expect(await selected(page).getByRole('button').allInnerTexts()).toEqual(['Clear Errors', 'Hold', 'More', 'Deselect']);
  const more = selected(page).getByRole('button', { name: 'More' });
  await pressEnter(more);
  const change = page.getByRole('menuitem', { name: 'Change' });
  await change.waitFor();
  await expectAccessible(page);
  await pressEnter(change);
  const dialog = page.getByRole('dialog', { name: 'Change: 1 order' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('a second click on a question that fades away already does nothing', async () => {
  const page = await visit('/orders', { as, before: fadeSlowly });
  const runs = async () => (await product.database.sql(`select 1 from runs where subject ->> 'verb' = 'archive'`)).length;
  const before = await runs();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await selected(page).getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog', { name: /^Archive: \d+ orders$/ });
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await page.getByText(/^Archive: working on/).waitFor();
  await dialog.getByRole('button', { name: 'Archive' }).click({ force: true });
  await dialog.waitFor({ state: 'detached' });
  expect(await runs()).toBe(before + 1);
});

test('many orders are changed together after a preview, and changed back in the list', async () => {
  const page = await visit('/orders?view=all', { as: carla });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change: 5 orders' });
  await expect.poll(() => dialog.getByRole('button', { name: 'Change' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Country').selectOption('NO');
  await dialog.getByLabel('State').fill('Oslo');
  await dialog.getByText('5 orders change.').waitFor();
  await dialog.getByText('Country: US → NO, State: TX → Oslo').first().waitFor();
  await expectAccessible(page);
  await pressEnter(dialog.getByRole('button', { name: 'Change' }));
  await dialog.waitFor({ state: 'detached' });
  const outcome = (sentence: string) => page.getByRole('region', { name: 'Messages' }).getByRole('note').filter({ hasText: sentence });
  await pressEnter(outcome('Change: 5 orders done.').getByRole('button', { name: 'Undo' }));
  const countries = async () => (await product.database.sql('select distinct country from orders where id = any($1)', [carlasOrders]))[0];
  await outcome('Undo: 5 orders done.').waitFor();
  expect(await countries()).toEqual({ country: 'US' });
});
