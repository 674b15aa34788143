import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { connected } from '../../../../../test/database.ts';
import { importing } from '../../../../../test/imports.ts';
import { type Person, testWeb } from '../../../../../test/web.ts';
import { wordImport } from '../../../../base/import-outcomes.ts';
import { importTexts } from '../../../../shared/imports/texts.ts';

const own = testWeb();
const { send, check, apply, act, work, stateOf, rowsOf, errorsOf, heardBy } = importing(own);
let ann: Person;
let bea: Person;

beforeAll(async () => {
  ann = await own.person(await own.account());
  bea = await own.person(await own.account());
});

const stored = () => own.sql('select id from files where account_id = $1', [ann.accountId]);
const importsOf = () => own.sql('select id from imports where account_id = $1', [ann.accountId]);
const keysInStore = async () => {
  const keys: string[] = [];
  const tomorrow = new Date(Date.now() + 86_400_000);
  for await (const found of own.web.parts.files.store.list(String(ann.accountId), tomorrow)) keys.push(...found);
  return keys.sort();
};

test.each<[string, string | Buffer, number, string]>([
  ['a workbook', Buffer.from('PK\x03\x04 xl/workbook.xml', 'latin1'), 211, importTexts.wrongType],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 211, importTexts.wrongType],
  ['JSON', '[{"sku": "A"}]', 211, importTexts.wrongType],
  ['a JSON object', '{ "sku": "A", "name": "a" }\n', 211, importTexts.wrongType],
  ['an empty file', '', 212, importTexts.wrongFormat],
  ['empty lines', '\r\n\r\n', 212, importTexts.wrongFormat],
  ['headers that match nothing', 'colour,size\nblue,3\n', 212, importTexts.wrongFormat],
  ['a header with a NUL', 'sku,na\u0000me\nA,a\n', 212, `${importTexts.wrongFormat} ${wordImport({ code: 'nul_in_header' })}`],
  ['many NULs', `sku,name\nA,${'\u0000'.repeat(40)}\n`, 211, `${importTexts.wrongType} ${wordImport({ code: 'full_of_nuls' })}`],
  [
    'a header beyond 64 kB',
    `sku,name,${'x'.repeat(70_000)}\nA,a,b\n`,
    212,
    `${importTexts.wrongFormat} ${wordImport({ code: 'header_too_long' })}`,
  ],
])('%s is refused with %s', async (_what, content, status, message) => {
  const before = [await stored(), await importsOf(), await keysInStore()];
  const reply = await send(ann, content, { preview: false });
  expect([reply.statusCode, reply.json()]).toEqual([status, { message, alertType: 'danger' }]);
  expect([await stored(), await importsOf(), await keysInStore()]).toEqual(before);
});

test('a file that is named .json is refused with 211, whatever is in it', async () => {
  expect((await send(ann, 'sku,name\nA,a\n', { name: 'Items.JSON' })).statusCode).toBe(211);
});

test('a form without a file, an unknown kind of file, and somebody signed out are refused', async () => {
  const reply = await send(ann, 'sku,name\n', { field: 'other' });
  expect([reply.statusCode, reply.json()]).toEqual([422, { file: [importTexts.noFile] }]);
  expect((await send(ann, 'sku,name\nA,a\n', { entity: 9 })).statusCode).toBe(404);
  expect((await send(null, 'sku,name\nA,a\n')).statusCode).toBe(401);
});

test('a repeated upload joins the running import of the same file; another waits its turn', async () => {
  const text = 'sku,name\nJOIN,joined\n';
  const [first, again, other, straight] = [
    await send(ann, text),
    await send(ann, text),
    await send(ann, `${text}OTHER,o\n`),
    await send(ann, text, { preview: false }),
  ];
  const ids = [first, again, other, straight].map((reply) => reply.json().importId);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
  const jobs = await own.sql(
    `select j.key, q.queue_name from graphile_worker._private_jobs j join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where q.queue_name = $1`,
    [`import:${ann.accountId}`],
  );
  expect(jobs).toHaveLength(3);
  await work(ann, ids[0]);
  expect((await send(ann, text)).json().importId).not.toBe(ids[0]);
});

test('where headers do not match, a person chooses the columns; what is not chosen is named', async () => {
  const reply = await send(ann, 'Artikel|Bezeichnung|Farbe\nMAP-1|Ein Becher|blau\n');
  const { importId, state } = reply.json();
  expect(state).toBe('mapping');
  const choose = (columns: Record<string, number>) =>
    own.as(ann, { method: 'PUT', url: `/api/imports/${importId}/columns`, payload: { columns } });
  expect((await choose({ name: 1 })).json()).toEqual({ columns: ['Choose the column with the SKU.'] });
  expect((await choose({ sku: 0, name: 0 })).json()).toEqual({ columns: ['Two columns are read from the same column of the file.'] });
  expect((await choose({ sku: 0, name: 7 })).json()).toEqual({ columns: ['The file has no such column.'] });
  expect((await choose({ sku: 0, colour: 2 })).json()).toEqual({ columns: ['There is no column colour.'] });
  expect((await choose({ sku: 0, name: 1 })).statusCode).toBe(200);
  await work(ann, importId);
  expect(await stateOf(importId)).toMatchObject({ state: 'checked', created: 1 });
});

