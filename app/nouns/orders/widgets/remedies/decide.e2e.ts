import { beforeAll, expect, test } from 'vitest';
import { connectorNamed } from '../../../../../connectors/index.ts';
import { sealWith } from '../../../../../platform/seal.ts';
import { type Tenant, withoutPerson } from '../../../../../platform/tenant.ts';
import { expectAccessible } from '../../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../test/browser.ts';
import { testProduct } from '../../../../../test/product.ts';
import { sharedWeb } from '../../../../../test/shared-web.ts';
import { addConnection, addIssues, addLines, addOrders, addProducts } from '../../../../../test/shop/rows.ts';
import { openDirectory } from '../../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../../people/accounts/people.ts';
import { connect, disconnect } from '../../../../shared/connections/connecting/commands.ts';
import { takeOverOrders } from '../../../order-flow/release/former/former-warehouse.ts';

const product = testProduct({ sandbox: { pace: 'manual', limits: { shipStation: null, amware: null } } });
const { visit } = testBrowser(product);

type Connected = { account: string; id: string };
const connectionOf = async (connector: string) => {
  const [row] = await product.database.sql<Connected>(
    'select account_id as account, id from connections where connector = $1 order by id limit 1',
    [connector],
  );
  return { account: Number(row?.account), id: Number(row?.id) };
};
const within = async <T>(work: (tenant: Tenant) => Promise<T>) =>
  withoutPerson(product.database.database, (await connectionOf('ship_station')).account, work);

