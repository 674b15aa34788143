import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { addConnection, addOrders } from '../../../test/shop/rows.ts';
import { openDirectory } from '../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../people/accounts/people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'tara@example.com';
let orders: number[] = [];

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Tagged Shop' });
  await createUser(directory, { email: as, name: 'Tara Lind', role: 'user', accountId });
  await directory.close();
  const done = { order_status: 'cancelled', cancelled_at: '2026-11-20T12:00:00Z', checked_at: '2026-11-20T12:00:00Z' };
  const name = { customer_name: 'Wilhelmina Aurelia Featherstonehaugh of Upper Slaughter' };
  orders = await addOrders(product.database, accountId, await addConnection(product.database, accountId), [
    { ...done, ...name },
    { ...done, ...name },
  ]);
});

const rowOf = (page: Page, order?: number) => page.locator(`tr[data-row="${order}"]`);
const tagged = (page: Page, order: number | undefined, add: string[]) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(path, { method: 'PATCH', headers, body })).status;
    },
    [`/api/tagged-records/order/${order}`, JSON.stringify({ add })] as const,
  );

test('tags appear in the list as they are put on, move nothing, and narrow it; a view says that its tag was deleted', async () => {
  const page = await visit('/orders', { as });
  const [row, other] = [rowOf(page, orders[0]), rowOf(page, orders[1])];
  const places = async () => [await row.boundingBox(), await other.boundingBox()];
  const before = await places();
  expect(await tagged(page, orders[0], ['Gift wrap', 'Fragile', 'Wholesale', 'VIP'])).toBe(200);
  await row.getByText('Fragile').waitFor();
  await row.getByText('Gift wrap').waitFor();
  await row.getByRole('img', { name: 'and VIP, Wholesale' }).waitFor();
  expect(await places()).toEqual(before);
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'Filter', exact: true }));
  await pressEnter(page.getByRole('menuitem', { name: 'Tag', exact: true }));
  await pressEnter(page.getByRole('menuitem', { name: 'VIP' }));
  await page.getByRole('group', { name: 'Tag filter' }).getByRole('button', { name: 'VIP' }).waitFor();
  await page.getByText('1 order', { exact: true }).waitFor();
  await other.waitFor({ state: 'detached' });
  const [vip] = await product.database.sql<{ id: string }>(`update tags set deleted_at = now() where name = 'VIP' returning id`);
  const again = await visit(`/orders?tag=${vip?.id}`, { as, phone: true });
  await again.getByText('No orders match').waitFor();
  await again.getByRole('link', { name: 'Remove Tag: VIP (deleted)' }).waitFor();
});
