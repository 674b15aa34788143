import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import type { StockRow } from '../../../../connectors/contract.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { addConnection, addProducts } from '../../../../test/shop/rows.ts';
import { openDirectory } from '../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../people/accounts/people.ts';
import { finishSnapshot, storeStock } from '../stock.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'shelley@example.com';
const sentence = /names 2 of the 14 products that had stock there/;

const skus = Array.from({ length: 14 }, (_, at) => `SHELF-${String(at + 1).padStart(2, '0')}`);
const row = (sku: string, at: number): StockRow => ({
  ...{ sku, warehouseId: 'KY1', location: 'A', lot: null, onHand: 100 - at, allocated: 0, onHold: 0, available: 100 - at },
});

let accountId = 0;
let warehouse = 0;
let slug = '';
const within = <T>(work: (tenant: Tenant) => Promise<T>) => withoutPerson(product.database.database, accountId, work);
const count = async (at: Date, rows: StockRow[]) => {
  await within((tenant) => storeStock(tenant, warehouse, rows, at));
  return within((tenant) => finishSnapshot(tenant, warehouse, at));
};
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  accountId = await createAccount(directory, { name: 'Short Shop' });
  await createUser(directory, { email: as, name: 'Shelley Count', role: 'user', accountId });
  await directory.close();
  warehouse = await addConnection(product.database, accountId, 'warehouse');
  const [connection] = await product.database.sql<{ slug: string }>('select slug from connections where id = $1', [warehouse]);
  slug = connection?.slug ?? '';
  await addProducts(product.database, accountId, skus);
  await count(minutesAgo(30), skus.map(row));
});

const ask = async (page: Page) => {
  await pressEnter(page.getByRole('button', { name: 'Use this count' }));
  const dialog = page.getByRole('dialog', { name: 'Use this count?' });
  await dialog.getByText('12 products then have no stock there:').waitFor();
  await dialog.getByText('98 of SHELF-03 A SHELF-03').waitFor();
  await dialog.getByText('2 more').waitFor();
  return dialog;
};

test('a person sees which products a short count leaves out before it is used, and whether it was counted anew meanwhile', async () => {
  expect(await count(minutesAgo(20), skus.slice(0, 2).map(row))).toBe(false);
  const page = await visit('/', { as, phone: true, dark: true, expected: [/409/] });
  await page.getByText(sentence).waitFor();
  const dialog = await ask(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Use this count' }).and(page.locator(':focus')).waitFor();
  await page.goto(`/settings/connectors/${slug}`);
  await page.getByText(sentence).waitFor();
  await expectAccessible(page);
  const button = (await ask(page)).getByRole('button', { name: 'Use this count' });
  // Nothing of this reaches the page by itself.
  await count(minutesAgo(10), skus.slice(0, 3).map(row));
  await button.click();
  await page.getByText('Look at it once more.').waitFor();
  await dialog.getByText('11 products then have no stock there:').waitFor();
  await pressEnter(dialog.getByRole('button', { name: 'Use this count' }));
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('The count is used.').waitFor();
  await page.getByText('names 3 of the 14 products').waitFor({ state: 'detached' });
  expect(await product.database.sql('select from stock_levels where account_id = $1 and on_hand > 0', [accountId])).toHaveLength(3);
});
