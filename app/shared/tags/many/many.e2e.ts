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
let orders: number[] = [];

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Tagging Shop' });
  await createUser(directory, { email: as, name: 'Tom Tag', role: 'user', accountId });
  await directory.close();
  await product.database.sql(`insert into tags (account_id, name, color) values ($1, 'Fragile', 'red')`, [accountId]);
  const order = { checked_at: '2026-11-20T12:00:00Z', order_status: 'pending', on_hold: true };
  orders = await addOrders(product.database, accountId, await addConnection(product.database, accountId), [order, order]);
});

const tagged = async () => {
  const rows = await product.database.sql<{ name: string }>(
    `select t.name from tagged_records r join tags t on t.account_id = r.account_id and t.id = r.tag_id
      where r.record_id = any($1) order by t.name`,
    [orders],
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
  expect(await tagged()).toEqual(['Fragile', 'Fragile', 'Gift wrap', 'Gift wrap']);

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
  expect(await tagged()).toEqual(['Gift wrap', 'Gift wrap']);
});