test('a row with too few or too many cells, a wrong quote, a NUL or a script for a picture is wrong, and the others are read', async () => {
  const id = await check(
    ann,
    'sku,name,image_url\nR1,a\nR2,a,,b\nR3,"a" b,\nR4,a\u0000b,\nR5,a,javascript:alert(1)\n\nR6,a,https://example.com/a.jpg\n,,\n,no key,\n',
  );
  expect(await errorsOf(ann, id)).toEqual([
    '2 : has 2 cells, the header has 3 → a cell for each column, even when it is empty',
    '3 : has 4 cells, the header has 3 → quotes around cells with a delimiter in them',
    '4 : text follows a closing quote → quotes within a cell written twice',
    '5 name: has a character that cannot be stored (NUL) → ab',
    '6 image_url: An image address begins with https:// or http://, or is the path of an image that was uploaded. → https://… or a path below uploads/',
    '10 sku: is missing → a SKU',
  ]);
  expect(await stateOf(id)).toMatchObject({ created: 1, wrong: 6 });
});

test('the wrong rows come back as a file with an error column, which can be mended and imported again', async () => {
  const long = 'x'.repeat(501);
  const id = await check(ann, `sku;name;weight\r\nW1;"a; ""b""";1,5\r\nW2;fine;2\r\nW3;=1+1;x\r\nW4;${long};4\r\n`);
  const reply = await own.as(ann, { url: `/api/imports/${id}/wrong-rows` });
  expect(reply.headers['content-disposition']).toContain('wrong-rows-of-items.csv');
  expect(parse(reply.body, { bom: true, columns: true })).toEqual([
    { sku: 'W1', name: 'a;\' "b"'.replace(";'", ';'), weight: '1,5', error: 'Weight is not a number (1.5)' },
    { sku: 'W3', name: "'=1+1", weight: 'x', error: 'Weight is not a number (a number, as 0.25)' },
    { ...{ sku: 'W4', name: long, weight: '4' }, error: 'Name: A name has at most 500 characters. (at most 500 characters)' },
  ]);
  const mended = await check(ann, reply.body.replace('"1,5"', '1.5').replace(',x,', ',3,').replace(long, 'short'));
  expect(await stateOf(mended)).toMatchObject({ created: 3, wrong: 0 });
  expect((await rowsOf(ann, mended, 'c')).data.map(({ cells }: { cells: { value: string }[] }) => cells[1]?.value)).toEqual([
    'a; "b"',
    '=1+1',
    'short',
  ]);
});

