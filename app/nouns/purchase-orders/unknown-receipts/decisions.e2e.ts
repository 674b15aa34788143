import { expect, test } from 'vitest';
import { changeOrder } from '../../../../sandbox/netsuite/enter.ts';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { heart, status, withNetsuite } from '../../../../test/shop/netsuite-shop.ts';

const product = testProduct({ sandbox: { pace: 'manual', limits: { shipStation: null, amware: null } } });
const { visit } = testBrowser(product);
const { buy, announced } = withNetsuite(product);
const as = 'olive@demo.crossdock';

test('by keyboard a receipt of no order is set aside with a reason, taken back, and assigned to a purchase order', async () => {
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
