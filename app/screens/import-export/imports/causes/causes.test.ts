import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { importing } from '../../../../../test/imports.ts';
import { type Person, testWeb } from '../../../../../test/web.ts';
import type { ImportCause } from '../../../../shared/imports/contract.ts';

const own = testWeb();
const { send, check, apply, act, undo, work, stateOf, rowsOf } = importing(own);
let ann: Person;
let bea: Person;
beforeAll(async () => {
  ann = await own.person(await own.account());
  bea = await own.person(await own.account());
});

const causesOf = async (person: Person, id: number): Promise<ImportCause[]> =>
  (await own.as(person, { url: `/api/imports/${id}/causes` })).json().data;
const rowsOfCause = async (person: Person, id: number, { cause }: ImportCause, page = 1) =>
  (await own.as(person, { url: `/api/imports/${id}/rows?code=w&cause=${cause}&page=${page}` })).json();
const categoriesOf = async ({ accountId }: Person) =>
  (await own.sql<{ name: string }>('select name from categories where account_id = $1 order by name', [accountId])).map(({ name }) => name);

/** Rows that name categories which there are not, and some that are wrong in themselves. */
const file = (prefix: string) =>
  [
    'sku,name,category,weight',
    ...Array.from({ length: 120 }, (_, at) => `${prefix}${at},a mug,${['Mugs', 'mugs', 'Cups', 'Bowls'][at % 4]},0.3`),
    `${prefix}-W1,a mug,,heavy`,
    `${prefix}-W2,a mug,,"1,5"`,
    `${prefix}-L1,a mug`,
    `${prefix}-L2,a mug,,0.3,x`,
    `${prefix}-L3,a mug,,0.3,x,y`,
  ].join('\n');

/** As a screen words them. */
const inShort = (causes: ImportCause[]) =>
  causes.map(({ column, problem, rows, values, cure }) => `${rows} ${column}: ${problem} (${values}${cure ? `, ${cure}` : ''})`);

test('errors are counted by their cause, what one choice mends first, whatever numbers they name', async () => {
  const id = await check(ann, file('C'));
  expect(inShort(await causesOf(ann, id))).toEqual([
    '120 category: does not exist (3, createCategories)',
    '3 : has … cells, the header has … (3)',
    '2 weight: is not a number (2)',
  ]);
});

test('a cause is a column and a code, however its sentence is worded for the values of a row', async () => {
  const lines = [
    `L1,${'n'.repeat(5_001)},`,
    `L2,${'m'.repeat(12_345)},`,
    'L3,a note,2030-02-30',
    'L4,a note,tomorrow',
    `L5,${'n'.repeat(5_001)},`,
  ];
  const id = await check(ann, ['Number,Note,Expected date', ...lines].join('\n'), { entity: 3 });
  expect(inShort(await causesOf(ann, id))).toEqual(['3 note: has … characters (2)', '2 expected_date: is not a day (2)']);
  const kept = await own.sql<{ problem: unknown; expected: unknown }>(
    `select distinct problem, expected from import_errors where import_id = $1 and column_name = 'note' order by problem`,
    [id],
  );
  expect(kept).toEqual(
    [5_001, 12_345].map((characters) => ({ problem: { code: 'too_long', characters }, expected: { code: 'at_most', most: 5_000 } })),
  );
});

test('the rows and the file of one cause have its errors alone, page by page', async () => {
  const id = await check(ann, file('P'));
  const causes = await causesOf(ann, id);
  const [categories, weights] = [causes[0], causes.find(({ column }) => column === 'weight')] as [ImportCause, ImportCause];
  const last = await rowsOfCause(ann, id, categories, 3);
  expect([last.total, last.data.length, last.data[0].key, last.data.at(-1).key]).toEqual([120, 20, 'P100', 'P119']);
  const { data } = await rowsOfCause(ann, id, weights);
  expect(data.map(({ number, key, errors }: { number: number; key: string; errors: unknown[] }) => [number, key, errors.length])).toEqual([
    [122, 'P-W1', 1],
    [123, 'P-W2', 1],
  ]);
  expect((await own.as(ann, { url: `/api/imports/${id}/rows?cause=99` })).json()).toEqual({ data: [], total: 0 });
  const csv = await own.as(ann, { url: `/api/imports/${id}/wrong-rows?cause=${weights.cause}` });
  expect(parse(csv.body, { bom: true, columns: true })).toHaveLength(2);
});

