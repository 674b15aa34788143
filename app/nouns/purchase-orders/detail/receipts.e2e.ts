import { expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { faultsOfLayout } from '../../../../test/browser/laid-out.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { heart, withNetsuite } from '../../../../test/shop/netsuite-shop.ts';

const product = testProduct({ sandbox: { pace: 'manual', limits: { shipStation: null, amware: null } } });
const { visit } = testBrowser(product);
const { buy, announced } = withNetsuite(product);
const as = 'olive@demo.crossdock';

test('by keyboard a receipt is marked as processed once one has read that this is final', async () => {
  buy('E2E-FINAL', [{ sku: heart, quantity: 10 }]);
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

test('by keyboard what came is accepted for a line, and waits again once that is undone', async () => {
  buy('E2E-BACK', [{ sku: heart, quantity: 10 }]);
  const { id, take } = await announced('E2E-BACK');
  take(['71053', 3]);
  const page = await visit(`/purchase-orders/${id}`, { as });
  const row = page.getByRole('table', { name: 'Receipts' }).getByRole('row').filter({ hasText: '71053' });
  const accept = row.getByRole('button', { name: 'Accept' });
  const dialog = page.getByRole('dialog', { name: 'Accept 3 of 71053?' });
  const acceptForLine = async () => {
    await pressEnter(accept);
    await dialog.getByLabel('Count it to').selectOption(`${heart}, 10 open`);
    await pressEnter(dialog.getByRole('button', { name: 'Accept' }));
    await page.getByText('The receipt counts.').waitFor();
  };
  await acceptForLine();
  await pressEnter(page.getByRole('button', { name: 'Undo', exact: true }));
  await page.getByText('The receipt waits for a decision again.').waitFor();
  await accept.waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await acceptForLine();
  await expect.poll(() => faultsOfLayout(page)).toEqual([]);
  await accept.waitFor({ state: 'detached' });
});
