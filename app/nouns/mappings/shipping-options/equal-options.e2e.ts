import { expect, test } from 'vitest';
import { fadeSlowly } from '../../../../test/browser/fade-slowly.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { openDirectory } from '../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../people/accounts/people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'eve@example.com';

test('equal names are mapped together, and of the next code that has one nothing is asked by itself', async () => {
  const { sql } = product.database;
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Equal Shop' });
  await createUser(directory, { email: as, name: 'Eve Equal', role: 'account_admin', accountId });
  await directory.close();
  const channel = await addConnection(product.database, accountId);
  const warehouse = await addConnection(product.database, accountId, 'warehouse');
  await sql(
    `insert into shipping_methods (account_id, connection_id, code, name, carrier)
     values ($1, $2, 'UPSGR', 'Ground', 'UPS'), ($1, $2, 'UPS2D', 'Second Day', 'UPS')`,
    [accountId, warehouse],
  );
  const appears = async (code: string) => {
    await sql('insert into shipping_options (account_id, connection_id, connector_code) values ($1, $2, $3)', [accountId, channel, code]);
    await sql(`select pg_notify('crossdock', json_build_object('accountId', $1::int, 'topic', 'connections')::text)`, [accountId]);
  };
  await appears('ups ground');
  const [row] = await sql<{ slug: string }>('select slug from connections where id = $1', [channel]);
  const page = await visit(`/settings/connectors/${row?.slug}/shipping-options`, { as, before: fadeSlowly });
  // The dialog still fades away when the last of them is mapped, and its notice goes.
  await pressEnter(page.getByRole('button', { name: 'Map equal names…' }));
  await pressEnter(page.getByRole('dialog', { name: 'Map equal names' }).getByRole('button', { name: 'Map 1 code' }));
  await page.getByText(/^Shipping options were saved\./).waitFor();
  await page.getByRole('button', { name: 'Map equal names…' }).waitFor({ state: 'detached' });
  await appears('second day');
  await page.getByRole('button', { name: 'Map equal names…' }).waitFor();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await page.getByRole('dialog').count()).toBe(0);
});