test('one choice creates the categories that are missing: shown first, undone with the rest', async () => {
  const id = await check(ann, file('K'));
  const columns = { sku: 0, name: 1, category: 2, weight: 3 };
  await own.as(ann, { method: 'PUT', url: `/api/imports/${id}/columns`, payload: { columns, createCategories: true } });
  await work(ann, id);
  const [row] = await own.sql('select also_creates from imports where id = $1', [id]);
  expect(row).toEqual({ also_creates: { count: 3, names: ['Bowls', 'Cups', 'Mugs'] } });
  expect([await categoriesOf(ann), inShort(await causesOf(ann, id))[0]]).toEqual([[], expect.not.stringContaining('category')]);
  await apply(ann, id);
  expect([await categoriesOf(ann), await stateOf(id)]).toEqual([
    ['Bowls', 'Cups', 'Mugs'],
    expect.objectContaining({ applied: 120, wrong: 5 }),
  ]);
  await undo(ann, id);
  expect(await categoriesOf(ann)).toEqual([]);
});

test('no more categories are created than there can be: no cure, no applying, and an end that says why', async () => {
  const cat = await own.person(await own.account());
  const fill = (prefix: string, count: number) =>
    own.sql(`insert into categories (account_id, kind, name) select $1, 'products', $2 || n from generate_series(1, $3::int) n`, [
      ...[cat.accountId, prefix, count],
    ]);
  await fill('Shelf ', 998);
  const id = await check(cat, file('R'));
  expect((await causesOf(cat, id)).map(({ cure }) => cure)).toEqual([null, null, null]);
  const columns = { sku: 0, name: 1, category: 2, weight: 3 };
  await own.as(cat, { method: 'PUT', url: `/api/imports/${id}/columns`, payload: { columns, createCategories: true } });
  await work(cat, id);
  const sentence = (room: string) =>
    `The file names 3 new categories, and there is room for ${room}: there can be 1,000. Choose another column for them, create none, or delete categories that you no longer use first.`;
  const refused = await act(cat, id, 'apply');
  expect([refused.statusCode, refused.json().errorMessage, (await stateOf(id))?.state]).toEqual([409, sentence('only 2'), 'checked']);
  await own.sql(`delete from categories where account_id = $1 and name = 'Shelf 1'`, [cat.accountId]);
  expect((await act(cat, id, 'apply')).statusCode).toBe(200);
  // Somebody creates others before a worker begins.
  await fill('Box ', 3);
  await work(cat, id);
  expect([await stateOf(id), (await categoriesOf(cat)).length]).toMatchObject([{ state: 'failed', problem: sentence('none') }, 1_000]);
});

test('a mended file goes on with the columns and choices of the first', async () => {
  const first = (await send(ann, 'Code|What|Kind\nM1|a mug|Jugs\nM1|a mug|Jugs\n')).json().importId;
  const columns = { sku: 0, name: 1, category: 2 };
  await own.as(ann, { method: 'PUT', url: `/api/imports/${first}/columns`, payload: { columns, createCategories: true } });
  await work(ann, first);
  const wrong = (await own.as(ann, { url: `/api/imports/${first}/wrong-rows` })).body;
  const mended = wrong.replace('M1', 'M2');
  const { importId, state } = (await send(ann, mended, { continues: first })).json();
  expect(state).toBe('checking');
  await work(ann, importId);
  expect(await stateOf(importId)).toMatchObject({ state: 'checked', created: 2, wrong: 0 });
  expect(await own.sql('select continues_id::int, create_categories from imports where id = $1', [importId])).toEqual([
    { continues_id: first, create_categories: true },
  ]);
  // What was wrong before is no column of the rows that are wrong now.
  const again = await check(ann, wrong, { continues: first });
  expect((await own.as(ann, { url: `/api/imports/${again}/wrong-rows` })).body.split('\r\n')[0]).toBe('\ufeffCode,What,Kind,error');
});

test('a file with other headers is read by its own, and one of other records goes on with nothing', async () => {
  const first = await check(ann, 'sku,name\nX1,a\n');
  expect((await send(ann, 'Article,Title\nX2,b\n', { continues: first })).json().state).toBe('mapping');
  expect((await send(ann, 'sku,name\nX2,b\n', { continues: first, entity: 1 })).statusCode).toBe(404);
});

test('nobody of another account sees causes, filters by them, or goes on with an import', async () => {
  const id = await check(ann, file('S'));
  const [cause] = (await causesOf(ann, id)) as [ImportCause];
  for (const url of [
    `/api/imports/${id}/causes`,
    `/api/imports/${id}/rows?cause=${cause.cause}`,
    `/api/imports/${id}/wrong-rows?cause=${cause.cause}`,
  ])
    expect((await own.as(bea, { url })).statusCode, url).toBe(404);
  expect((await send(bea, 'sku,name\nX2,b\n', { continues: id })).statusCode).toBe(404);
  expect(await own.sql('select from imports where account_id = $1', [bea.accountId])).toEqual([]);
  expect((await rowsOf(ann, id, 'w')).total).toBe(125);
});
