import { beforeAll, expect, test } from 'vitest';
import { pressEnter } from '../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../test/browser.ts';
import { testProduct } from '../../../../../test/product.ts';
import { addConnection, addIssues, addOrders } from '../../../../../test/shop/rows.ts';
import { openDirectory } from '../../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../../people/accounts/people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'walter@example.com';
let ids: number[] = [];

/** One order more than two pages of those that wait. */
beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Walking Shop' });
  await createUser(directory, { email: as, name: 'Walter Walk', role: 'user', accountId });
  await directory.close();
  const connectionId = await addConnection(product.database, accountId);
  const start = Date.parse('2026-10-01T12:00:00Z');
  const facts = Array.from({ length: 51 }, (_, n) => ({
    ...{ checked_at: '2026-11-20T12:00:00Z', order_date: new Date(start + n * 3_600_000).toISOString() },
    ...{ order_status: 'error', open_issues: 1, source_order_number: `N-${n}` },
  }));
  ids = await addOrders(product.database, accountId, connectionId, facts);
  const sentence = { code: 'sku_not_linked', sku: 'CUP' };
  await addIssues(
    product.database,
    accountId,
    ids.map((order_id) => ({ order_id, connection_id: connectionId, type: 'unmapped_sku', subject: 'CUP', sentence })),
  );
});

test('at the end of a page, the next order that waits is the one that moved up where those of the page were mended', async () => {
  const page = await visit('/orders?view=attention&perPage=25', { as });
  await page.locator(`a[href="/orders/${ids[24]}"]`).first().click();
  const heading = (n: number) => page.locator('header').getByText(`N-${n}`, { exact: true });
  await heading(24).waitFor();
  await product.database.sql(`update issues set closed_at = now() where order_id = any($1)`, [ids.slice(0, 24)]);
  await product.database.sql(`update orders set order_status = 'pending', open_issues = 0 where id = any($1)`, [ids.slice(0, 24)]);
  await pressEnter(page.getByTitle('Next order that waits (n)'));
  await heading(25).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/orders/${ids[25]}`);
});