test('Home asks once about all orders of a disconnected warehouse, by keyboard, and says what came of it', async () => {
  const shipTo = (name: string) => ({ name, street1: `1 ${name} Road`, city: 'York', postalCode: 'YO1 2AA', country: 'GB' });
  const items = [{ sku: '22423', quantity: 1 }];
  await product.sell(
    { orderNumber: 'LEFT-1', items, shipTo: shipTo('Ann') as never },
    { orderNumber: 'LEFT-2', items, shipTo: shipTo('Bob') as never },
  );
  await expect.poll(() => countOf(`in_amware = 1 and source_order_number like 'LEFT-%'`)).toBe(2);
  const { id: warehouse } = await connectionOf('amware');
  const { env } = await sharedWeb();
  product.sandbox.control.client('second-amware-key').catalogue.take([{ sku: '22423', name: 'Cakestand', units: 50 }]);
  const settings = { api_key: 'second-amware-key', base_url: `${product.sandbox.origin}/amware`, webhook_secret: 'x' };
  await within(async (tenant) => {
    await disconnect(tenant, warehouse);
    await connect(tenant, sealWith(env.secretKeys), { connector: connectorNamed('amware'), name: 'Second', since: new Date(), settings });
    await takeOverOrders(tenant);
  });
  const page = await visit('/', { as: 'olive@demo.crossdock' });
  const cause = page.getByRole('listitem').filter({ hasText: 'Amware has it and is disconnected' });
  await pressEnter(cause.getByRole('button', { name: 'Decide' }));
  const panel = page.getByRole('dialog', { name: 'Decide' });
  await panel.getByText('Does the former warehouse send these 2 orders?').waitFor();
  await pressEnter(panel.getByRole('button', { name: 'Save decision' }));
  await panel.getByText('Choose one of the two').waitFor();
  await expectAccessible(page);
  await panel.getByRole('radio', { name: /^It sends none/ }).check();
  await panel.getByRole('button', { name: 'Save decision' }).dblclick();
  await page.getByText('Send anew: 2 orders done.').waitFor();
  // At once, since an alert does not stay.
  await page.getByRole('link', { name: 'See each' }).click();
  await page.getByRole('heading', { name: /Send anew/ }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
  await expect.poll(() => countOf(`blocking_issues = 0 and source_order_number like 'LEFT-%'`)).toBe(2);
  expect(await product.database.sql(`select 1 from runs where subject ->> 'verb' = 'send-anew'`)).toHaveLength(1);
});

const countOf = async (condition: string) => (await product.database.sql(`select 1 from orders where ${condition}`)).length;

test('an admin sees in the settings whose orders are sent of those that two connections have, and changes it; a user only sees it', async () => {
  const [{ account, id: channel }, { id: other }] = [await connectionOf('ship_station'), await connectionOf('channel_advisor')];
  await product.database.sql('insert into import_choices (account_id, low_id, high_id, keeps_id) values ($1, $2, $3, $4)', [
    ...[account, Math.min(channel, other), Math.max(channel, other), channel],
  ]);
  const path = '/settings/connectors/ship_station/settings';
  const reader = await visit(path, { as: 'olive@demo.crossdock' });
  const button = reader.getByRole('button', { name: 'Send those of ChannelAdvisor instead' });
  await button.and(reader.locator(':disabled')).waitFor();
  const page = await visit(path, { as: 'jonas@demo.crossdock' });
  await page.getByText('Of orders that ChannelAdvisor has too, those of ShipStation are sent.').waitFor();
  await pressEnter(page.getByRole('button', { name: 'Send those of ChannelAdvisor instead' }));
  const question = page.getByRole('dialog', { name: 'Send the orders of ChannelAdvisor instead?' });
  await question.waitFor();
  await expectAccessible(page);
  await pressEnter(question.getByRole('button', { name: 'Send those of ChannelAdvisor' }));
  await page.getByText('Of orders that ChannelAdvisor has too, those of ChannelAdvisor are sent.').waitFor();
  // The other window hears of it.
  await reader.getByRole('button', { name: 'Send those of ShipStation instead' }).waitFor();
});

test('an order that came twice, of which none is sent, is left ended from Home', async () => {
  await product.sell({ orderNumber: 'TWICE-1', items: [{ sku: '22423', quantity: 1 }] });
  // Its first check would find no other order, and close the issue that is opened below.
  await expect.poll(() => countOf(`source_order_number = 'TWICE-1' and checked_at is not null`)).toBe(1);
  const { account } = await connectionOf('ship_station');
  const [order] = await product.database.sql<{
    id: string;
  }>(`update orders set shared_goods = 'undecided' where source_order_number = 'TWICE-1'
    returning id`);
  const sentence = { code: 'twin_not_sent', channel: 'Marketplace', order: 'N2', why: 'cancelled' };
  await addIssues(product.database, account, [
    { order_id: Number(order?.id), type: 'twin_not_sent', subject: 'twin', sentence, blocking: true },
  ]);
  const page = await visit('/', { as: 'olive@demo.crossdock' });
  const cause = page.getByRole('listitem').filter({ hasText: 'N2 of Marketplace is the same order' });
  await pressEnter(cause.getByRole('button', { name: 'Decide' }));
  const panel = page.getByRole('dialog', { name: 'Decide' });
  await panel.getByText('sent in place of the other order?').waitFor();
  await panel.getByRole('radio', { name: /^Leave it ended/ }).check();
  await panel.getByRole('button', { name: 'Save decision' }).click();
  await expect.poll(() => countOf(`ended_by = 'same_goods' and source_order_number = 'TWICE-1'`)).toBe(1);
});

const adele = 'adele@example.com';
let accountId: number;
let connection_id: number;
let products: Map<string, number>;

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  accountId = await createAccount(directory, { name: 'Address Shop' });
  await createUser(directory, { email: adele, name: 'Adele Dress', role: 'user', accountId });
  await directory.close();
  connection_id = await addConnection(product.database, accountId);
  products = await addProducts(product.database, accountId, ['MUG']);
});

/** So many orders to Germany, which is no code of a country. */
async function addGerman(count: number): Promise<number[]> {
  const order = { checked_at: '2026-11-20T12:00:00Z', order_status: 'error', open_issues: 1, city: 'Berlin', postal_code: '10115' };
  const ids = await addOrders(
    product.database,
    accountId,
    connection_id,
    Array.from({ length: count }, () => ({
      ...order,
      state: null,
      country: 'Germany',
      on_hold: true,
      shipping_code: 'GND',
      units_ordered: 2,
    })),
  );
  for (const id of ids) await addLines(product.database, accountId, id, [{ sku: 'MUG', quantity: 2 }], products);
  const sentence = { code: 'address_lacks', fields: ['country'], unknown: 'Germany' };
  await addIssues(
    product.database,
    accountId,
    ids.map((order_id) => ({ order_id, connection_id, type: 'address_incomplete', subject: 'address', sentence, is_suggested: true })),
  );
  return ids;
}

