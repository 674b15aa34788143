import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../test/browser.ts';
import { testProduct } from '../../../../../test/product.ts';
import { addConnection, addIssues, addOrders } from '../../../../../test/shop/rows.ts';
import { openDirectory } from '../../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../../people/accounts/people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'toni@example.com';
let accountId = 0;

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  accountId = await createAccount(directory, { name: 'Told Shop' });
  await createUser(directory, { email: as, name: 'Toni Told', role: 'user', accountId });
  await directory.close();
});

test('a parcel that its channel refuses counts as told by hand, by keyboard, until that is undone', async () => {
  const { database } = product;
  const connection_id = await addConnection(database, accountId);
  const [order_id = 0] = await addOrders(database, accountId, connection_id, [
    { order_status: 'error', open_issues: 1, blocking_issues: 1 },
  ]);
  const reason = { code: 'their_words', text: 'The order is cancelled.' };
  await database.sql(
    `insert into outbox (account_id, connection_id, kind, key, order_id, state, last_failure, attempts)
      values ($1, $2, 'confirm', 'order-1', $3, 'failed', $4, 1)`,
    [accountId, connection_id, order_id, JSON.stringify(reason)],
  );
  const sentence = { code: 'channel_refused', connection: 'Shop', task: 'confirm', reason };
  await addIssues(database, accountId, [
    { order_id, connection_id, type: 'rejected_by_channel', subject: 'confirm', blocking: true, sentence },
  ]);
  const open = () => database.sql('select from issues where order_id = $1 and closed_at is null', [order_id]);
  const page = await visit(`/orders/${order_id}`, { as });
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'Mark as told by hand' }));
  await page.getByText('counts as told to its channel by hand.').waitFor();
  expect(await open()).toHaveLength(0);
  // The alert has gone by then: the order itself has its Undo, where its history tells of the decision.
  await page.reload();
  await pressEnter(page.getByRole('main').getByRole('button', { name: 'Undo' }));
  await page.getByText('is undone.').waitFor();
  await page.getByRole('button', { name: 'Mark as told by hand' }).waitFor();
  expect(await open()).toHaveLength(1);
});
