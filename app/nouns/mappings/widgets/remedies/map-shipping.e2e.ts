import { expect, test } from 'vitest';
import { expectAccessible } from '../../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../test/browser.ts';
import { testProduct } from '../../../../../test/product.ts';
import { addConnection, addIssues, addOrders } from '../../../../../test/shop/rows.ts';
import { openDirectory } from '../../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../../people/accounts/people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'keya@example.com';

test('the shipping method that a colleague chose since is not overwritten, unless the person wants their own all the same', async () => {
  const { database } = product;
  const directory = openDirectory(database.url, 1);
  const accountId = await createAccount(directory, { name: 'Chosen Shop' });
  await createUser(directory, { email: as, name: 'Keya Chosen', role: 'user', accountId });
  const colleague = await createUser(directory, { email: 'ann@example.com', name: 'Ann First', role: 'user', accountId });
  await directory.close();
  const connection_id = await addConnection(database, accountId);
  const warehouse = await addConnection(database, accountId, 'warehouse');
  await database.sql(
    `insert into shipping_methods (account_id, connection_id, code, name, carrier)
     values ($1, $2, 'UPSGR', 'Ground', 'UPS'), ($1, $2, 'UPS2D', 'Second Day', 'UPS')`,
    [accountId, warehouse],
  );
  const [order_id = 0] = await addOrders(database, accountId, connection_id, [
    { order_status: 'error', open_issues: 1, blocking_issues: 1, source_shipping: null, shipping_code: null },
  ]);
  const sentence = { code: 'no_shipping_method' };
  await addIssues(database, accountId, [{ order_id, connection_id, type: 'unmapped_shipping', subject: '', sentence }]);
  const chosen = async () => (await database.sql('select shipping_code from orders where id = $1', [order_id]))[0]?.shipping_code;

  const page = await visit(`/orders/${order_id}`, { as, expected: [/409/] });
  await pressEnter(page.getByRole('button', { name: 'Map shipping method' }));
  const panel = page.getByRole('dialog', { name: 'Map shipping method' });
  await panel.getByRole('heading', { name: 'Choose a shipping method' }).waitFor();
  await panel.getByText(/^The method is set for this order only; no shipping code of .* is mapped by it\.$/).waitFor();
  // No news of it reaches the page.
  await database.sql(`update orders set shipping_code = 'UPS2D', revision = revision + 1 where id = $1`, [order_id]);
  await database.sql(
    `insert into order_events (account_id, order_id, kind, user_id, sentence, changes)
     select account_id, id, 'edited', $2, '{"code": "edited", "fields": ["shipping_code"], "lines": 0}', json_build_object(
       'shipping_code', json_build_object('from', null, 'to', 'UPS2D'), 'revision', json_build_object('from', revision - 1, 'to', revision))
     from orders where id = $1`,
    [order_id, colleague],
  );
  await panel.getByRole('combobox', { name: 'Warehouse shipping method' }).click();
  await page.getByRole('option', { name: 'Ground' }).click();
  const use = panel.getByRole('button', { name: 'Use for this order' });
  await use.click();
  await panel.getByText(/^Ann First has changed .*UPS2D/).waitFor();
  await expectAccessible(page);
  expect(await chosen()).toBe('UPS2D');
  await use.click();
  await expect.poll(chosen).toBe('UPSGR');
});