test('Home leads to the addresses with a suggestion, which stands in the row, and is accepted beside it, or for several together', async () => {
  await addGerman(3);
  const page = await visit('/', { as: adele });
  await pressEnter(page.getByRole('link', { name: '3 addresses have a suggestion: look at them together' }));
  await page.waitForURL(/issue=address_suggested/);
  const suggested = page.getByText('“Germany” is not the code of a country. Country: Germany → DE.');
  await expect.poll(() => suggested.count()).toBe(3);
  await pressEnter(page.getByRole('button', { name: 'Complete address' }).first());
  const panel = page.getByRole('dialog', { name: 'Complete address' });
  await panel.getByText('Country: Germany → DE').waitFor();
  await expectAccessible(page);
  await pressEnter(panel.getByRole('button', { name: 'Accept' }));
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('checkbox', { name: /^Select SO-/ }).count()).toBe(2);
  await expect.poll(() => suggested.count()).toBe(2);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await pressEnter(page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Accept addresses' }));
  const dialog = page.getByRole('dialog', { name: 'Accept addresses: 2 orders' });
  await expect.poll(() => dialog.getByRole('cell', { name: 'Country: Germany → DE' }).count()).toBe(2);
  await expectAccessible(page);
  await pressEnter(dialog.getByRole('button', { name: 'Accept addresses' }));
  // It is gone once the run has begun. Boxes behind an open dialog may count as none.
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Address with a suggestion').first().waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: /^Select SO-/ }).count()).toBe(0);
  expect(await suggested.count()).toBe(0);
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText(/ a suggestion: look at/).count()).toBe(0);
});

test('one press accepts a suggested address from the row, and one takes that back', async () => {
  const [id = 0] = await addGerman(1);
  const page = await visit('/orders?view=attention&issue=address_incomplete', { as: adele });
  const accept = page.getByRole('button', { name: 'Accept', exact: true });
  await accept.waitFor();
  await pressEnter(accept);
  await accept.waitFor({ state: 'detached' });
  const country = async () => (await product.database.sql('select country from orders where id = $1', [id]))[0];
  await expect.poll(country).toEqual({ country: 'DE' });
  await pressEnter(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }));
  await expect.poll(country).toEqual({ country: 'Germany' });
  await page.goto(`/orders/${id}`);
  await pressEnter(page.getByRole('button', { name: 'Accept', exact: true }));
  await expect.poll(country).toEqual({ country: 'DE' });
});

test('a suggestion for an address that somebody else changed meanwhile is refused, and no longer shown', async () => {
  const [id = 0] = await addGerman(1);
  const page = await visit('/orders?view=attention&issue=address_incomplete', { as: adele, expected: [/409/] });
  await pressEnter(page.getByRole('button', { name: 'Complete address' }).first());
  const panel = page.getByRole('dialog', { name: 'Complete address' });
  await panel.getByText('Country: Germany → DE').waitFor();
  const accept = panel.getByRole('button', { name: 'Accept' });
  const status = await page.evaluate(
    async (order) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/orders/save', { method: 'PUT', headers, body: JSON.stringify({ order }) })).status;
    },
    { id, city: 'Wien', postal_code: '1010' },
  );
  expect(status).toBe(200);
  await pressEnter(accept);
  await panel.getByText(/ has changed City/).waitFor();
  await accept.waitFor({ state: 'detached' });
  await panel.getByText('Now saved: Wien').waitFor();
  expect(await panel.getByLabel('City').inputValue()).toBe('Wien');
  const [order] = await product.database.sql('select city, country from orders where id = $1', [id]);
  expect(order).toEqual({ city: 'Wien', country: 'Germany' });
});
