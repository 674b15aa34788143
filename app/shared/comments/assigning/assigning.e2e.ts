import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { openDirectory } from '../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../people/accounts/people.ts';

const product = testProduct();
const { visit } = testBrowser(product);
const as = 'agnes@example.com';
let orders: number[] = [];

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Assigning Shop' });
  await createUser(directory, { email: as, name: 'Agnes Assign', role: 'user', accountId });
  await createUser(directory, { email: 'carl@example.com', name: 'Carl Care', role: 'user', accountId });
  await directory.close();
  const order = { checked_at: '2026-11-20T12:00:00Z', order_status: 'pending', on_hold: true };
  orders = await addOrders(product.database, accountId, await addConnection(product.database, accountId), [order, order]);
});

test('many orders are given to a colleague beside a preview of it, and back again from the alert', async () => {
  const page = await visit('/orders?view=all', { as });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await pressEnter(page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Assign' }));
  const dialog = page.getByRole('dialog', { name: 'Assign: 2 orders' });
  const confirm = dialog.getByRole('button', { name: 'Assign' });
  const choice = dialog.getByLabel('Assign to');
  await expect.poll(() => choice.isEnabled()).toBe(true);
  expect(await confirm.isDisabled()).toBe(true);
  const why = dialog.getByText('Choose a colleague.', { exact: true });
  await why.waitFor();
  await choice.selectOption('Carl Care');
  await dialog.getByText('2 orders change.').waitFor();
  expect(await why.count()).toBe(0);
  await dialog.getByText('nobody → Carl Care').first().waitFor();
  await expectAccessible(page);
  // Whom they looked at before can be confirmed too.
  await choice.selectOption('Agnes Assign');
  await dialog.getByText('nobody → Agnes Assign').first().waitFor();
  await choice.selectOption('Carl Care');
  await dialog.getByText('nobody → Carl Care').first().waitFor();
  await pressEnter(confirm);
  await dialog.waitFor({ state: 'detached' });
  await pressEnter(page.getByText('Assign: 2 orders done.').getByRole('button', { name: 'Undo' }));
  await page.getByText('Undo: 2 orders done.').waitFor();
  const left = await product.database.sql('select 1 from assignments where record_id = any($1)', [orders]);
  expect(left).toEqual([]);
});
