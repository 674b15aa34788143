import { beforeAll, expect, test } from 'vitest';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { openDirectory } from '../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../people/accounts/people.ts';

const product = testProduct();
const { visit } = testBrowser(product);
const as = 'tilda@example.com';
let accountId: number;

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  accountId = await createAccount(directory, { name: 'Dialog Shop' });
  const userId = await createUser(directory, { email: as, name: 'Tilda Tag', role: 'user', accountId });
  await directory.close();
  const { sql } = product.database;
  await sql(`insert into tags (account_id, name, color) values ($1, 'Fragile', 'red')`, [accountId]);
  await sql(`insert into raw_materials (account_id, sku, name) values ($1, 'FELT', 'Felt'), ($1, 'TAPE', 'Tape')`, [accountId]);
  await sql(`insert into purchase_orders (account_id, source_number, status) values ($1, 'P-1', 'pending'), ($1, 'P-2', 'pending')`, [
    accountId,
  ]);
  await sql(
    `insert into support_tickets (account_id, subject_1, subject_2, description, user_id, requester_name, account_name)
      select $1, 'Orders', 'Question ' || n, 'Where is it?', $2, 'Tilda Tag', 'Dialog Shop' from generate_series(1, 2) as n`,
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
