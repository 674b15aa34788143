import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { connectorNamed } from '../../../connectors/index.ts';
import { sealWith } from '../../../platform/seal.ts';
import { inTenant } from '../../../platform/tenant.ts';
import type { Arrival } from '../../../sandbox/amware/deliveries.ts';
import { changeOrder, enterItem, enterOrder } from '../../../sandbox/netsuite/enter.ts';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { idle } from '../../../test/browser/idle.ts';
import { faultsOfLayout } from '../../../test/browser/laid-out.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { sharedWeb } from '../../../test/shared-web.ts';
import { connect } from '../../shared/connections/connecting/commands.ts';
import { savePurchaseOrder } from './actions/edit.ts';

const product = testProduct({ sandbox: { pace: 'manual', limits: { shipStation: null, amware: null } } });
const { visit } = testBrowser(product);
const as = 'olive@demo.crossdock';
const [heart, stand] = ['85123A', '22423'];

/** NetSuite beside the demo's shops, read every second, its location mapped to the warehouse in Kentucky. */
beforeAll(async () => {
  const { sql, database } = product.database;
  const { env, sandbox } = await sharedWeb();
  const company = sandbox.control.company();
  for (const sku of [heart, stand])
    if (company.books.rows('SELECT 1 FROM main.item WHERE itemid = ?', sku).length === 0) enterItem(company, { sku });
  company.preferences.overage = true;
  const [account] = await sql<{ id: string }>("select account_id as id from connections where connector = 'amware'");
  const { clientId, certificateId, privateKey } = company.integration;
  const settings = {
    ...{ netsuite_account: company.accountId, client_id: clientId, certificate_id: certificateId, private_key: privateKey },
    ...{ time_zone: company.zone, api_address: `${sandbox.origin}/netsuite/${company.accountId}` },
  };
  const [known] = await sql<{ id: string }>("select id from connections where connector = 'netsuite' and disconnected_at is null");
  const made =
    known ??
    (await inTenant(database, { accountId: Number(account?.id), userId: null }, (tenant) =>
      connect(tenant, sealWith(env.secretKeys), { connector: connectorNamed('netsuite'), name: 'NetSuite', settings, since: new Date(0) }),
    ));
  await sql("update streams set every_seconds = 1, due_at = now() where connection_id = $1 and stream = 'purchase_orders'", [made.id]);
  await sql(
    `insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location) values ($1, $2, '11', 'Main', 'KY1')
     on conflict (account_id, connection_id, internal_id) do update set amware_location = 'KY1'`,
    [account?.id, made.id],
  );
});

const ready = (page: Page) => page.locator('html[data-hydrated]').waitFor();

/** Enters a purchase order in NetSuite. */
const buy = (number: string, lines: { sku: string; quantity: number; location?: number }[]) =>
  enterOrder(product.sandbox.control.company(), 'purchaseOrder', { number, lines });

/** Waits until it is announced, and returns its id and what the dock does with it. */
async function announced(number: string) {
  const read = () =>
    product.database.sql<{ id: string; asn: string | null }>(
      'select id, warehouse_reference_number as asn from purchase_orders where source_number = $1',
      [number],
    );
  await expect.poll(async () => (await read())[0]?.asn ?? null).not.toBeNull();
  const [row] = await read();
  const { inbound, asns } = product.sandbox.control.client();
  const asn = asns.rows.get(row?.asn ?? '');
  if (!asn) throw new Error(`${number} is not announced.`);
  const take = (...arrivals: [sku: string, quantity: number][]) =>
    inbound.take(
      asn,
      arrivals.map(([sku, quantity]): Arrival => ({ sku, quantity, lot: null })),
    );
  return { id: Number(row?.id), take, close: () => inbound.close(asn) };
}

const bookedFor = (id: number) =>
  (product.sandbox.control.state().netsuite[0]?.transactions ?? [])
    .filter(({ type, createdFrom }) => type === 'ItemRcpt' && createdFrom === id)
    .flatMap(({ lines }) => lines.map(({ sku, quantity }) => [sku, quantity]));

const status = (page: Page, label: string) => page.locator('h1 + *, h1 ~ *').getByText(label, { exact: true }).first().waitFor();

