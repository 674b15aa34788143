import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { openDirectory } from '../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../people/accounts/people.ts';

const product = testProduct();
const { visit } = testBrowser(product);
const as = 'chris@example.com';

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Changing Shop' });
  await createUser(directory, { email: as, name: 'Chris Change', role: 'user', accountId });
  await directory.close();
  const order = { checked_at: '2026-11-20T12:00:00Z', order_status: 'pending', on_hold: true, country: 'US' };
  await addOrders(product.database, accountId, await addConnection(product.database, accountId), [order, order]);
});

async function openChange(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await pressEnter(page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Change' }));
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change: 2 orders' });

test('a change is confirmed only beside its own preview, and what is typed is not lost unasked', async () => {
  const page = await visit('/orders?view=all', { as });
  await openChange(page);
  const dialog = dialogOf(page);
  const confirm = dialog.getByRole('button', { name: 'Change' });
  const why = dialog.getByText('Choose what to change.', { exact: true });
  await why.waitFor();
  await dialog.getByLabel('Country').selectOption('NO');
  await dialog.getByText('2 orders change.').waitFor();
  await expect.poll(() => confirm.isEnabled()).toBe(true);
  expect(await why.count()).toBe(0);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/bulk-action/preview', async (route) => {
    await held;
    await route.fallback();
  });
  const previewed = page.waitForRequest('**/bulk-action/preview');
  await dialog.getByLabel('Note').fill('Leave it at the door.');
  expect(await confirm.isDisabled()).toBe(true);
  await previewed;
  expect(await confirm.isDisabled()).toBe(true);
  expect(await dialog.getByText('2 orders change.').count()).toBe(1);
  release();
  await dialog.getByText('Note: none → Leave it at the door.').first().waitFor();
  await expect.poll(() => confirm.isEnabled()).toBe(true);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await pressEnter(question.getByRole('button', { name: 'Keep editing' }));
  await question.waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('Note').inputValue()).toBe('Leave it at the door.');
});

test('where the fields cannot be fetched, the list stays and says so', async () => {
  const page = await visit('/orders?view=all', { as, expected: [/Failed to load resource/] });
  await page.route('**/assets/change-fields-*.js', (route) => route.abort());
  await openChange(page);
  await page.getByText('This could not be loaded.').waitFor();
  await dialogOf(page).waitFor({ state: 'detached' });
  expect(await page.locator('tr[data-row]').count()).toBe(2);
});
