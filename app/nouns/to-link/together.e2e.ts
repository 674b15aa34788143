import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { addIssues, addLines, addOrder } from '../../../test/shop/rows.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

/** An equal SKU, one whose name says another number of units, and two that only look alike. */
const sold = [
  ['POT-1', 'Blue teapot', '501'],
  ['OWL-6', 'Owl candle', null],
  ['22568Z', 'FELTCRAFT CUSHION OWL', '5012345678900'],
  ['22570Z', 'FELTCRAFT CUSHION RABBIT', '779'],
] as const;

beforeEach(async () => {
  const { sql } = product.database;
  const [at] = await sql<{ account: string; channel: string }>(
    `select account_id as account, id as channel from connections where connector = 'ship_station' order by id limit 1`,
  );
  const [account, channel] = [Number(at?.account), Number(at?.channel)];
  await sql(`update connections set link_same_skus = false where account_id = $1`, [account]);
  await sql(`delete from issues where account_id = $1`, [account]);
  await sql(
    `insert into products (account_id, sku, name, upc) values ($1, 'POT-1', 'Teapot, blue', '501'), ($1, 'OWL-6', 'Owl candle, set of 6', null),
       ($1, '22569Z', 'FELTCRAFT CUSHION BUTTERFLY', '5012345678917') on conflict do nothing`,
    [account],
  );
  for (const [sku, name, upc] of sold) {
    await sql(
      `insert into connector_products (account_id, connection_id, connector_product_sku, name, upc) values ($1, $2, $3, $4, $5)
       on conflict (account_id, connection_id, connector_product_sku) do update set product_id = null`,
      [account, channel, sku, name, upc],
    );
    const order = await addOrder(product.database, account, channel, { order_status: 'error', blocking_issues: 1 });
    await addLines(product.database, account, order, [{ sku, quantity: 1 }]);
    await addIssues(product.database, account, [
      { order_id: order, subject: sku, connection_id: channel, sentence: { code: 'sku_not_linked', sku } },
    ]);
  }
});

const links = async () =>
  Object.fromEntries(
    (
      await product.database.sql<{ sku: string; to: string | null }>(
        `select cp.connector_product_sku as sku, p.sku as "to" from connector_products cp left join products p on p.account_id = cp.account_id
           and p.id = cp.product_id where cp.connector_product_sku = any($1)`,
        [sold.map(([sku]) => sku)],
      )
    ).map(({ sku, to }) => [sku, to]),
  );
/** The SKUs whose links were undone last. */
const undone = async () =>
  Object.keys(
    (await product.database.sql<{ was: object }>('select was from changes where undoes is not null order by at desc limit 1'))[0]?.was ??
      {},
  );
const none = Object.fromEntries(sold.map(([sku]) => [sku, null]));

test('all that are equal are shown with the orders that go on, and linked but for another number of units, which a person ticks', async () => {
  const page = await visit('/skus-to-link', { as: 'olive@demo.crossdock' });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^SKUs to link 4 wait for a link/ })
    .waitFor();
  await pressEnter(page.getByRole('button', { name: 'Accept all equal…' }));
  const dialog = page.getByRole('dialog', { name: 'Accept all equal' });
  await dialog.getByText(/^1 order goes on ten seconds later, SO-\d+; until then it can be undone\.$/).waitFor();
  expect(await dialog.getByRole('checkbox', { name: 'Link OWL-6' }).isChecked()).toBe(false);
  await dialog.getByText('a pack of 6, the channel sells one unit').waitFor();
  await expectAccessible(page);
  await pressEnter(dialog.getByRole('button', { name: 'Link 1 SKU', exact: true }));
  await dialog.waitFor({ state: 'detached' });
  await pressEnter(page.getByRole('row', { name: /POT-1/ }).getByRole('button', { name: 'Undo' }));
  await page.getByText(/^Undone\./).waitFor();
  expect(await undone()).toEqual(['POT-1']);
  expect(await links()).toEqual(none);
});

test('ticked rows are compared and linked together, and undone in the list; one that changed since is left out and named', async () => {
  const page = await visit('/skus-to-link', { as: 'olive@demo.crossdock' });
  const last = page.getByRole('row', { name: /22570Z/ });
  const top = (await last.boundingBox())?.y;
  for (const sku of ['POT-1', '22568Z', '22570Z']) await page.getByRole('checkbox', { name: `Select ${sku}` }).check();
  await pressEnter(page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Link…' }));
  const dialog = page.getByRole('dialog', { name: 'Link 3 SKUs' });
  await dialog.getByText(/^3 orders go on ten seconds later/).waitFor();
  await dialog.getByText('UPC 5012345678917, the channel’s is 5012345678900').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'Link 22570Z' }).uncheck();
  await dialog.getByText(/^2 orders go on ten seconds later/).waitFor();
  await product.database.sql(`update products set name = 'A pan' where sku = 'POT-1'`);
  await pressEnter(dialog.getByRole('button', { name: 'Link 2 SKUs', exact: true }));
  await dialog.waitFor({ state: 'detached' });
  const leftOut = page.getByText(/Left out: POT-1, because the product is called “A pan” now\.$/).waitFor();
  const undo = page.getByRole('row', { name: /22568Z/ }).getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  // What is linked keeps the height of its row.
  expect((await last.boundingBox())?.y).toBe(top);
  await pressEnter(undo);
  await leftOut;
  await page.getByText(/^Undone\./).waitFor();
  expect(await undone()).toEqual(['22568Z']);
  expect(await links()).toEqual(none);
});

test('one that is linked by its row is left as it is where its product has changed since it was shown', async () => {
  const page = await visit('/skus-to-link', { as: 'olive@demo.crossdock' });
  const row = page.getByRole('row', { name: /POT-1/ });
  // After the press, so that no news of before reads the row again between the two.
  await page.route(
    '**/api/skus-to-link/links',
    async (route) => {
      await product.database.sql(`update products set name = 'A lid' where sku = 'POT-1'`);
      await route.fallback();
    },
    { times: 1 },
  );
  await pressEnter(row.getByRole('button', { name: 'Link', exact: true }));
  await page.getByText('POT-1 is not linked, because the product is called “A lid” now.').waitFor();
  expect(await links()).toEqual(none);
  await row.getByText('A lid').waitFor();
});