test('a purchase order comes from its source, is announced, received in two parts, booked once and closed out', async () => {
  const page = await visit('/purchase-orders?search=E2E-1', { as });
  await ready(page);
  const remote = buy('E2E-1', [{ sku: heart, quantity: 10 }]);
  await page.getByText('E2E-1').first().waitFor();
  const { id, take, close } = await announced('E2E-1');
  await page.goto(`/purchase-orders/${id}`);
  await ready(page);
  await page
    .getByText(/^The warehouse expects it as/)
    .first()
    .waitFor();
  take([heart, 6]);
  await status(page, 'Received');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Process Receipts' }).dblclick();
  await page.getByRole('table', { name: 'Receipts' }).getByText('Processed', { exact: true }).waitFor();
  take([heart, 4]);
  close();
  await page.getByRole('table', { name: 'Receipts' }).getByText('Not processed').waitFor();
  await page.getByRole('button', { name: 'Process Receipts' }).click();
  await status(page, 'Closed Out');
  expect(bookedFor(remote)).toEqual([
    [heart, 6],
    [heart, 4],
  ]);
  await page.getByRole('button', { name: 'Archive Order', exact: true }).click();
  await page.getByRole('button', { name: 'Unarchive Order' }).waitFor();
});

test('a wrong SKU is counted to the line that it came in place of, and a short order is closed with its reason', async () => {
  const remote = buy('E2E-2', [
    { sku: heart, quantity: 10 },
    { sku: stand, quantity: 4 },
  ]);
  const { id, take } = await announced('E2E-2');
  take([stand, 4], ['71053', 7]);
  const page = await visit(`/purchase-orders/${id}`, { as });
  await ready(page);
  await page.getByText('7 of 71053 came, which is not on this order.').first().waitFor();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const accept = page.getByRole('dialog', { name: 'Accept 7 of 71053?' });
  await accept.getByLabel('Count it to').selectOption(`${heart}, 10 open`);
  await expectAccessible(page);
  await accept.getByRole('button', { name: 'Accept' }).click();
  await accept.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close short' }).click();
  const short = page.getByRole('dialog', { name: 'Close this order short?' });
  await expect.poll(() => short.getByRole('button', { name: 'Close short' }).isDisabled()).toBe(true);
  await short.getByLabel('Why').fill('The vendor has no more.');
  await short.getByRole('button', { name: 'Close short' }).click();
  await page
    .getByText(/^Closed short: The vendor has no more\./)
    .first()
    .waitFor();
  await page.getByText('3 short').waitFor();
  await page.getByRole('button', { name: 'Process Receipts' }).click();
  await status(page, 'Closed Out');
  expect(bookedFor(remote).toSorted()).toEqual([
    [stand, 4],
    [heart, 7],
  ]);
});

