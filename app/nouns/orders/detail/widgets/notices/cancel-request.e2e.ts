import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../../test/browser.ts';
import { testProduct } from '../../../../../../test/product.ts';
import { addConnection, addOrder } from '../../../../../../test/shop/rows.ts';
import { openDirectory } from '../../../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../../../people/accounts/people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'cara@example.com';
let order = 0;

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Cancelling Shop' });
  await createUser(directory, { email: as, name: 'Cara Cancel', role: 'user', accountId });
  await directory.close();
  const { sql } = product.database;
  const [channel, warehouse] = [
    await addConnection(product.database, accountId),
    await addConnection(product.database, accountId, 'warehouse'),
  ];
  const [{ id: sent } = { id: 0 }] = await sql<{ id: string }>(
    `insert into warehouse_orders (account_id, connection_id, reference, provider_ref, state, accepted_at)
     values ($1, $2, 'CD-1', 'W-1', 'accepted', now()) returning id`,
    [accountId, warehouse],
  );
  order = await addOrder(product.database, accountId, channel, {
    ...{ order_status: 'packing', in_amware: 1, warehouse_order_id: sent, checked_at: '2026-11-20T12:00:00Z' },
    ...{ cancel_requested_at: '2026-11-20T12:00:00Z', cancel_outcome: 'pending' },
  });
  await sql(`insert into cancel_requests (account_id, order_id, request_id, reason) values ($1, $2, 'r-1', 'Wrong size')`, [
    accountId,
    order,
  ]);
});

test('by keyboard a person decides that nothing leaves, and that it is too late, and undoes each where it was done', async () => {
  const page = await visit(`/orders/${order}`, { as });
  await page.getByText(/asks to cancel this order: “Wrong size” The warehouse has been asked\./).waitFor();
  const waits = page.getByText(/^Waits for the warehouse to say whether it cancels the order, as .+ asks\.$/);
  await waits.waitFor();
  await pressEnter(page.getByRole('button', { name: 'Nothing leaves' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Until then that can be undone\./).waitFor();
  await pressEnter(dialog.getByRole('button', { name: 'Nothing leaves' }));
  await dialog.waitFor({ state: 'detached' });
  const notice = page.getByText(/asked to cancel this order: “Wrong size” Nothing of it leaves\. .+ has not been told yet\./);
  await notice.waitFor();
  await expectAccessible(page);
  await pressEnter(page.getByRole('main').getByRole('button', { name: 'Undo' }));
  await page.getByText(/^The decision about .+ is undone\.$/).waitFor();
  await waits.waitFor();

  await pressEnter(page.getByRole('button', { name: 'Too late' }));
  await pressEnter(dialog.getByRole('button', { name: 'Too late' }));
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/It was too late\. .+ has not been told yet\./).waitFor();
  expect(await waits.count()).toBe(0);
  await pressEnter(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last());
  await waits.waitFor();
});
