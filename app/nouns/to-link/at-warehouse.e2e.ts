import type { Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { addIssues, addLines, addOrder } from '../../../test/shop/rows.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const operator = 'olive@demo.crossdock';
const sku = 'PACK-OWL';
const sentence = /^1 order went to the warehouse before this change: SO-\S+ will be replaced there\.$/;
const saved = /Portal SKU was mapped successfully\. .*1 order went to the warehouse before this change/;
let waiting = 0;

/** An order went to the warehouse by a link that was deleted, another waits for it, and a product has the same SKU by now. */
beforeEach(async () => {
  const { sql } = product.database;
  const [at] = await sql<{ account: string; channel: string; warehouse: string }>(
    `select c.account_id as account, c.id as channel, w.id as warehouse from connections c join connections w on w.account_id = c.account_id and w.connector = 'amware'
     where c.connector = 'ship_station' order by c.id limit 1`,
  );
  const [account, channel] = [Number(at?.account), Number(at?.channel)];
  await sql(`update connections set link_same_skus = false where account_id = $1`, [account]);
  await sql(`delete from issues where account_id = $1`, [account]);
  // The demo's presets set a field that what went there does not have.
  await sql(`delete from presets where account_id = $1`, [account]);
  await sql(`insert into products (account_id, sku, name) values ($1, $2, 'Owl, six of them'), ($1, 'OWL', 'Owl') on conflict do nothing`, [
    account,
    sku,
  ]);
  await sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, name) values ($1, $2, $3, 'Six owls')
     on conflict (account_id, connection_id, connector_product_sku) do update set product_id = null, linked_by = null`,
    [account, channel, sku],
  );
  const [owl] = await sql<{ id: string }>(`select id from products where account_id = $1 and sku = 'OWL'`, [account]);
  const [there] = await sql<{ id: string }>(
    `insert into warehouse_orders (account_id, connection_id, reference, provider_ref, state, provider_status)
     select $1, $2, 'E2E-' || n, 'W-' || n, 'accepted', 'open' from (select count(*) as n from warehouse_orders) as c returning id`,
    [account, at?.warehouse],
  );
  const facts = { warehouse_order_id: Number(there?.id), in_amware: 1, order_status: 'packing', shipping_code: 'UPSGR' };
  await sql(`update orders set order_status = 'fulfilled', updated_at = now() - interval '40 days' where account_id = $1`, [account]);
  const sent = await addOrder(product.database, account, channel, facts);
  await addLines(product.database, account, sent, [{ sku, quantity: 2 }], new Map([[sku, Number(owl?.id)]]));
  await sql(`update order_lines set mapped_sku = 'OWL' where order_id = $1`, [sent]);
  waiting = await addOrder(product.database, account, channel, { order_status: 'error', blocking_issues: 1 });
  await addLines(product.database, account, waiting, [{ sku, quantity: 1 }]);
  await addIssues(product.database, account, [
    { order_id: waiting, subject: sku, connection_id: channel, sentence: { code: 'sku_not_linked', sku } },
  ]);
});

const linkOf = async () =>
  (await product.database.sql(`select product_id from connector_products where connector_product_sku = $1`, [sku]))[0]?.product_id;
const question = (page: Page) => page.getByRole('dialog', { name: `Link ${sku} to ${sku}?` });

test('a row’s Link of the SKUs to link asks first where it concerns what the warehouse has; Esc leaves, Enter links, and it can be undone', async () => {
  const page = await visit('/skus-to-link', { as: operator });
  const link = page.getByRole('row', { name: new RegExp(sku) }).getByRole('button', { name: 'Link', exact: true });
  await pressEnter(link);
  await question(page).getByText(sentence).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await link.and(page.locator(':focus')).waitFor();
  expect(await linkOf()).toBeNull();
  await pressEnter(link);
  await question(page).getByRole('button', { name: 'Link' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: new RegExp(sku) });
  await pressEnter(row.filter({ hasText: saved }).getByRole('button', { name: 'Undo' }));
  await page.getByText(/^Undone\./).waitFor();
  expect(await linkOf()).toBeNull();
  await link.waitFor();
});

test('“Accept all equal” and “Link equal products” list what they concern before', async () => {
  const page = await visit('/skus-to-link', { as: operator });
  await pressEnter(page.getByRole('button', { name: 'Accept all equal…' }));
  const skus = page.getByRole('dialog', { name: 'Accept all equal' });
  await skus.getByText(sentence).waitFor();
  await expectAccessible(page);
  await page.goto(`/settings/connectors/ship_station/products?q=${sku}`);
  await pressEnter(page.getByRole('button', { name: 'Link equal products…' }));
  const products = page.getByRole('dialog', { name: 'Link equal products' });
  await products.getByText(sentence).waitFor();
  await expectAccessible(page);
  // The button that could not be pressed before has the focus now.
  await products.getByRole('button', { name: 'Link 1 product' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  const alert = page.getByText(/^1 product is linked/);
  await alert.waitFor();
  await pressEnter(alert.getByRole('button', { name: 'Undo' }));
  await page.getByText(/^Undone\./).waitFor();
  await pressEnter(page.getByRole('button', { name: `Link ${sku} to ${sku}` }));
  await question(page).getByText(sentence).waitFor();
  await pressEnter(question(page).getByRole('button', { name: 'Link' }));
  await page.getByText(saved).waitFor();
});

test('an order’s “Link product” lists what the chosen product concerns, and each product’s own button asks', async () => {
  const page = await visit(`/orders/${waiting}?edit=1`, { as: operator });
  await pressEnter(page.getByRole('button', { name: `Link product: ${sku}` }));
  const dialog = page.getByRole('dialog', { name: `Link product: ${sku}` });
  await dialog.getByText(sentence).waitFor();
  await expectAccessible(page);
  // What is listed above is about the product that is chosen: the button of another one asks by itself.
  await dialog.getByRole('radio', { name: /^OWL\b/ }).check();
  await dialog.getByText(sentence).waitFor({ state: 'hidden' });
  await pressEnter(dialog.getByRole('button', { name: `Link ${sku}`, exact: true }));
  const asked = page.getByRole('dialog', { name: `Link ${sku}?` });
  await asked.getByText(sentence).waitFor();
  await pressEnter(asked.getByRole('button', { name: 'Link product' }));
  const alert = page.getByText(saved);
  await alert.waitFor();
  await pressEnter(alert.getByRole('button', { name: 'Undo' }));
  await page.getByText(/^Undone\./).waitFor();
  expect(await linkOf()).toBeNull();
});