test('what was wrong as a whole row, or damaged, stays wrong in the file of wrong rows until somebody says that it is mended', async () => {
  const id = await check(ann, 'sku,name,image_url,weight\nU1,Mug, blue,nice,2\nU2,Mug\nU3,"a" b,,\nU4,Cup,,x\n');
  const { body } = await own.as(ann, { url: `/api/imports/${id}/wrong-rows` });
  expect(body.split('\r\n').slice(1, 4)).toEqual([
    'U1,Mug, blue,nice,"has 5 cells, the header has 4 (quotes around cells with a delimiter in them). Mend the row, then empty this cell.",2',
    'U2,Mug,,,"has 2 cells, the header has 4 (a cell for each column, even when it is empty). Mend the row, then empty this cell."',
    'U3,"""a"" b",,,"text follows a closing quote (quotes within a cell written twice). Mend the row, then empty this cell."',
  ]);
  const again = await check(ann, body.replace(',x,', ',3,').replace('Cup', 'C\ufffdp'));
  const unmended =
    'was wrong as a whole row, and nothing says that it is mended → the row mended, and its cell in the column error emptied';
  expect(await errorsOf(ann, again)).toEqual([
    `2 : ${unmended}`,
    `3 : ${unmended}`,
    `4 : ${unmended}`,
    '5 name: has bytes that are not of the file’s encoding → the file saved again as UTF-8',
  ]);
  expect((await rowsOf(ann, again, 'w')).data[1].errors[0].value.trim()).toBe('U2 Mug');
  // As a spreadsheet saves it: with as many cells in each row as the longest has.
  const lines = body.trimEnd().split('\r\n');
  const padded = lines.map((line) => (line.startsWith('U1') ? line : `${line},`)).join('\r\n');
  expect(await errorsOf(ann, await check(ann, padded.replace(',x,', ',3,')))).toEqual([2, 3, 4].map((row) => `${row} : ${unmended}`));
  const moved = await check(ann, padded.replace(/"has 5[^"]*"/, ''));
  expect((await errorsOf(ann, moved))[0]).toBe('2 : has 6 cells, the header has 5 → quotes around cells with a delimiter in them');
  const emptied = await check(ann, body.replace(/U2,.*\r\n/, 'U2,Mug,,,\r\n'));
  expect(await stateOf(emptied)).toMatchObject({ created: 1, wrong: 3 });
});

test('a SKU that begins like a formula keeps its name through an export, the file of wrong rows, and another import', async () => {
  const id = await check(ann, `sku,name,weight\n'+PLUS,'-a,x\n`);
  const { body } = await own.as(ann, { url: `/api/imports/${id}/wrong-rows` });
  const again = await check(ann, body.replace(',x,', ',3,'));
  expect((await rowsOf(ann, again, 'c')).data.map(({ cells }: { cells: { value: string }[] }) => cells.map(({ value }) => value))).toEqual([
    ['+PLUS', '-a', '3'],
  ]);
});

test('the sample file is imported as it is', async () => {
  for (const entity of [1, 2]) {
    const sample = await own.as(ann, { url: `/api/upload-csv/sample/${entity}` });
    const id = await check(ann, sample.body.replace('Mugs', ''), { entity });
    expect(await stateOf(id)).toMatchObject({ created: 1, wrong: 0 });
  }
});

test('a file with a line that never ends fails, and says what to do', async () => {
  const id = await check(ann, `sku,name\nA,a\nB,${'x'.repeat(1_100_000)}`);
  const problem = 'Row 3 is one line of more than a million characters. Save the table as CSV again, and import that file.';
  expect(await stateOf(id)).toMatchObject({ state: 'failed', problem });
});

test('an import is cancelled before it is applied, and nothing of it stays', async () => {
  const id = await check(ann, 'sku,name\nGONE,x\n');
  expect((await act(ann, id, 'apply')).statusCode).toBe(200);
  expect((await act(ann, id, 'cancel')).statusCode).toBe(200);
  await work(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'cancelled' });
  expect(await own.sql(`select from products where sku = 'GONE'`)).toEqual([]);
  expect((await act(ann, id, 'apply')).json().errorMessage).toBe('This import was cancelled.');
});

test('of two tabs that apply or undo at once one does, and the other hears that it is being done', async () => {
  const id = await check(ann, 'sku,name\nTABS,x\n');
  const press = async (action: 'apply' | 'undo') => {
    const replies = await Promise.all([act(ann, id, action), act(ann, id, action)]);
    await work(ann, id);
    return replies.map((reply) => [reply.statusCode, reply.json().errorMessage]).sort();
  };
  expect(await press('apply')).toEqual([
    [200, undefined],
    [409, 'This import is being applied.'],
  ]);
  expect(await press('undo')).toEqual([
    [200, undefined],
    [409, 'This import is being undone.'],
  ]);
  expect((await act(ann, id, 'undo')).json().errorMessage).toBe('This import has been undone.');
  expect(await own.sql(`select from products where sku = 'TABS'`)).toEqual([]);
});

test('a click in a tab that was left open does nothing to what the import has become since', async () => {
  const runOf = async (id: number) => (await own.sql<{ run_id: number | null }>('select run_id::int from imports where id = $1', [id]))[0];
  const id = await check(ann, 'sku,name\nSTALE,x\n');
  const shown = (await runOf(id)) ?? { run_id: null };
  expect((await act(ann, id, 'apply', shown)).statusCode).toBe(200);
  const startAgain = await act(ann, id, 'cancel', shown);
  expect([startAgain.statusCode, startAgain.json()]).toEqual([
    409,
    { errorMessage: 'This import is being applied. Your page was out of date, so nothing was done.', code: 'changed_since' },
  ]);
  await work(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'applied' });

  // The other way: what was checked anew, by other columns, is not what was looked at.
  const other = await check(ann, 'sku,name\nSTALE-2,x\n');
  const seen = (await runOf(other)) ?? { run_id: null };
  const columns = { method: 'PUT', url: `/api/imports/${other}/columns`, payload: { columns: { sku: 0, name: 1 } } } as const;
  expect((await own.as(ann, columns)).statusCode).toBe(200);
  await work(ann, other);
  expect((await act(ann, other, 'apply', seen)).json().errorMessage).toBe(
    'This import is checked and waits to be applied. Your page was out of date, so nothing was done.',
  );
  const late = await own.as(ann, { ...columns, payload: { columns: { sku: 0 }, run_id: seen.run_id } });
  expect([late.statusCode, late.json().code]).toEqual([409, 'changed_since']);
  expect((await act(ann, other, 'apply', await runOf(other))).statusCode).toBe(200);
});

