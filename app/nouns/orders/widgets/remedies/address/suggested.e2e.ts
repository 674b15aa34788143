import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../../test/browser.ts';
import { testProduct } from '../../../../../../test/product.ts';
import { addConnection, addIssues, addLines, addOrders } from '../../../../../../test/shop/rows.ts';
import { openDirectory } from '../../../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../../../people/accounts/people.ts';

const product = testProduct();
const { visit } = testBrowser(product);
const as = 'adele@example.com';

/** Three orders to Germany, which is no code of a country. */
beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Address Shop' });
  await createUser(directory, { email: as, name: 'Adele Dress', role: 'user', accountId });
  await directory.close();
  const connection_id = await addConnection(product.database, accountId);
  const order = { checked_at: '2026-11-20T12:00:00Z', order_status: 'error', open_issues: 1, city: 'Berlin', postal_code: '10115' };
  const ids = await addOrders(
    product.database,
    accountId,
    connection_id,
    [0, 1, 2].map(() => ({ ...order, state: null, country: 'Germany', on_hold: true })),
  );
  for (const id of ids) await addLines(product.database, accountId, id, [{ sku: 'MUG', quantity: 2 }]);
  const sentence = { code: 'address_lacks', fields: ['country'], unknown: 'Germany' };
  await addIssues(
    product.database,
    accountId,
    ids.map((order_id) => ({ order_id, connection_id, type: 'address_incomplete', subject: 'address', sentence })),
  );
});

test('what is certain stands in the row, and is accepted beside it, or for several together', async () => {
  const page = await visit('/orders?view=attention&issue=address_incomplete', { as });
  const suggested = page.getByText('“Germany” is not the code of a country. Country: Germany → DE.');
  await expect.poll(() => suggested.count()).toBe(3);
  await pressEnter(page.getByRole('button', { name: 'Complete address' }).first());
  const panel = page.getByRole('dialog', { name: 'Complete address' });
  await panel.getByText('Country: Germany → DE').waitFor();
  await expectAccessible(page);
  await pressEnter(panel.getByRole('button', { name: 'Accept' }));
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => suggested.count()).toBe(2);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await pressEnter(page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Accept addresses' }));
  const dialog = page.getByRole('dialog', { name: 'Accept addresses: 2 orders' });
  await expect.poll(() => dialog.getByRole('cell', { name: 'Country: Germany → DE' }).count()).toBe(2);
  await expectAccessible(page);
  await pressEnter(dialog.getByRole('button', { name: 'Accept addresses' }));
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => suggested.count()).toBe(0);
});
