import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { withoutPerson } from '../../../platform/tenant.ts';
import { changeOrder } from '../../../sandbox/netsuite/enter.ts';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { faultsOfLayout } from '../../../test/browser/laid-out.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { heart, stand, status, withNetsuite } from '../../../test/shop/netsuite-shop.ts';
import { linkProduct } from '../links/saving/commands.ts';

const product = testProduct({ sandbox: { pace: 'manual', limits: { shipStation: null, amware: null } } });
const { visit } = testBrowser(product);
const { buy, announced } = withNetsuite(product);
const as = 'olive@demo.crossdock';

/** Of the order that NetSuite closes, and of one of which too little comes. */
const netsuiteIds = { closed: 0, short: 0 };

/** They are announced together: the first of a file takes far longer than the next ones. */
beforeAll(() => {
  buy('E2E-4', [{ sku: heart, quantity: 10 }]);
  netsuiteIds.closed = buy('E2E-5', [{ sku: heart, quantity: 10 }]);
  netsuiteIds.short = buy('E2E-2', [
    { sku: heart, quantity: 10 },
    { sku: stand, quantity: 4 },
  ]);
  buy('E2E-3', [{ sku: heart, quantity: 10 }]);
});

const bookedFor = (id: number) =>
  (product.sandbox.control.state().netsuite[0]?.transactions ?? [])
    .filter(({ type, createdFrom }) => type === 'ItemRcpt' && createdFrom === id)
    .flatMap(({ lines }) => lines.map(({ sku, quantity }) => [sku, quantity]));

test('by keyboard a receipt of no order is set aside with a reason, taken back, and assigned to a purchase order', async () => {
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
  const panel = page.getByRole('dialog', { name: 'Assign receipt' });
  const open = async () => {
    await pressEnter(issue.getByRole('button', { name: 'Assign receipt' }));
    await panel.locator(':focus').waitFor();
  };
  await open();
  await panel.getByText(`Received for announcement ${asn.id}.`).waitFor();
  await expectAccessible(page);
  await pressEnter(panel.getByRole('button', { name: 'Assign receipt' }));
  await panel.getByText('Choose a purchase order.').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  await open();
  await panel.getByRole('radio', { name: 'It belongs to a purchase order' }).press('ArrowDown');
  await panel.getByLabel('Why').press('Tab');
  await pressEnter(panel.getByRole('button', { name: 'Set aside' }));
  await panel.getByText('Say why.').waitFor();
  await expectAccessible(page);
  await panel.getByLabel('Why').fill('Samples for the showroom.');
  await pressEnter(panel.getByRole('button', { name: 'Set aside' }));
  await page.getByText('The receipt is set aside.').waitFor();
  await issue.getByRole('button').waitFor({ state: 'detached' });
  await pressEnter(page.getByRole('button', { name: 'Undo', exact: true }));
  await page.getByText('The receipt waits for a decision again.').waitFor();
  await issue.waitFor();

  await open();
  const choice = panel.getByRole('combobox', { name: 'Purchase order' });
  await choice.fill('E2E-4');
  const option = panel.getByRole('option', { name: /E2E-4/ });
  await option.waitFor();
  // A list that has just opened forgets a moment later what an arrow chose: nobody types as fast as that.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle))));
  await choice.press('ArrowDown');
  await option.and(page.locator('[data-combobox-selected]')).waitFor();
  await pressEnter(choice);
  await pressEnter(panel.getByRole('button', { name: 'Assign receipt' }));
  await page.getByText(/^The receipt belongs to .+ now\./).waitFor();
  await issue.getByRole('button').waitFor({ state: 'detached' });
  await page.goto(`/purchase-orders/${id}`);
  await page.getByText(`7 of ${heart} of announcement ${asn.id} were assigned to it.`).first().waitFor();
  await status(page, 'Received');
});

test('by keyboard, where issues wait: a location is mapped, and the warehouse expects no more of what its source closed', async () => {
  const { id } = await announced('E2E-5');
  changeOrder(product.sandbox.control.company(), netsuiteIds.closed, { status: 'H' });
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
  await unmapped.getByRole('button').waitFor({ state: 'detached' });

  const ended = waits(/^Its source closed it, but 10 of 10 announced units are still on the way\./);
  await pressEnter(ended.getByRole('button', { name: 'Stop expecting it' }));
  const confirm = page.getByRole('dialog', { name: /^Ask the warehouse to stop expecting PO-\d+\?$/ });
  await confirm.locator(':focus').waitFor();
  await expectAccessible(page);
  await pressEnter(confirm.getByRole('button', { name: 'Stop expecting it' }));
  await page.getByText('The warehouse has been asked to stop expecting it. Its reply will show on the order.').waitFor();
  await ended.getByRole('button').waitFor({ state: 'detached' });
  await page.goto(`/purchase-orders/${id}`);
  await status(page, 'Cancelled');
});

