import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { openDirectory } from '../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../people/accounts/people.ts';

const product = testProduct();
const { visit } = testBrowser(product);
const as = 'tom@example.com';
let accountId: number;

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  accountId = await createAccount(directory, { name: 'Tagging Shop' });
  const userId = await createUser(directory, { email: as, name: 'Tom Tag', role: 'user', accountId });
  await directory.close();
  const { sql } = product.database;
  await sql(`insert into tags (account_id, name, color) values ($1, 'Fragile', 'red')`, [accountId]);
  const order = { checked_at: '2026-11-20T12:00:00Z', order_status: 'pending', on_hold: true };
  await addOrders(product.database, accountId, await addConnection(product.database, accountId), [order, order]);
  await sql(`insert into raw_materials (account_id, sku, name) values ($1, 'FELT', 'Felt'), ($1, 'TAPE', 'Tape')`, [accountId]);
  await sql(`insert into purchase_orders (account_id, source_number, status) values ($1, 'P-1', 'pending'), ($1, 'P-2', 'pending')`, [
    accountId,
  ]);
  await sql(
    `insert into support_tickets (account_id, subject_1, subject_2, description, user_id, requester_name, account_name)
      select $1, 'Orders', 'Question ' || n, 'Where is it?', $2, 'Tom Tag', 'Tagging Shop' from generate_series(1, 2) as n`,
    [accountId, userId],
  );
});

const tagged = async (type: string) => {
  const rows = await product.database.sql<{ name: string }>(
    `select t.name from tagged_records r join tags t on t.account_id = r.account_id and t.id = r.tag_id
      where r.account_id = $1 and r.record_type = $2 order by t.name`,
    [accountId, type],
  );
  return rows.map(({ name }) => name);
};

test('by keyboard tags are put on many orders beside a preview of it, and taken off again', async () => {
  const page = await visit('/orders?view=all', { as });
  const bar = page.getByRole('region', { name: 'Selected rows' });
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  await all.check();
  await pressEnter(bar.getByRole('button', { name: 'Add tags' }));
  const adding = page.getByRole('dialog', { name: 'Add tags: 2 orders' });
  const names = adding.getByRole('textbox', { name: 'Tags' });
  await names.fill('Gift wrap');
  await adding.getByText('2 orders change.').waitFor();
  await pressEnter(adding.getByRole('button', { name: 'Take Fragile' }));
  await expect.poll(() => names.inputValue()).toBe('Gift wrap, Fragile');
  await adding.getByText('2 orders change.').waitFor();
  await expectAccessible(page);
  await pressEnter(adding.getByRole('button', { name: 'Add tags' }));
  await adding.waitFor({ state: 'detached' });
  await page.getByText('Add tags: 2 orders done.').waitFor();
  expect(await tagged('order')).toEqual(['Fragile', 'Fragile', 'Gift wrap', 'Gift wrap']);

  await all.check();
  await pressEnter(bar.getByRole('button', { name: 'Remove tags' }));
  const removing = page.getByRole('dialog', { name: 'Remove tags: 2 orders' });
  const fragile = removing.getByRole('checkbox', { name: 'Fragile (2)' });
  await fragile.waitFor();
  await fragile.focus();
  await page.keyboard.press('Space');
  await removing.getByText('2 orders change.').waitFor();
  await removing.getByText('Fragile, Gift wrap').first().waitFor();
  await expectAccessible(page);
  await pressEnter(removing.getByRole('button', { name: 'Remove tags' }));
  await removing.waitFor({ state: 'detached' });
  await page.getByText('Remove tags: 2 orders done.').waitFor();
  expect(await tagged('order')).toEqual(['Gift wrap', 'Gift wrap']);
});

test.each([
  ['purchase_order', '/purchase-orders?view=all', 'purchase orders'],
  ['raw_material', '/raw-materials', 'raw materials'],
  ['ticket', '/support-tickets', 'tickets'],
])('the dialog of tags opens on every %s of a list, and puts a tag on, which the list shows', async (type, path, many) => {
  const page = await visit(path, { as });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await pressEnter(page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Add tags' }));
  const adding = page.getByRole('dialog', { name: `Add tags: 2 ${many}` });
  await pressEnter(adding.getByRole('button', { name: 'Take Fragile' }));
  await adding.getByText(`2 ${many} change.`).waitFor();
  await pressEnter(adding.getByRole('button', { name: 'Add tags' }));
  await adding.waitFor({ state: 'detached' });
  await page.getByText(`Add tags: 2 ${many} done.`).waitFor();
  expect(await tagged(type)).toEqual(['Fragile', 'Fragile']);
  await expect.poll(() => page.getByRole('row').getByText('Fragile', { exact: true }).count()).toBe(2);
});
