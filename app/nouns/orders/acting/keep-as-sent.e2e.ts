import { expect, test } from 'vitest';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { addConnection, addIssues, addOrders } from '../../../../test/shop/rows.ts';
import { openDirectory } from '../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../people/accounts/people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'keya@example.com';

test('an order that changed again is not kept as it was sent: its page is read again, and then it is', async () => {
  const { database } = product;
  const directory = openDirectory(database.url, 1);
  const accountId = await createAccount(directory, { name: 'Changed Shop' });
  await createUser(directory, { email: as, name: 'Keya Sent', role: 'user', accountId });
  await directory.close();
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