test('a worker that stops in a phase has done nothing, and another does all of it', async () => {
  const text = `sku,name\n${Array.from({ length: 4_500 }, (_, at) => `STOP-${at},n`).join('\n')}\n`;
  const { importId } = (await send(ann, text)).json();
  const count = async () => Number((await own.sql<{ n: string }>(`select count(*) as n from products where sku like 'STOP-%'`))[0]?.n);
  await expect(work(ann, importId, AbortSignal.abort())).rejects.toThrow('another begins');
  await work(ann, importId);
  expect(await stateOf(importId)).toMatchObject({ state: 'checked', created: 4_500 });
  await act(ann, importId, 'apply');
  await expect(work(ann, importId, AbortSignal.abort())).rejects.toThrow('another begins');
  expect([await count(), await stateOf(importId)]).toMatchObject([0, { state: 'applying' }]);
  await work(ann, importId);
  expect([await count(), await stateOf(importId)]).toMatchObject([4_500, { state: 'applied', applied: 4_500 }]);
  await act(ann, importId, 'undo');
  await expect(work(ann, importId, AbortSignal.abort())).rejects.toThrow('another begins');
  expect([await count(), await stateOf(importId)]).toMatchObject([4_500, { state: 'undoing' }]);
  await work(ann, importId);
  expect([await count(), await stateOf(importId)]).toMatchObject([0, { state: 'undone', kept: 0 }]);
});

test('another account’s import cannot be seen, applied or undone', async () => {
  const id = await check(ann, 'sku,name\nMINE,x\n');
  for (const url of [`/api/imports/${id}/rows`, `/api/imports/${id}/wrong-rows`]) expect((await own.as(bea, { url })).statusCode).toBe(404);
  for (const action of ['apply', 'cancel', 'undo'] as const) expect((await act(bea, id, action)).statusCode).toBe(404);
  const payload = { columns: { sku: 0 } };
  expect((await own.as(bea, { method: 'PUT', url: `/api/imports/${id}/columns`, payload })).statusCode).toBe(404);
  await apply(ann, id);
  expect(await own.sql(`select account_id::int from products where sku = 'MINE'`)).toEqual([{ account_id: ann.accountId }]);
});

test('a database session that dies in the middle of applying has applied nothing, and the rest is done by the next', async () => {
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'KILL-9999', 'old')`, [ann.accountId]);
  const id = await check(ann, `sku,name\n${Array.from({ length: 10_000 }, (_, at) => `KILL-${at},n`).join('\n')}\n`);
  await act(ann, id, 'apply');
  const count = async () =>
    Number((await own.sql<{ n: string }>(`select count(*) as n from products where sku like 'KILL-%' and name = 'n'`))[0]?.n);
  // Somebody edits the last product, so that the import waits in the middle of its transaction.
  const editing = await connected(own.url);
  try {
    await editing.query(`begin; update products set name = 'edited' where sku = 'KILL-9999'`);
    const applying = work(ann, id);
    const kill = () =>
      own.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%typed as materialized%'`,
      );
    await expect.poll(async () => (await kill()).length).toBe(1);
    await expect(applying).rejects.toThrow();
  } finally {
    await editing.query('rollback');
    await editing.end();
  }
  expect([await count(), await stateOf(id)]).toMatchObject([0, { state: 'applying' }]);
  await work(ann, id);
  expect([await count(), await stateOf(id)]).toMatchObject([10_000, { state: 'applied', created: 9_999, changed: 1 }]);
});

test('a phase that fails three times is given up, and says so; nothing is applied', async () => {
  const id = await check(ann, 'sku,name\nFAIL,x\n');
  await own.sql('alter table changes add constraint broken check (packed is null) not valid');
  try {
    await act(ann, id, 'apply');
    for (const _try of [1, 2]) await expect(work(ann, id)).rejects.toThrow();
    await work(ann, id);
  } finally {
    await own.sql('alter table changes drop constraint broken');
  }
  expect(await stateOf(id)).toMatchObject({ state: 'failed', problem: importTexts.failed });
  expect(await own.sql(`select from products where sku = 'FAIL'`)).toEqual([]);
  expect((await heardBy(ann)).at(-1)).toMatchObject({
    kind: 'import_finished',
    sentence: `items.csv: ${importTexts.failed}`,
    path: `/imports/${id}`,
  });
});

test('a NUL in a row that is shown as an example is no reason to fail', async () => {
  const id = await check(ann, 'sku,name\nNUL-1,a\u0000b\nNUL-2,b\n');
  expect(await stateOf(id)).toMatchObject({ state: 'checked', created: 1, wrong: 1 });
});
