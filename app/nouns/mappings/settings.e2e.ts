import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { chooseByKeys } from '../../../test/browser/choose-by-keys.ts';
import { idle } from '../../../test/browser/idle.ts';
import { pressEnter, pressSpace } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct({ sandbox: { pace: 'instant', limits: { shipStation: 100_000, amware: 100_000 } } });
const { visit } = testBrowser(product);
const admin = 'jonas@demo.crossdock';
const shop = '/settings/connectors/ship_station';

/** Opens a page, ready for keys and clicks, on which everyone can do everything. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectAccessible(page);
}
const pages = (page: Page, name: string) => page.getByRole('navigation', { name: /^Pages of / }).getByRole('link', { name });
const order = async (number: string) =>
  (
    await product.database.sql<{ order_status: string; note: string | null }>(
      `select order_status, coalesce(fields->>'note', note) as note from orders where source_order_number = $1`,
      [number],
    )
  )[0];

test('a new seller is shown what to connect, and is led from the channel to the warehouse', async () => {
  const page = await visit('/settings/super/accounts', { as: 'sam@demo.crossdock' });
  await page.getByRole('button', { name: 'Act as Harbour Outdoor' }).click();
  await page.waitForURL(`${product.origin}/`);
  await open(page, '/settings/connectors');
  await page.getByText('Nothing is connected yet').waitFor();
  await page.getByRole('button', { name: 'Connect ShipStation' }).click();
  await page.getByLabel('API key').fill('second-key');
  await page.getByLabel('API secret').fill('second-secret');
  await page.getByLabel('API address').fill(`${product.sandbox.origin}/ship-station`);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();

  const next = page.locator('li[aria-current="step"]');
  await next.filter({ hasText: 'Connect the warehouse' }).waitFor();
  await expectAccessible(page);
  await pressEnter(next.getByRole('link', { name: 'Connect it' }));
  await page.getByRole('button', { name: 'Connect Amware' }).waitFor();
});

test('codes are mapped by keyboard with what lacks said, and the orders that waited leave', async () => {
  await product.sell(
    ...['A', 'B'].map((each) => ({
      orderNumber: `PIGEON-${each}`,
      serviceCode: 'carrier_pigeon',
      items: [{ sku: '85123A', quantity: 1 }],
    })),
  );
  const page = await visit(`${shop}/shipping-options`, { as: admin, expected: [/422/] });
  await expectAccessible(page);
  await page.getByRole('link', { name: '2 orders wait' }).waitFor();
  await pages(page, 'Shipping options 1 to decide').waitFor();
  await pressEnter(page.getByRole('button', { name: 'Add Code' }));
  await page.getByRole('alert').getByText('Shipping method should be selected').waitFor();
  await page.getByRole('alert').getByText('Shipping code fields should not be empty').waitFor();
  await pressEnter(page.getByRole('button', { name: 'Get Shipping Options' }));
  await page.getByText(/^ShipStation has \d+ shipping options/).waitFor();

  await pressEnter(page.getByRole('button', { name: 'Delete rm_tracked_48' }));
  const confirm = page.getByRole('dialog', { name: 'Delete rm_tracked_48?' });
  await confirm.getByText('Are you sure you want to delete shipping option?').waitFor();
  await confirm.getByText('No order that has not left goes by it.').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await confirm.waitFor({ state: 'detached' });

  const method = page.getByRole('combobox', { name: 'Shipping method of carrier_pigeon' });
  await method.focus();
  await chooseByKeys(page, 'Royal Mail Tracked 48');
  await pressEnter(page.getByRole('button', { name: 'Update Shipping Options' }));
  await page.getByText('2 waiting orders checked again.').waitFor();
  await page.getByRole('link', { name: '2 orders wait' }).waitFor({ state: 'detached' });
  await expect.poll(() => method.inputValue()).toBe('RM48');
  await expect.poll(() => order('PIGEON-A')).toMatchObject({ order_status: 'fulfilled' });
  await expect.poll(() => order('PIGEON-B')).toMatchObject({ order_status: 'fulfilled' });
  await pressEnter(page.getByRole('link', { name: 'Cancel' }));
  await page.waitForURL('**/settings/connectors');
});

test('of two who map a code at once the later is told, keeps what they chose, and may save it then', async () => {
  const [page, other] = [
    await visit(`${shop}/shipping-options`, { as: admin }),
    await visit(`${shop}/shipping-options`, { as: admin, expected: [/409/] }),
  ];
  const method = (at: Page) => at.getByRole('combobox', { name: 'Shipping method of fedex_international_priority' });
  const save = (at: Page) => pressEnter(idle(at.getByRole('button', { name: 'Update Shipping Options' })));
  await method(page).selectOption('UPSWS');
  await method(other).selectOption('DHLEXP');
  await save(page);
  await page.getByText('Shipping options were saved.').first().waitFor();
  await save(other);
  await other.getByText(/mapped fedex_international_priority to UPS Worldwide Saver on /).waitFor();
  await expect.poll(() => method(other).inputValue()).toBe('DHLEXP');
  await save(other);
  await other.getByText('Shipping options were saved.').first().waitFor();
  await expect.poll(() => method(page).inputValue()).toBe('DHLEXP');
});

