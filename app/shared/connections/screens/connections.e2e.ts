import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { faultsOfLayout } from '../../../../test/browser/laid-out.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';

const product = testProduct({ sandbox: { limits: { shipStation: 6_000 } } });
const { visit } = testBrowser(product);

const admin = 'amira@demo.crossdock';
const operator = 'olive@demo.crossdock';

test('a refused credential says so and keeps what was typed; the right one connects, and disconnecting says what stops', async () => {
  const page = await visit('/settings/connectors', { as: admin, expected: [/409/] });
  await page.getByRole('button', { name: 'Connect ShipStation' }).click();
  await page.getByLabel('Name').fill('Second store');
  await credentials(page, 'second-key', 'not the secret');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('alert').getByText('The credentials were refused').waitFor();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Second store');
  await expect.poll(() => page.getByLabel('API key').inputValue()).toBe('second-key');
  // It is about the credentials, so the first of them has the focus.
  await page.getByLabel('API key').and(page.locator(':focus')).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await pressEnter(question.getByRole('button', { name: 'Keep editing' }));
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel('API secret').inputValue()).toBe('not the secret');

  await page.getByLabel('API secret').fill('second-secret');
  await page.getByRole('button', { name: 'Choose from a list' }).click();
  const stores = page.getByRole('combobox', { name: 'Store id' });
  await stores.waitFor();
  await expect.poll(() => stores.locator('option').count()).toBeGreaterThan(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: 'Second store' }).waitFor();
  await page.getByText('Working').first().waitFor();
  await page.getByRole('navigation', { name: 'Pages of Second store' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByText(`${product.origin}/api/webhooks/`).waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Kept: its orders and their history').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Disconnect' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await dialog.getByLabel('Type Second store to confirm').fill('Second store');
  await standStill(page);
  const isHeld = Promise.withResolvers<void>();
  await page.route('**/settings/connectors.data*', (route) => isHeld.promise.then(() => route.fallback()));
  const isAsked = page.waitForRequest('**/settings/connectors.data*');
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await isAsked;
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'attached' });
  // However slowly the next page comes, what is said on the way to it stays for its time there.
  await page.getByText('Second store is disconnected').waitFor();
  await page.clock.runFor(60_000);
  isHeld.resolve();
  await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
  await staysFor(page, 'Second store is disconnected', 3_000);
  await expect.poll(() => page.getByRole('link', { name: 'Second store', exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'Log of Second store' }).waitFor();
  await page.clock.resume();
  // Of what else is in the list test/widths.e2e.ts has every width.
  for (const width of [390, 768, 1200]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => faultsOfLayout(page), { message: `at ${width} px` }).toEqual([]);
  }
});

test('a dialog that was closed opens again, however long its page takes to learn that it is closed', async () => {
  const page = await visit('/settings/connectors', { as: admin });
  const dialog = page.getByRole('dialog', { name: 'Connect ShipStation' });
  const connect = page.getByRole('button', { name: 'Connect ShipStation' });
  await connect.click();
  await dialog.waitFor();
  const closed = Promise.withResolvers<void>();
  await page.route('**/settings/connectors.data*', async (route) => {
    await closed.promise;
    await route.fallback();
  });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await connect.click();
  closed.resolve();
  await dialog.locator(':focus').waitFor();
});

test('a sync shows its progress, also after a reload, until it has ended', async () => {
  const fault = product.sandbox.control.faults.add({
    target: 'ship_station',
    operation: 'list_orders',
    kind: 'slow',
    // Until the fault is cleared, however long the browser takes.
    ms: 25_000,
    probability: 1,
  });
  const page = await visit('/settings/connectors/ship_station', { as: admin });
  const below = page.getByRole('region', { name: 'What is read' });
  const isHeld = Promise.withResolvers<void>();
  await page.route('**/api/connectors/*/sync', (route) => isHeld.promise.then(() => route.fallback()));
  await page.getByRole('button', { name: 'Sync now' }).click();
  // Its card has its place from the press on.
  await page.getByText('Syncing: 0 of 2 read').waitFor();
  const place = await below.boundingBox();
  isHeld.resolve();
  await page.getByRole('progressbar', { name: 'Orders from ShipStation' }).waitFor();
  expect((await below.boundingBox())?.y).toBe(place?.y);
  await page.reload();
  await page.getByRole('progressbar', { name: 'Orders from ShipStation' }).waitFor();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('Syncing: 0 of 2 read').waitFor();
  const other = await visit('/settings/connectors/ship_station', { as: operator });
  await other.getByText('Syncing: 0 of 2 read').waitFor();
  product.sandbox.control.faults.clear(fault.id);
  await page.getByText('Up to date', { exact: true }).waitFor();
  await expectAccessible(page);
  // Who only looked on sees what came of it, in its place, until they close it.
  await other.getByText('Up to date', { exact: true }).waitFor();
  await other.getByRole('region', { name: 'Sync', exact: true }).getByRole('button', { name: 'Close' }).click();
  await other.getByRole('region', { name: 'Sync', exact: true }).waitFor({ state: 'detached' });
});

test('a connection is paused and goes on', async () => {
  const page = await visit('/settings/connectors/amware', { as: admin });
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused. No requests are sent until it is resumed.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Sync now' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Amware is resumed.').waitFor();
});

