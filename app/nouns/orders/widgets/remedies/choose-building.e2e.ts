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

test('of an order whose goods are in several buildings one is chosen beside what stopped it', async () => {
  const { database } = product;
  const directory = openDirectory(database.url, 1);
  const accountId = await createAccount(directory, { name: 'Two Buildings' });
  await createUser(directory, { email: as, name: 'Keya Chosen', role: 'user', accountId });
  await directory.close();
  const connection_id = await addConnection(database, accountId);
  const warehouse = await addConnection(database, accountId, 'warehouse');
  await database.sql(
    `insert into warehouses (account_id, connection_id, code, name) values ($1, $2, 'KY1', 'Hebron'), ($1, $2, 'NV2', 'Reno')`,
    [...[accountId, warehouse]],
  );
  const [order_id = 0] = await addOrders(database, accountId, connection_id, [
    { order_status: 'error', open_issues: 1, blocking_issues: 1, warehouse_code: null },
  ]);
  const sentence = { code: 'several_buildings', buildings: 'KY1, NV2' };
  await addIssues(database, accountId, [{ order_id, connection_id, type: 'unmapped_location', subject: '', sentence }]);
  const page = await visit('/orders', { as });
  await pressEnter(page.getByRole('button', { name: 'Choose building' }));
  const panel = page.getByRole('dialog', { name: 'Choose building' });
  await panel.getByText('Its lines are at locations of several buildings: KY1, NV2.').waitFor();
  await pressEnter(panel.getByRole('button', { name: 'Use for this order' }));
  await panel.getByText('Choose one', { exact: true }).waitFor();
  await expectAccessible(page);
  // By the code that the sentence has, as well as by the name.
  await panel.getByRole('combobox', { name: 'Building' }).selectOption('NV2 – Reno');
  await panel.getByRole('button', { name: 'Use for this order' }).click();
  await page.getByText('Order successfully saved').waitFor();
  expect(await database.sql('select warehouse_code, edited_fields from orders where id = $1', [order_id])).toEqual([
    { warehouse_code: 'NV2', edited_fields: ['warehouse_code'] },
  ]);
  const open = `select from issues where order_id = $1 and type = 'unmapped_location' and closed_at is null`;
  expect(await database.sql(open, [order_id])).toEqual([]);
});
