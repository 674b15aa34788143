import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { idle } from '../../../../test/browser/idle.ts';
import { faultsOfLayout } from '../../../../test/browser/laid-out.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { heart, stand, withNetsuite } from '../../../../test/shop/netsuite-shop.ts';
import { acceptOver } from '../../purchase-flow/receipts/decide.ts';
import { savePurchaseOrder } from '../actions/edit.ts';

const product = testProduct({ sandbox: { pace: 'manual', limits: { shipStation: null, amware: null } } });
const { visit } = testBrowser(product);
const { buy, announced } = withNetsuite(product);
const as = 'olive@demo.crossdock';

/** They are announced while the first test does without them. */
beforeAll(() => {
  buy('E2E-STILL', [{ sku: heart, quantity: 10 }]);
  buy('E2E-SAVE', [{ sku: heart, quantity: 12 }]);
  buy('E2E-FULL', [
    { sku: heart, quantity: 1200 },
    { sku: stand, quantity: 40 },
  ]);
  buy('E2E-FINAL', [{ sku: heart, quantity: 10 }]);
});

test('by keyboard one is made by hand, given its warehouse and lines, saved, held and deleted', async () => {
  const page = await visit('/purchase-orders', { as, expected: [/404/, /409/, /ERR_FAILED/] });
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
  await expect.poll(chosen).toBe('-- Select Warehouse --');
  await warehouse.press('ArrowDown');
  await expect.poll(chosen).not.toBe('-- Select Warehouse --');
  const toAdd = page.getByLabel('Warehouse SKU to add');
  await toAdd.fill('NOPE');
  await pressEnter(toAdd);
  await page.getByText('No product or raw material of the warehouse has this SKU.').waitFor();
  await expect.poll(() => toAdd.getAttribute('aria-invalid')).toBe('true');
  await toAdd.fill(heart);
  await pressEnter(page.getByRole('button', { name: 'Add line' }));
  // It stands among the lines, with its name and its fields, before it is saved.
  const added = page.getByRole('table', { name: 'Items' }).getByRole('row').filter({ hasText: heart });
  await added.getByRole('cell', { name: 'WHITE HANGING HEART T-LIGHT HOLDER', exact: true }).waitFor();
  await added.getByLabel(`Qty of ${heart}`).fill('3');
  await expect.poll(() => toAdd.inputValue()).toBe('');
  // What is typed as a line is meant, too; where it is none, nothing is saved.
  await toAdd.fill('NOPE');
  await pressEnter(page.getByRole('button', { name: 'Save Changes' }));
  await page.getByText('No product or raw material of the warehouse has this SKU.').waitFor();
  await toAdd.fill('');
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'Save Changes' }));
  await page.getByText('Order successfully saved').waitFor();
  await page.getByRole('table', { name: 'Items' }).getByText(heart).first().waitFor();
  // What was chosen can be taken away again.
  await pressEnter(page.getByRole('button', { name: 'Edit Order' }));
  await warehouse.selectOption('-- Select Warehouse --');
  await expect.poll(chosen).toBe('-- Select Warehouse --');
  // What somebody else saves in the meantime is on the page; it is not overwritten before one has been told.
  const [made] = await product.database.sql<{ id: string; account_id: string }>(
    `select id, account_id from purchase_orders where source_number = 'E2E-HAND'`,
  );
  const colleague = { accountId: Number(made?.account_id), userId: null };
  await inTenant(product.database.database, colleague, (tenant) => savePurchaseOrder(tenant, Number(made?.id), { note: 'Ring twice' }));
  await page.getByText('Set the note to “Ring twice”.').first().waitFor();
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
  await expect.poll(chosen).toBe('-- Select Warehouse --');
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

test('what a colleague settles moves nothing of the page that one looks at', async () => {
  const { id, take } = await announced('E2E-STILL');
  take([heart, 12]);
  const page = await visit(`/purchase-orders/${id}`, { as });
  const accept = page.getByRole('button', { name: 'Accept 2 over' });
  await accept.waitFor();
  const top = () => page.getByRole('table', { name: 'Items' }).evaluate((table) => table.getBoundingClientRect().top);
  const before = await top();
  const [line] = await product.database.sql<{ id: string; account_id: string }>(
    'select id, account_id from purchase_order_lines where purchase_order_id = $1',
    [id],
  );
  const colleague = { accountId: Number(line?.account_id), userId: null };
  await inTenant(product.database.database, colleague, (tenant) => acceptOver(tenant, Number(id), Number(line?.id)));
  await accept.waitFor({ state: 'detached' });
  expect(await top()).toBe(before);
});

test('what is typed while a save is under way stays, and is saved by the next one', async () => {
  const { id } = await announced('E2E-SAVE');
  const page = await visit(`/purchase-orders/${id}`, { as });
  await pressEnter(page.getByRole('button', { name: 'Edit Order' }));
  await page.getByLabel('Carrier', { exact: true }).fill('DHL');
  await page.getByLabel('Warehouse SKU to add').fill(stand);
  await pressEnter(page.getByRole('button', { name: 'Add line' }));
  const lot = page.getByLabel(`Lot of ${stand}`);
  await lot.waitFor();
  const reply = Promise.withResolvers<void>();
  await page.route(`**/purchase-orders/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await reply.promise;
    await route.fallback();
  });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await pressEnter(page.getByRole('button', { name: 'Save Changes' }));
  await sent;
  await page.getByLabel('Note', { exact: true }).fill('Ring twice');
  // A new line that is under way would lose what is typed into it.
  await expect.poll(() => lot.isDisabled()).toBe(true);
  reply.resolve();
  await page.getByText('Order successfully saved').first().waitFor();
  await pressEnter(idle(page.getByRole('button', { name: 'Save Changes' })));
  const saved = () => product.database.sql('select carrier, note from purchase_orders where id = $1', [id]);
  await expect.poll(saved).toEqual([{ carrier: 'DHL', note: 'Ring twice' }]);
  await page.getByRole('button', { name: 'Edit Order' }).waitFor();
});

test('on a phone and on narrow desks nothing of a full order leaves the page, in its tables, while it is edited or in the list', async () => {
  const { id, take } = await announced('E2E-FULL');
  take([heart, 1300], [stand, 12], ['71053', 3]);
  const page = await visit(`/purchase-orders/${id}`, { as, phone: true });
  await page.getByRole('button', { name: 'Accept 100 over' }).waitFor();
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
  await page.goto('/purchase-orders?search=E2E-FULL');
  await page.getByText(' of 1,240 received').waitFor();
  await looks();
});

test('by keyboard a receipt is marked as processed once one has read that this is final', async () => {
  const { id, take } = await announced('E2E-FINAL');
  take([heart, 12]);
  const page = await visit(`/purchase-orders/${id}`, { as });
  const row = page.getByRole('table', { name: 'Receipts' }).getByRole('row').filter({ hasText: heart });
  const mark = row.getByRole('button', { name: 'Mark as processed' });
  const dialog = page.getByRole('dialog', { name: `Mark 12 of ${heart} as processed?` });
  await pressEnter(mark);
  await dialog.getByText('It counts as booked by hand, and is no longer booked from here. This cannot be undone.').waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => faultsOfLayout(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await row.getByText('Not processed').waitFor();
  await pressEnter(mark);
  await pressEnter(dialog.getByRole('button', { name: 'Mark as processed' }));
  await page.getByText('The receipt is marked as processed. This cannot be undone.').waitFor();
  await row.getByText('Processed', { exact: true }).waitFor();
});
