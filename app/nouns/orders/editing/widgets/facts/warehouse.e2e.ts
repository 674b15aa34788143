import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../../../test/browser/accessible.ts';
import { tabTo } from '../../../../../../test/browser/by-tab.ts';
import { chooseByKeys } from '../../../../../../test/browser/choose-by-keys.ts';
import { pressEnter } from '../../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../../test/browser.ts';
import { testProduct } from '../../../../../../test/product.ts';
import { addConnection, addLines, addOrder } from '../../../../../../test/shop/rows.ts';
import { openDirectory } from '../../../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../../../people/accounts/people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'wanda@example.com';
let order = 0;

/** Of two buildings the mapping of its location says Reno. */
beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Two Buildings' });
  await createUser(directory, { email: as, name: 'Wanda Wares', role: 'user', accountId });
  await directory.close();
  const { database } = product;
  const channel = await addConnection(database, accountId);
  const warehouse = await addConnection(database, accountId, 'warehouse');
  await database.sql(
    `insert into warehouses (account_id, connection_id, code, name) values ($1, $2, 'RNO', 'Reno'), ($1, $2, 'ATL', 'Atlanta')`,
    [accountId, warehouse],
  );
  await database.sql(
    `insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location) values ($1, $2, 'W', 'West', 'RNO')`,
    [accountId, channel],
  );
  order = await addOrder(database, accountId, channel, { checked_at: '2026-11-20T12:00:00Z', on_hold: true, warehouse_code: 'RNO' });
  await addLines(database, accountId, order, [{ sku: 'MUG', quantity: 1 }]);
  await database.sql(`update order_lines set location = 'W' where account_id = $1 and order_id = $2`, [accountId, order]);
});

const stored = async () =>
  (await product.database.sql('select warehouse_code as place, edited_fields as edited from orders where id = $1', [order]))[0];

test('a person chooses by keyboard from which building an order leaves, and undoes that from its alert', async () => {
  const page = await visit(`/orders/${order}`, { as });
  const select = page.getByLabel('Warehouse', { exact: true });
  const byHand = page.getByText('Chosen by hand');
  await pressEnter(page.getByRole('button', { name: 'Edit Order' }));
  await select.getByRole('option', { name: 'Atlanta' }).waitFor({ state: 'attached' });
  expect(await select.locator('option:checked').innerText()).toBe('As the mapping says: Reno');
  await tabTo(page, select);
  await chooseByKeys(page, 'Atlanta');
  // What is half below the header can be scrolled out of it, and is large enough then.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'Save Changes' }));
  const done = page.getByText('Order successfully saved');
  await done.waitFor();
  await byHand.waitFor();
  expect(await stored()).toEqual({ place: 'ATL', edited: ['warehouse_code'] });
  await pressEnter(done.getByRole('button', { name: 'Undo' }));
  await byHand.waitFor({ state: 'detached' });
  expect(await stored()).toEqual({ place: 'RNO', edited: [] });
});
