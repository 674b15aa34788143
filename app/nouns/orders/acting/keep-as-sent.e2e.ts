import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { addConnection, addIssues, addLines, addOrders } from '../../../../test/shop/rows.ts';
import { openDirectory } from '../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../people/accounts/people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'keya@example.com';

let accountId = 0;

beforeAll(async () => {
  const { database } = product;
  const directory = openDirectory(database.url, 1);
  accountId = await createAccount(directory, { name: 'Changed Shop' });
  await createUser(directory, { email: as, name: 'Keya Sent', role: 'user', accountId });
  await directory.close();
});

test('an order that changed again is not kept as it was sent: its page is read again, and then it is', async () => {
  const { database } = product;
  const connection_id = await addConnection(database, accountId);
  const [order_id = 0] = await addOrders(database, accountId, connection_id, [{ order_status: 'packing', open_issues: 1 }]);
  const sentence = (units: number) => ({ code: 'goods_added_to_parts', channel: 'Shop', units });
  const issue = { order_id, connection_id, type: 'changed_after_release', subject: 'added', blocking: false };
  await addIssues(database, accountId, [{ ...issue, sentence: sentence(3) }]);
  const page = await visit(`/orders/${order_id}`, { as, expected: [/409/] });
  await page.getByText('Shop added 3 units').waitFor();
  // No news of it reaches the page.
  await database.sql('update issues set sentence = $2 where order_id = $1', [order_id, JSON.stringify(sentence(5))]);
  const keep = page.getByRole('button', { name: 'Keep as sent' });
  await pressEnter(keep);
  await page.getByText('changed again: look at it once more.').waitFor();
  await page.getByText('Shop added 5 units').waitFor();
  await pressEnter(keep);
  await page.getByText('is kept as it was sent.').waitFor();
  expect(await database.sql('select from issues where order_id = $1 and closed_at is null', [order_id])).toHaveLength(0);
});

test('an order of which a parcel has left goes again only once a person has seen what is in it and chosen that', async () => {
  const { database } = product;
  const connection_id = await addConnection(database, accountId);
  const [order_id = 0] = await addOrders(database, accountId, connection_id, [
    { order_status: 'error', open_issues: 1, blocking_issues: 1 },
  ]);
  await addLines(database, accountId, order_id, [{ sku: 'CUP', quantity: 2 }]);
  const sentence = { code: 'parcel_left_before', warehouse: 'Amware', parcel: '1Z', goods: '1 × CUP' };
  await addIssues(database, accountId, [
    { order_id, connection_id, type: 'changed_after_release', subject: 'parcel:P1', blocking: true, sentence },
  ]);
  const page = await visit(`/orders/${order_id}`, { as });
  await pressEnter(page.getByRole('button', { name: 'Decide' }));
  const panel = page.getByRole('dialog', { name: 'Decide' });
  await panel.getByText('2 × CUP. To send less, edit its lines first.').waitFor();
  await expectAccessible(page);
  const open = 'select from issues where order_id = $1 and closed_at is null';
  expect(await database.sql(open, [order_id])).toHaveLength(1);
  await panel.getByRole('radio', { name: /^Send what is in it now/ }).check();
  await panel.getByRole('button', { name: 'Save decision' }).click();
  await page.getByText(/^What is in .* now is sent\.$/).waitFor();
  expect(await database.sql(open, [order_id])).toHaveLength(0);
});
