import { beforeEach, expect, test } from 'vitest';
import { importing } from '../../../../test/imports.ts';
import { outcomesInWords } from '../../../../test/in-words.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const own = testWeb();
const { check, apply, undo, stateOf } = importing(own);
let ann: Person;

beforeEach(async () => {
  ann = await own.person(await own.account());
});

const imported = async (file: string): Promise<number> => {
  const id = await check(ann, file);
  await apply(ann, id);
  return id;
};
const products = async () => {
  const rows = await own.sql<{ sku: string; name: string; category: string | null }>(
    `select p.sku, p.name, c.name as category from products p left join categories c on c.id = p.category_id
     where p.account_id = $1 order by p.sku`,
    [ann.accountId],
  );
  return rows.map(({ sku, name, category }) => `${sku}: ${name}${category ? `, ${category}` : ''}`);
};
const keptOf = async (id: number) =>
  outcomesInWords(
    await own.sql(`select o.label, o.reason from run_outcomes o join imports i on i.run_id = o.run_id where i.id = $1 order by 1`, [id]),
  );

test('an item whose former category was deleted stays when the import is undone, and the others are as they were', async () => {
  await own.sql(`insert into categories (account_id, kind, name) select $1, 'products', unnest('{Cups,Mugs,Plates}'::text[])`, [
    ann.accountId,
  ]);
  await imported('sku,name,category\nCUP,A cup,Cups\nMUG,A mug,Mugs\nPAN,A pan,\nPLATE,A plate,Mugs\n');
  const id = await imported('sku,name,category\nCUP,New cup,Plates\nMUG,New mug,Plates\nPAN,New pan,Plates\nPLATE,New plate,Mugs\n');
  await own.sql(`update products set category_id = null where account_id = $1 and sku = 'PLATE'`, [ann.accountId]);
  await own.sql(`delete from categories where account_id = $1 and name = 'Mugs'`, [ann.accountId]);
  await undo(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'undone', kept: 1 });
  expect(await products()).toEqual(['CUP: A cup, Cups', 'MUG: New mug, Plates', 'PAN: A pan', 'PLATE: A plate']);
  expect(await keptOf(id)).toEqual([{ label: 'MUG', reason: 'The category that it had was deleted since.' }]);
});

test('imports that are undone from the last to the first leave no item behind, but for what somebody changed', async () => {
  const first = await imported('sku,name\nCUP,A cup\nMUG,A mug\n');
  const second = await imported('sku,name\nCUP,New cup\nMUG,New mug\n');
  const third = await imported('sku,name\nCUP,Newer cup\nMUG,Newer mug\n');
  await own.sql(`update products set reorder_point = 3, updated_at = now() where account_id = $1 and sku = 'MUG'`, [ann.accountId]);
  for (const id of [third, second]) {
    await undo(ann, id);
    expect(await stateOf(id)).toMatchObject({ state: 'undone', kept: 0 });
  }
  expect(await products()).toEqual(['CUP: A cup', 'MUG: A mug']);
  await undo(ann, first);
  expect(await products()).toEqual(['MUG: A mug']);
  expect(await keptOf(first)).toEqual([{ label: 'MUG', reason: 'It was changed since the import.' }]);
});