test('by keyboard one is made by hand, given its warehouse and lines, saved, held and deleted', async () => {
  const page = await visit('/purchase-orders', { as, expected: [/409/, /ERR_FAILED/] });
  await ready(page);
  await pressEnter(page.getByRole('button', { name: 'New purchase order' }));
  const dialog = page.getByRole('dialog', { name: 'New purchase order' });
  await dialog.locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await pressEnter(page.getByRole('button', { name: 'New purchase order' }));
  await dialog.locator(':focus').waitFor();
  await dialog.getByLabel('Number').fill('E2E-HAND');
  await dialog.getByLabel('Vendor', { exact: true }).fill('Acme Pottery');
  await pressEnter(dialog.getByLabel('Vendor', { exact: true }));
  await page.waitForURL(/\/purchase-orders\/\d+\?edit=1/);
  await dialog.waitFor({ state: 'detached' });
  const warehouse = page.getByLabel('Mapped Location');
  const chosen = () => warehouse.evaluate((list) => (list as HTMLSelectElement).selectedOptions[0]?.text);
  expect(await chosen()).toBe('-- Select Warehouse --');
  await warehouse.press('ArrowDown');
  await expect.poll(chosen).not.toBe('-- Select Warehouse --');
  await page.getByLabel('Warehouse SKU to add').fill(heart);
  await pressEnter(page.getByLabel('Warehouse SKU to add'));
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'Save Changes' }));
  await page.getByText('Order successfully saved').waitFor();
  await page.getByRole('table', { name: 'Items' }).getByText(heart).first().waitFor();
  // What was chosen can be taken away again.
  await pressEnter(page.getByRole('button', { name: 'Edit Order' }));
  await warehouse.selectOption('-- Select Warehouse --');
  await expect.poll(chosen).toBe('-- Select Warehouse --');
  // What somebody else saves meanwhile is on the page; it is not overwritten before one has been told.
  const [made] = await product.database.sql<{ id: string; account_id: string }>(
    `select id, account_id from purchase_orders where source_number = 'E2E-HAND'`,
  );
  const colleague = { accountId: Number(made?.account_id), userId: null };
  await inTenant(product.database.database, colleague, (tenant) => savePurchaseOrder(tenant, Number(made?.id), { note: 'Ring twice' }));
  await page.getByText('Edited. Note: nothing → Ring twice.').first().waitFor();
  // Nor where it is saved again after a request that failed, which told nobody of it.
  const saves = `**/purchase-orders/${made?.id}`;
  await page.route(saves, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
  await pressEnter(page.getByRole('button', { name: 'Save Changes' }));
  await page.getByText('The server did not respond. Check your connection and try again.').first().waitFor();
  await page.unroute(saves);
  await pressEnter(idle(page.getByRole('button', { name: 'Save Changes' })));
  await page
    .getByText(/changed this purchase order on .*\. Look at it again before you save\./)
    .first()
    .waitFor();
  expect(await chosen()).toBe('-- Select Warehouse --');
  await pressEnter(page.getByRole('button', { name: 'Discard' }));
  await pressEnter(page.getByRole('button', { name: 'Lock Order' }));
  await pressEnter(page.getByRole('button', { name: 'Unlock order' }));
  await pressEnter(page.getByRole('button', { name: 'Hold Order', exact: true }));
  await page.getByText('Order is on hold', { exact: true }).waitFor();
  await pressEnter(page.getByRole('button', { name: 'Unhold Order' }));
  await pressEnter(page.getByRole('button', { name: 'Delete Order' }));
  await page.getByRole('dialog').locator(':focus').waitFor();
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Delete Order' }));
  await page.waitForURL(/\/purchase-orders(\?.*)?$/);
  await page.getByText('The order is deleted.').waitFor();
});

test('by keyboard a receipt of no order is assigned to one, taken back, set aside with a reason, taken back, and assigned for good', async () => {
  buy('E2E-4', [{ sku: heart, quantity: 10 }]);
  const { id } = await announced('E2E-4');
  const { inbound } = product.sandbox.control.client();
  const lines = [{ line_reference: '1', sku: heart, quantity: 7, lot: null, expected_at: null }];
  const unasked = {
    reference: 'UNASKED-1',
    warehouse_id: 'KY1',
    order_numbers: [],
    expected_at: null,
    carrier: null,
    freight_number: null,
  };
  const { asn } = inbound.announce({ ...unasked, lines });
  inbound.take(asn, [{ sku: heart, quantity: 7, lot: null }]);
  const page = await visit('/', { as });
  const issue = page
    .getByRole('listitem')
    .filter({ hasText: `7 of ${heart} came for announcement ${asn.id}, which is of no purchase order here.` })
    .last();
  const open = () => pressEnter(issue.getByRole('button', { name: 'Assign receipt' }));
  const panel = page.getByRole('dialog', { name: 'Assign receipt' });
  const undo = async () => {
    await pressEnter(page.getByRole('button', { name: 'Undo', exact: true }));
    await page.getByText('The receipt waits for a decision again.').waitFor();
    await issue.waitFor();
  };
  const assign = async () => {
    await open();
    const choice = panel.getByRole('combobox', { name: 'Purchase order' });
    await choice.fill('E2E-4');
    await panel.getByRole('option', { name: /E2E-4/ }).waitFor();
    await choice.press('ArrowDown');
    await pressEnter(choice);
    await pressEnter(panel.getByRole('button', { name: 'Assign receipt' }));
    await page.getByText(/^The receipt belongs to .+ now\./).waitFor();
    await issue.waitFor({ state: 'detached' });
  };
  await open();
  await panel.getByText(`Received for announcement ${asn.id}.`).waitFor();
  await expectAccessible(page);
  await pressEnter(panel.getByRole('button', { name: 'Assign receipt' }));
  await panel.getByText('Choose a purchase order.').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await assign();
  await undo();

  await open();
  await panel.getByRole('radio', { name: 'It belongs to a purchase order' }).press('ArrowDown');
  await panel.getByLabel('Why').press('Tab');
  await pressEnter(panel.getByRole('button', { name: 'Set aside' }));
  await panel.getByText('Say why.').waitFor();
  await expectAccessible(page);
  await panel.getByLabel('Why').fill('Samples for the showroom.');
  await pressEnter(panel.getByRole('button', { name: 'Set aside' }));
  await page.getByText('The receipt is set aside.').waitFor();
  await issue.waitFor({ state: 'detached' });
  await undo();

  await assign();
  await page.goto(`/purchase-orders/${id}`);
  await page.getByText(`7 of ${heart} of announcement ${asn.id} were assigned to it.`).first().waitFor();
  await status(page, 'Received');
});