test('without permission the connections are shown, and the disabled buttons say why', async () => {
  const page = await visit('/settings/connectors', { as: operator });
  await expect.poll(() => page.getByRole('button', { name: 'Connect ShipStation' }).isDisabled()).toBe(true);
  await page.getByText('Only account admins change connections.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'ShipStation' }).click();
  await page.getByRole('heading', { name: 'ShipStation' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Disconnect' }).isDisabled()).toBe(true);
  await expect.poll(() => page.getByText('/api/webhooks/').count()).toBe(0);
});

test('where its news are sent comes with the page of a connection’s settings, before any script has run, for those who may connect', async () => {
  const settings = '/settings/connectors/ship_station/settings';
  const page = await visit(settings, { as: admin, plain: true });
  await page.getByText('/api/webhooks/').waitFor();
  const others = await visit(settings, { as: operator, plain: true });
  await others.getByText('stored, never shown').first().waitFor();
  expect(await others.content()).not.toContain('/api/webhooks/');
});

test('the log opens an exchange with its headers and bodies, and never a secret', async () => {
  const page = await visit('/settings/connectors/amware/logs?entity=2', { as: operator });
  const rows = page.getByRole('table', { name: 'Log' }).getByRole('row');
  await rows.filter({ hasText: 'Read items' }).first().getByRole('link').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('authorization').waitFor();
  await dialog.getByText('[redacted]').waitFor();
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Reply body' }).inputValue()).toContain('"records": [');
  expect(await page.content()).not.toContain('demo-amware-key');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectAccessible(page);
});

test('an action’s result is shown for seven seconds, in a bar that does not cover the page', async () => {
  const page = await visit('/settings/connectors/amware', { as: admin, expected: [/500/] });
  await standStill(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await staysFor(page, 'is paused', 7_000);

  const calls = '**/api/connectors/amware/resume';
  const sentence = (of: string) => `${of} ${'did not go as it should have. '.repeat(60)}`;
  for (const of of ['This', 'That', 'And that']) {
    await page.route(calls, (route) => route.fulfill({ status: 500, json: { errorMessage: sentence(of), code: 'failed' } }), { times: 1 });
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('alert').getByText(sentence(of).trim()).waitFor();
  }
  const alerts = await page.getByRole('alert').evaluateAll((each) => each.map((alert) => Math.round(alert.getBoundingClientRect().width)));
  expect(alerts).toEqual([600, 600, 600]);
  const bar = () => page.getByRole('region', { name: 'Messages' }).boundingBox();
  await expect.poll(async () => (await bar())?.height).toBe(0.9 * (page.viewportSize()?.height ?? 0));
  await page.setViewportSize({ width: 390, height: 500 });
  await expect.poll(bar).toMatchObject({ width: 390 - 32, height: 450, y: 50 });
  // The page ends above it, and nothing else of the page has its styles found anew for that.
  const heights = () =>
    page.locator('#main, h1').evaluateAll((all) => all.map((each) => getComputedStyle(each).getPropertyValue('--alerts-height')));
  await expect.poll(heights).toEqual(['450px', '']);

  // None goes while one has the focus, wherever the pointer is. What is dismissed takes the focus with it, and the others go in their time.
  const dismiss = page.getByRole('alert').getByRole('button', { name: 'Dismiss' });
  await dismiss.first().focus();
  await dismiss.last().hover();
  await page.mouse.move(0, 0);
  await page.clock.runFor(60_000);
  await expect.poll(() => dismiss.count()).toBe(3);
  await page.keyboard.press('Enter');
  await expect.poll(() => dismiss.count()).toBe(2);
  await expect
    .poll(async () => {
      await page.clock.runFor(7_000);
      return dismiss.count();
    })
    .toBe(0);
});

test('who disconnects a channel that keeps our webhook is told to remove it there', async () => {
  const page = await visit('/settings/connectors/ship_station/settings', { as: admin });
  await page.getByText('ShipStation was given this address').waitFor();
  const fault = product.sandbox.control.faults.add({ target: 'ship_station', kind: 'expired_credentials', probability: 1 });
  await pressEnter(page.getByRole('button', { name: 'Disconnect' }));
  const dialog = page.getByRole('dialog', { name: 'Disconnect ShipStation?' });
  await dialog.getByLabel('Type ShipStation to confirm').fill('ShipStation');
  await pressEnter(dialog.getByRole('button', { name: 'Disconnect' }));
  const warning = page.getByText('ShipStation still has our webhook: ');
  await warning.waitFor();
  await expect.poll(() => warning.innerText()).toMatch(/What it sends is refused\. Remove the webhook in ShipStation\.$/);
  await expectAccessible(page);
  product.sandbox.control.faults.clear(fault.id);
  // The demo's own connection comes back with its credentials filled in.
  await pressEnter(page.getByRole('button', { name: 'Connect ShipStation' }));
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }));
  await page.getByRole('heading', { name: 'ShipStation', level: 1 }).waitFor();
  await page.getByText('Working').first().waitFor();
});

/** From here on the test controls the page's clock. */
async function standStill(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

async function staysFor(page: Page, text: string, ms: number): Promise<void> {
  const alert = page.getByRole('region', { name: 'Messages' }).getByText(text);
  await alert.waitFor();
  await page.clock.runFor(ms - 1);
  await expect.poll(() => alert.isVisible()).toBe(true);
  await page.clock.runFor(1);
  await alert.waitFor({ state: 'detached' });
}

async function credentials(page: Page, key: string, secret: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByLabel('API secret').fill(secret);
  await page.getByLabel('API address').fill(`${product.sandbox.origin}/ship-station`);
}