test('rules are tried on an order before they are saved, counted, kept and put back', async () => {
  await product.sell({ orderNumber: 'RULED-1', serviceCode: 'no_such_service', items: [{ sku: '85123A', quantity: 1 }] });
  await expect.poll(() => order('RULED-1')).toMatchObject({ order_status: 'error' });
  const page = await visit(`${shop}/field-mappings`, { as: admin, expected: [/422/] });
  await pressEnter(page.getByRole('button', { name: 'Save rule' }));
  await page.getByRole('alert').getByText('Both source and destination fields must be selected').waitFor();
  await page.getByLabel('Source field').selectOption('country');
  await page.getByRole('combobox', { name: 'Amware field' }).selectOption('note');
  await page.getByRole('textbox', { name: 'Destination value' }).fill('Tried first');
  await page.getByText(/^Changes 1 waiting order/).waitFor();
  await page.getByLabel('Order number').fill('RULED-1');
  await pressEnter(page.getByRole('button', { name: 'Try', exact: true }));
  await page.locator('mark', { hasText: 'Tried first' }).waitFor();
  await expectAccessible(page);
  expect((await order('RULED-1'))?.note).not.toBe('Tried first');
  await pressEnter(page.getByRole('button', { name: 'Save rule' }));
  await page.getByText('The field mapping was saved.').waitFor();
  await expect.poll(() => order('RULED-1')).toMatchObject({ note: 'Tried first' });

  await pressEnter(page.getByRole('button', { name: 'Delete Country to Note' }));
  const confirm = page.getByRole('dialog', { name: 'Delete Country to Note?' });
  await confirm.getByText(/^Changes 1 waiting order/).waitFor();
  await expectAccessible(page);
  await pressEnter(confirm.getByRole('button', { name: 'Delete' }));
  await expect.poll(async () => (await order('RULED-1'))?.note).not.toBe('Tried first');
  const putBack = page.getByRole('button', { name: /^Put back: Set Note to / });
  await expect.poll(() => putBack.count()).toBe(1);
  await pressEnter(putBack);
  // Orders of the tests before have left without it.
  await pressEnter(page.getByRole('dialog', { name: 'Put this rule back?' }).getByRole('button', { name: 'Put back' }));
  await expect.poll(() => order('RULED-1')).toMatchObject({ note: 'Tried first' });

  await open(page, `${shop}/presets`);
  await pressEnter(page.getByRole('button', { name: 'Add preset' }));
  await page.getByRole('alert').getByText('Both Amware field and preset value must be selected').waitFor();
  await page.getByRole('combobox', { name: 'Amware field' }).selectOption('shipping_code');
  await page.getByRole('textbox', { name: 'Preset value' }).fill('RM24');
  await page.getByText('Changes 1 waiting order, mends 1.').waitFor();
  await pressEnter(page.getByRole('button', { name: 'Add preset' }));
  await page.getByText('The preset was saved.').waitFor();
  await expect.poll(() => order('RULED-1')).toMatchObject({ order_status: 'fulfilled' });
});

test('what a rule would do is counted once its typing pauses, not at each key', async () => {
  const page = await visit(`${shop}/presets`, { as: admin });
  const counted: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rules/impact')) counted.push(request.postDataJSON().preset.field_value);
  });
  await page.getByRole('combobox', { name: 'Amware field' }).selectOption('note');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('textbox', { name: 'Preset value' }).pressSequentially('Handle with care');
  await page.getByText('Counting waiting orders…').waitFor();
  expect(counted).toEqual([]);
  // On a busy machine the last key may reach the page after the clock has gone on.
  const last = async () => {
    await page.clock.runFor(300);
    return counted.at(-1);
  };
  await expect.poll(last).toBe('Handle with care');
  expect(counted.length).toBeLessThan(3);
});