test('a purchase order comes from its source, is announced, received in two parts, booked once and closed out', async () => {
  const page = await visit('/purchase-orders?search=E2E-1', { as });
  const remote = buy('E2E-1', [{ sku: heart, quantity: 10 }]);
  await page.getByText('E2E-1').first().waitFor();
  const { id, take, close } = await announced('E2E-1');
  await page.goto(`/purchase-orders/${id}`);
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

test('a wrong SKU is counted to a line, waits again once that is undone, and a short order is closed with its reason', async () => {
  const { id, take } = await announced('E2E-2');
  take([stand, 4], ['71053', 7]);
  const page = await visit(`/purchase-orders/${id}`, { as });
  await page.getByText('7 of 71053 came, which is not on this order.').first().waitFor();
  const accept = page
    .getByRole('table', { name: 'Receipts' })
    .getByRole('row')
    .filter({ hasText: '71053' })
    .getByRole('button', { name: 'Accept' });
  const dialog = page.getByRole('dialog', { name: 'Accept 7 of 71053?' });
  const choose = async () => {
    await pressEnter(accept);
    await dialog.getByLabel('Count it to').selectOption(`${heart}, 10 open`);
  };
  const agree = async () => {
    await pressEnter(dialog.getByRole('button', { name: 'Accept' }));
    await page.getByText('The receipt counts.').waitFor();
  };
  await choose();
  await expectAccessible(page);
  await agree();
  await pressEnter(page.getByRole('button', { name: 'Undo', exact: true }));
  await page.getByText('The receipt waits for a decision again.').waitFor();
  await accept.waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await choose();
  await agree();
  await expect.poll(() => faultsOfLayout(page)).toEqual([]);
  await accept.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 800 });
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
  expect(bookedFor(netsuiteIds.short).toSorted()).toEqual([
    [stand, 4],
    [heart, 7],
  ]);
});

test('to accept what came over moves nothing else of the page', async () => {
  const { id, take } = await announced('E2E-3');
  take([heart, 12]);
  const page = await visit(`/purchase-orders/${id}`, { as });
  const accept = page.getByRole('button', { name: 'Accept 2 over' });
  await accept.waitFor();
  const beside = page.getByRole('columnheader', { name: 'Announced' });
  const stays = page
    .getByRole('region', { name: 'Delivery' })
    .or(page.getByRole('region', { name: 'Receipts' }))
    .or(beside);
  const places = () => stays.evaluateAll((all) => all.map((each) => [each.getBoundingClientRect().x, each.getBoundingClientRect().y]));
  const before = await places();
  await accept.click();
  await page.getByText('2 over', { exact: true }).waitFor();
  await accept.waitFor({ state: 'detached' });
  expect(await places()).toEqual(before);
  await undoLast(page);
  await accept.waitFor();

  // Its Undo is there for as long as somebody is on it.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await pressEnter(accept);
  await accept.waitFor({ state: 'detached' });
  const undo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last();
  await undo.focus();
  await page.clock.runFor(60_000);
  await page.clock.resume();
  await pressEnter(undo);
  await accept.waitFor();
});

test('units that are no whole pack wait for a person, who accepts them by keyboard, and takes that back', async () => {
  await soldInPacks(stand, 6);
  buy('E2E-7', [{ sku: stand, quantity: 2 }]);
  const { id, take, close } = await announced('E2E-7');
  take([stand, 9]);
  close();
  const page = await visit(`/purchase-orders/${id}`, { as, phone: true, dark: true });
  await page.getByText(`3 of ${stand} are no whole pack of 6, so the source is not told of them.`).first().waitFor();
  await page.getByText('× 6 = 12 units').waitFor();
  await expectAccessible(page);
  const accept = page.getByRole('button', { name: 'Accept 3 loose units' });
  await pressEnter(accept);
  await accept.waitFor({ state: 'detached' });
  await undoLast(page);
  await accept.waitFor();
  // The message went with its Undo, and who has no pointer goes on in the page.
  await page.locator('#main:focus').waitFor();
});

const undoLast = (page: Page) => pressEnter(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last());

/** The source buys packs of so many of what the warehouse counts by the unit. */
async function soldInPacks(sku: string, units: number): Promise<void> {
  const [item] = await product.database.sql<{ account: number; connection: number; item: number }>(
    `select c.account_id::int as account, c.id::int as connection, p.id::int as item from connections c
      join products p on p.account_id = c.account_id and p.sku = $1 where c.connector = 'netsuite' and c.disconnected_at is null`,
    [sku],
  );
  await withoutPerson(product.database.database, item?.account ?? 0, (tenant) =>
    linkProduct(tenant, { connectionId: item?.connection ?? 0, sku, productId: item?.item ?? 0, units }),
  );
}
