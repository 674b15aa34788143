import { expect, test } from 'vitest';
import { connectorNamed } from '../../../../../connectors/index.ts';
import { sealWith } from '../../../../../platform/seal.ts';
import { type Tenant, withoutPerson } from '../../../../../platform/tenant.ts';
import { expectAccessible } from '../../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../test/browser.ts';
import { testProduct } from '../../../../../test/product.ts';
import { sharedWeb } from '../../../../../test/shared-web.ts';
import { addIssues } from '../../../../../test/shop/rows.ts';
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
