import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../../test/browser.ts';
import { testProduct } from '../../../../../../test/product.ts';
import { addConnection, addIssues, addLines, addOrders, addProducts } from '../../../../../../test/shop/rows.ts';
import { openDirectory } from '../../../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../../../people/accounts/people.ts';

const product = testProduct();
const { visit } = testBrowser(product);
const as = 'adele@example.com';

let accountId: number;
let connection_id: number;
let products: Map<string, number>;

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  accountId = await createAccount(directory, { name: 'Address Shop' });
  await createUser(directory, { email: as, name: 'Adele Dress', role: 'user', accountId });
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

test('Home leads to what is certain, which stands in the row, and is accepted beside it, or for several together', async () => {
  await addGerman(3);
  const page = await visit('/', { as });
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

test('one press accepts it from the row, and one takes that back', async () => {
  const [id = 0] = await addGerman(1);
  const page = await visit('/orders?view=attention&issue=address_incomplete', { as });
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
  const page = await visit('/orders?view=attention&issue=address_incomplete', { as, expected: [/409/] });
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