test('by keyboard, where issues wait: a location is mapped, and the warehouse expects no more of what its source closed', async () => {
  const closed = buy('E2E-5', [{ sku: heart, quantity: 10 }]);
  const { id } = await announced('E2E-5');
  changeOrder(product.sandbox.control.company(), closed, { status: 'H' });
  buy('E2E-6', [{ sku: heart, quantity: 10, location: 12 }]);
  const page = await visit('/', { as: 'jonas@demo.crossdock' });
  const waits = (text: RegExp) => page.getByRole('listitem').filter({ hasText: text }).last();
  const unmapped = waits(/^12 Reno NV/);
  await pressEnter(unmapped.getByRole('button', { name: 'Map location' }));
  const panel = page.getByRole('dialog', { name: 'Map location' });
  const warehouse = panel.getByRole('combobox', { name: 'Warehouse' });
  await panel.locator('input:focus').waitFor();
  await pressEnter(panel.getByRole('button', { name: 'Map location' }));
  await panel.getByText('Warehouse should be selected').waitFor();
  await expectAccessible(page);
  await warehouse.press('ArrowDown');
  await panel.getByRole('option').first().waitFor();
  await warehouse.press('ArrowDown');
  await pressEnter(warehouse);
  await expect.poll(() => warehouse.inputValue()).not.toBe('');
  await pressEnter(panel.getByRole('button', { name: 'Map location' }));
  await page.getByText(/^Locations were saved\./).waitFor();
  await unmapped.waitFor({ state: 'detached' });

  const ended = waits(/^Its source closed it, but 10 of 10 announced units are still on the way\./);
  await pressEnter(ended.getByRole('button', { name: 'Stop expecting it' }));
  const confirm = page.getByRole('dialog', { name: /^Ask the warehouse to stop expecting PO-\d+\?$/ });
  await confirm.locator(':focus').waitFor();
  await expectAccessible(page);
  await pressEnter(confirm.getByRole('button', { name: 'Stop expecting it' }));
  await page.getByText('The warehouse has been asked to stop expecting it. Its reply will show on the order.').waitFor();
  await ended.waitFor({ state: 'detached' });
  await page.goto(`/purchase-orders/${id}`);
  await status(page, 'Cancelled');
});

test('on a phone and on narrow desks nothing of a full order leaves the page, in its tables, while it is edited or in the list', async () => {
  buy('E2E-3', [
    { sku: heart, quantity: 1200 },
    { sku: stand, quantity: 40 },
  ]);
  const { id, take } = await announced('E2E-3');
  take([heart, 1300], [stand, 12], ['71053', 3]);
  const page = await visit(`/purchase-orders/${id}`, { as, phone: true });
  await ready(page);
  await page.getByText('100 over', { exact: true }).waitFor();
  const fits = async () => {
    await expect.poll(() => faultsOfLayout(page)).toEqual([]);
    // Nothing has to be scrolled sideways to be read.
    const wide = await page
      .locator('section table')
      .evaluateAll((tables) =>
        tables
          .filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1)
          .map((table) => `${table.ariaLabel}: ${table.scrollWidth} in ${table.parentElement?.clientWidth}`),
      );
    expect(wide).toEqual([]);
  };
  const looks = async () => {
    await fits();
    await expectAccessible(page);
  };
  const fitsOnDesks = async () => {
    for (const width of [768, 900, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await fits();
    }
    await page.setViewportSize({ width: 390, height: 844 });
  };
  await page.getByRole('table', { name: 'Logs' }).waitFor();
  await looks();
  await fitsOnDesks();
  await page.getByRole('button', { name: 'Edit Order' }).click();
  await page.getByLabel(`Qty of ${heart}`).waitFor();
  await looks();
  await fitsOnDesks();
  await page.goto('/purchase-orders?search=E2E-3');
  await page.getByText(' of 1,240 received').waitFor();
  await looks();
});