test('a preset is neither added nor deleted before the orders that left otherwise are listed', async () => {
  const page = await visit(`${shop}/presets`, { as: admin });
  const counted = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [adding, deleting] = counted;
  await page.route('**/rules/impact', async (route) => {
    await ('preset' in route.request().postDataJSON() ? adding : deleting)?.promise;
    await route.continue();
  });
  await page.getByRole('combobox', { name: 'Amware field' }).selectOption('note');
  await page.getByRole('textbox', { name: 'Preset value' }).fill('Listed first');
  await pressEnter(page.getByRole('button', { name: 'Add preset' }));
  adding?.resolve();
  const question = page.getByRole('dialog', { name: 'Add this preset?' });
  await question.getByText(/went to the warehouse|left/).waitFor();
  await expectAccessible(page);
  expect(await page.getByText('Listed first').count()).toBe(0);
  await pressEnter(question.getByRole('button', { name: 'Add preset' }));
  await page.getByText('The preset was saved.').waitFor();

  await pressEnter(page.getByRole('button', { name: 'Delete the preset of Note' }));
  const remove = page.getByRole('dialog', { name: 'Delete the preset of Note?' }).getByRole('button', { name: 'Delete' });
  await remove.and(page.locator(':disabled')).waitFor();
  deleting?.resolve();
  await pressEnter(remove.and(page.locator(':focus')));
  await remove.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete the preset of Note' }).waitFor({ state: 'detached' });
});

test('a warehouse has no pages of codes that are mapped, as its list of pages says', async () => {
  const headers = { cookie: await product.cookieOf(admin) };
  const statusOf = async (path: string) => (await fetch(`${product.origin}${path}`, { headers })).status;
  for (const each of ['shipping-options', 'locations', 'presets', 'field-mappings'])
    expect([await statusOf(`/settings/connectors/amware/${each}`), await statusOf(`${shop}/${each}`)]).toEqual([404, 200]);
});

test('locations, windows and the subsidiary are set, and what fails is said', async () => {
  const page = await visit('/settings/connectors/channel_advisor/locations', { as: 'amira@demo.crossdock', expected: [/422/, /500/] });
  await pressEnter(page.getByRole('button', { name: 'Get Inventory Locations' }));
  const first = page.getByRole('combobox', { name: /^Warehouse location of / }).first();
  await first.selectOption({ index: 1 });
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'Save Connector Locations' }));
  await page.getByText('Locations were saved.').waitFor();
  await page.route('**/remote-locations/*', (route) => route.fulfill({ status: 500, json: { errorMessage: 'x', code: 'x' } }), {
    times: 1,
  });
  const remove = async () => {
    await pressEnter(page.getByRole('button', { name: /^Delete / }).first());
    const confirm = page.getByRole('dialog');
    await confirm.getByText('Are you sure you want to delete this location mapping?').waitFor();
    await pressEnter(confirm.getByRole('button', { name: 'Delete' }));
    await confirm.waitFor({ state: 'detached' });
  };
  await remove();
  await page.getByRole('alert').getByText('There was an error deleting location mapping').waitFor();
  await remove();
  await page.getByText('Location mapping was deleted').waitFor();

  await page.goto(`${shop}/schedule`);
  await pressSpace(page.getByRole('checkbox', { name: 'Orders: call in a time window only' }));
  await pressEnter(page.getByRole('button', { name: 'Save schedule' }));
  await page.getByText('Select a start time.').first().waitFor();
  await page.getByRole('combobox', { name: 'Start time of orders' }).selectOption('00,00');
  await page.getByRole('combobox', { name: 'End time of orders' }).selectOption('23,30');
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'Save schedule' }));
  await page.getByText('The schedule was saved.').waitFor();

  const { accountId, zone, integration } = product.sandbox.control.company();
  await page.goto('/settings/connectors?connect=netsuite');
  await page.getByLabel('Account ID').fill(accountId);
  await page.getByLabel('Client ID').fill(integration.clientId);
  await page.getByLabel('Certificate ID').fill(integration.certificateId);
  await page.getByLabel('Private key').fill(integration.privateKey);
  await page.getByLabel('Time zone').fill(zone);
  await page.getByLabel('API address').fill(`${product.sandbox.origin}/netsuite/${accountId}`);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForURL('**/settings/connectors/netsuite');
  await open(page, '/settings/connectors/netsuite/settings');
  await page.getByText('Every subsidiary is read, and stock is booked nowhere.').waitFor();
  await pressEnter(page.getByRole('button', { name: 'Select' }));
  const modal = page.getByRole('dialog', { name: 'Select Product Sync Options' });
  await modal.locator('#inventorySyncModal').waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/subsidiaries', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  await pressEnter(modal.getByRole('button', { name: 'Save' }));
  // Whoever leaves now would take it for not saved.
  await modal.locator('[inert]').waitFor();
  await modal.getByRole('button', { name: 'Cancel' }).and(page.locator(':disabled')).waitFor();
  await page.keyboard.press('Escape');
  held.resolve();
  await page.getByRole('alert').getByText('Subsidiary and account must be selected').waitFor();
  await modal.getByLabel('Subsidiary').selectOption({ label: 'Demo Gifts GmbH' });
  await modal.getByLabel('Account').selectOption({ label: 'Bestand' });
  await expectAccessible(page);
  await pressEnter(modal.getByRole('button', { name: 'Save' }));
  await page.getByText('Demo Gifts GmbH, Bestand').waitFor();
});
