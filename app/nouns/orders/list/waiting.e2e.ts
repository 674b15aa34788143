import type { Locator, Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { addConnection, addIssues, addLines, addOrders } from '../../../../test/shop/rows.ts';
import { openDirectory } from '../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../people/accounts/people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'wilma@example.com';
let ids: number[] = [];

/** Four orders that wait, the oldest of them for three causes, and one that does not. */
beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Waiting Shop' });
  await createUser(directory, { email: as, name: 'Wilma Wait', role: 'user', accountId });
  await directory.close();
  const connectionId = await addConnection(product.database, accountId);
  const facts = [0, 1, 2, 3, 4].map((n) => ({
    ...{ checked_at: '2026-11-20T12:00:00Z', source_order_number: `W-${n}`, order_date: `2026-11-0${n + 1}T12:00:00Z` },
    ...{ order_status: n < 4 ? 'error' : 'pending', on_hold: n === 4, open_issues: [3, 1, 1, 1, 0][n] },
  }));
  ids = await addOrders(product.database, accountId, connectionId, facts);
  for (const id of ids) await addLines(product.database, accountId, id, [{ sku: 'MUG', quantity: 2 }]);
  const stops = (order_id: number, sku: string) => ({
    ...{ order_id, connection_id: connectionId, type: 'unmapped_sku', subject: sku, sentence: { code: 'sku_not_linked', sku } },
  });
  const [first = 0, ...others] = ids.slice(0, 4);
  const address = { type: 'address_incomplete', subject: 'address', sentence: { code: 'address_lacks', fields: ['city'] } };
  await addIssues(product.database, accountId, [
    ...[stops(first, 'CUP'), stops(first, 'MUG'), { ...stops(first, ''), ...address }],
    ...others.map((id) => stops(id, 'CUP')),
  ]);
});

const rows = (page: Page) => page.locator('tr[data-row]');
const number = (n: number) => `W-${n}`;

test('what needs attention begins with the oldest, near the top, and a row says in one line for what it waits and what it contains', async () => {
  const page = await visit('/orders?view=attention&columns=order_number.order_status.items', { as });
  await expect.poll(() => rows(page).first().innerText()).toMatch(/W-0[\s\S]*2 × MUG/);
  const note = page.locator('tr[data-row] + tr').first();
  expect(await note.innerText()).toMatch(/^\s*SKU CUP is not linked to a warehouse product\.\s+· SKU not linked: MUG · Address incomplete/);
  const height = async (place: Locator) => (await place.boundingBox())?.height ?? Number.NaN;
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await height(rows(page).first())) + (await height(note)), { message: String(width) }).toBeLessThan(57);
  }
  // With the usual columns, of which some are hidden where it is narrow, it has the width of all that are shown.
  await page.goto(`${product.origin}/orders?view=attention`);
  await note.waitFor();
  const rightOf = async (place: Locator) => place.evaluate((element) => Math.round(element.getBoundingClientRect().right));
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const end = () => Promise.all([rightOf(note.locator('div').first()), rightOf(rows(page).first())]);
    await expect.poll(async () => new Set(await end()).size, { message: String(width) }).toBe(1);
  }
  await expectAccessible(page);
  // On a phone the first order begins within 200 px of the top of the screen, messages aside.
  await page.setViewportSize({ width: 390, height: 844 });
  const box = async (place: string) => (await page.locator(place).first().boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
  await expect.poll(async () => (await box('header')).height + (await box('tr[data-row]')).y - (await box('main')).y).toBeLessThan(200);
});

test('the lines of an order are beside its number of units, for a pointer that rests there and by keyboard', async () => {
  const page = await visit('/orders?view=attention', { as });
  const units = rows(page)
    .first()
    .getByRole('button', { name: /^1 unit: lines of SO-/ });
  const lines = page.getByRole('dialog', { name: /^Lines of SO-/ });
  await pressEnter(units);
  await lines.getByText('A MUG').waitFor();
  await expect.poll(() => lines.getByRole('listitem').innerText()).toMatch(/MUG\s+A MUG\s+2/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await lines.waitFor({ state: 'detached' });
  await expect.poll(() => units.evaluate((button) => button === document.activeElement)).toBe(true);
  await units.hover();
  await lines.getByText('A MUG').waitFor();
  await expect.poll(() => units.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await lines.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Orders' }).hover();
  await units.hover();
  await lines.getByText('A MUG').waitFor();
  await page.getByRole('heading', { name: 'Orders' }).hover();
  await lines.waitFor({ state: 'detached' });
});

test('several causes are one bar that opens, and from order to order one goes by key, without the list', async () => {
  const page = await visit(`/orders/${ids[0]}`, { as });
  const heading = (n: number) => page.locator('header').getByText(number(n), { exact: true });
  const next = page.getByTitle('Next order that waits (n)');
  await next.getByText('1 of 4').waitFor();
  await expect.poll(() => page.getByText('The address has no city.', { exact: true }).count()).toBe(0);
  await pressEnter(page.getByRole('button', { name: 'Also: SKU not linked: MUG · Address incomplete' }));
  await page.getByText('The address has no city.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Complete address' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('n');
  await heading(1).waitFor();
  await page.getByRole('navigation', { name: 'Orders of the list' }).getByText('2 of 4').waitFor();
  await pressEnter(next);
  await heading(2).waitFor();
  await page.getByRole('navigation', { name: 'Orders of the list' }).getByText('3 of 4').waitFor();
  await page.keyboard.press('n');
  await heading(3).waitFor();
  await next.waitFor({ state: 'detached' });
  await page.locator('header').getByRole('link', { name: 'Orders', exact: true }).click();
  await page.waitForURL(/view=attention&issue=unmapped_sku/);
});
