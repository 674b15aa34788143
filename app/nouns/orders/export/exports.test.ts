import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { exporting } from '../../../../test/exports.ts';
import { runsInWords } from '../../../../test/in-words.ts';
import { indexWords } from '../../../../test/index-words.ts';
import { addConnection, addLines, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { stillExporting } from '../../../shared/exports/contract.ts';
import { wordChoice } from '../../../shared/exports/selected/choices.ts';
import { startOrdersExport } from './commands.ts';
import type { ExportQuery } from './contract.ts';

// No waiting: the test runs the job that writes the file.
const own = testWeb({ longestWaitMs: 0 });
let ann: Person;
let bea: Person;
let channel: number;

beforeAll(async () => {
  const london = await own.account('London');
  await own.sql(`update accounts set timezone = 'Europe/London' where id = $1`, [london]);
  ann = await own.person(london);
  bea = await own.person(await own.account('Other'));
  channel = await addConnection(own, london);
  const other = await addConnection(own, london);
  await addOrders(own, london, channel, [
    {
      ...{ source_order_number: '=1', customer_name: 'Jo "x", Co', currency: '=A1' },
      ...{ order_date: '2026-07-01T23:30:00Z', order_status: 'pending' },
    },
    { source_order_number: '2', customer_name: 'Zoë\r\nSmith', order_date: '2026-07-02T22:59:59Z', order_status: 'shipped' },
  ]);
  await addOrders(own, london, other, [{ source_order_number: '3', order_date: '2026-07-02T23:00:00Z', order_status: 'pending' }]);
  await addOrders(own, london, other, [{ source_order_number: '4', deleted_at: '2026-07-03T00:00:00Z' }]);
  await indexWords(own, london);
  await addOrders(own, bea.accountId, await addConnection(own, bea.accountId), [{ source_order_number: 'bea’s' }]);
});
beforeEach(async () => {
  await own.sql('delete from exports');
});

const ask = (person: Person, query = '') => own.as(person, { url: `/api/orders/export/${person.accountId}${query}` });
const begin = (query: ExportQuery = {}, person = ann) => inTenant(own.database, person, (tenant) => startOrdersExport(tenant, query));
const write = (exportId: number, stop?: AbortSignal, person = ann) => exporting(own).write(exportId, person, stop);
const stateOf = async (id: number) =>
  runsInWords(
    await own.sql(
      `select r.state, r.done, r.total, r.sentence, e.file_id is not null as ready from exports e join runs r on r.account_id = e.account_id and r.id = e.run_id
       where e.id = $1`,
      [id],
    ),
  )[0];

async function fileOf(id: number, person = ann): Promise<{ text: string; rows: Record<string, string>[] }> {
  const text = await exporting(own).textOf(id, person);
  return { text, rows: parse(text, { bom: true, columns: true }) };
}
async function exported(query: ExportQuery, person = ann) {
  const { id } = await begin(query, person);
  await write(id, undefined, person);
  return (await fileOf(id, person)).rows.map(({ source_order_number }) => source_order_number);
}

test('an export accepts only statuses that orders have', async () => {
  const { id } = await begin({ status: 'shipped' });
  await expect(own.sql(`update exports set order_status = 'lost' where id = $1`, [id])).rejects.toThrow('exports_order_status_check');
});

test('the file has a row an order, newest first, in the account’s zone, safe to open', async () => {
  const { id } = await begin();
  await write(id);
  const { text, rows } = await fileOf(id);
  expect(text.startsWith('\ufefforder_number,source_order_number,order_source,')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  expect(
    rows.map(({ source_order_number, customer_name, order_date, currency, total_cost }) => [
      source_order_number,
      customer_name,
      order_date,
      currency,
      total_cost,
    ]),
  ).toEqual([
    ['3', 'Alex Doe', '2026-07-03 00:00:00+01:00', 'USD', '10'],
    ['2', 'Zoë\r\nSmith', '2026-07-02 23:59:59+01:00', 'USD', '10'],
    ["'=1", 'Jo "x", Co', '2026-07-02 00:30:00+01:00', "'=A1", '10'],
  ]);
  expect(await stateOf(id)).toEqual({ state: 'done', done: 3, total: 3, sentence: '3 orders exported.', ready: true });
});

test.each<[string, ExportQuery, string[]]>([
  ['a status', { status: 'pending' }, ['3', "'=1"]],
  ['a source', { source: 'ship_station-0' }, ['2', "'=1"]],
  ['a range of days, both ends in it', { start_at: '2026-07-02', end_at: '2026-07-02' }, ['2', "'=1"]],
  ['a range of instants', { start_at: '2026-07-02T00:00:00Z', end_at: '2026-07-02T23:00:00Z' }, ['2']],
  ['an open range', { start_at: '2026-07-03' }, ['3']],
])('an export by %s has those orders only', async (_what, query, numbers) => {
  expect(await exported(query)).toEqual(numbers);
});

test.each([
  ['?status=lost', 'status'],
  ['?source=nobody', 'source'],
  ['?start_at=2026-02-30', 'start_at'],
  ['?start_at=2026-03-02&end_at=2026-03-01', 'end_at'],
])('%s is refused', async (query, field) => {
  const reply = await ask(ann, query);
  expect(reply.statusCode).toBe(422);
  expect(Object.keys(reply.json())).toEqual([field]);
});

test('a caller that waits too long gets 504 while the export goes on, and a second call joins it', async () => {
  const first = await ask(ann);
  expect([first.statusCode, first.json().errorMessage]).toEqual([504, stillExporting]);
  const again = await own.as(ann, { method: 'POST', url: `/api/orders/export/${ann.accountId}`, payload: {} });
  expect(again.statusCode).toBe(504);
  const running = await own.sql<{ id: string }>('select id from exports');
  expect(running.length).toBe(1);
  const id = Number(running[0]?.id);
  await write(id);
  expect(await stateOf(id)).toMatchObject({ state: 'done', ready: true });
});

test('only an export of the same orders is joined: others get their own file', async () => {
  const [source] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [channel]);
  const queries: ExportQuery[] = [
    ...[{}, { status: 'pending' as const }, { status: 'shipped' as const }, { source: source?.slug ?? '' }],
    ...[{ start_at: '2026-07-01' }, { start_at: '2026-07-02' }, { end_at: '2026-07-02' }],
  ];
  const started = [];
  for (const query of [...queries, ...queries]) started.push((await begin(query)).id);
  expect(started.slice(queries.length)).toEqual(started.slice(0, queries.length));
  expect(new Set(started).size).toBe(queries.length);
  const [, pending, shipped] = started as [number, number, number];
  for (const id of [pending, shipped]) await write(id);
  expect([(await fileOf(pending)).rows.length, (await fileOf(shipped)).rows.length]).toEqual([2, 1]);
});

test('many clicks at once start one export', async () => {
  const started = await Promise.all(Array.from({ length: 8 }, () => begin()));
  expect(new Set(started.map(({ id }) => id)).size).toBe(1);
});

test('a worker that stops leaves no file, and another writes it whole', async () => {
  const { id } = await begin();
  await expect(write(id, AbortSignal.abort())).rejects.toThrow('another starts');
  expect(await stateOf(id)).toMatchObject({ state: 'running', ready: false });
  await write(id);
  expect(await stateOf(id)).toMatchObject({ state: 'done', done: 3, total: 3, ready: true });
  // A second worker with the same job finds it done.
  await write(id);
  expect((await own.sql('select 1 from files where account_id = $1 and name like $2', [ann.accountId, `%-${id}.csv`])).length).toBe(1);
});

test('what another worker reports that has the same export in hand is not added to what is done', async () => {
  const { id } = await begin();
  const { files } = own.web.parts;
  const { store } = files;
  const put: typeof store.put = async (key, content) => {
    await own.sql('update runs set done = 2 where id = (select run_id from exports where id = $1)', [id]);
    return store.put(key, content);
  };
  Object.assign(files, { store: { ...store, put } });
  onTestFinished(() => void Object.assign(files, { store }));
  await write(id);
  expect(await stateOf(id)).toMatchObject({ state: 'done', done: 3, total: 3, sentence: '3 orders exported.' });
});

test.each<[string, ExportQuery, string[], string]>([
  ['words', { search: 'zoë' }, ['2'], '“zoë”'],
  ['a country and a hold', { country: 'US', hold: 'no' }, ['3', '2', "'=1"], 'not on hold, country US'],
  ['a tab of the list', { view: 'ready' }, ['3', "'=1"], 'ready'],
  ['all that is listed', { view: 'all' }, ['3', '2', "'=1"], 'not archived'],
  ['a tab and a status', { view: 'all', status: 'shipped' }, ['2'], 'not archived'],
])('an export of a list filtered by %s has what the list shows', async (_what, query, numbers, described) => {
  expect(await exported(query)).toEqual(numbers);
  const [kept] = await own.sql<{ described: unknown }>('select described from exports order by id desc limit 1');
  expect(wordChoice(kept?.described)).toBe(described);
  expect(await own.sql('select from run_targets')).toEqual([]);
});

test('what is assigned to me is an export of its own for each of us, and the same one for me', async () => {
  const colleague = await own.person(ann.accountId);
  const mine = await begin({ assigned: 'me' });
  expect([(await begin({ assigned: 'me' })).id, (await begin({ assigned: 'me' }, colleague)).id === mine.id]).toEqual([mine.id, false]);
});

test('ticked orders are exported and no others, and none of another account', async () => {
  const orders = await own.sql<{ id: string; n: string }>('select id, source_order_number as n from orders');
  const ids = ['2', '3', '4', 'bea’s'].map((number) => Number(orders.find(({ n }) => n === number)?.id));
  expect(await exported({ ordersIds: ids })).toEqual(['3', '2']);
  const none = await own.as(ann, { method: 'POST', url: `/api/orders/export/${ann.accountId}`, payload: { ordersIds: ids.slice(2) } });
  expect([none.statusCode, none.json().errorMessage]).toEqual([404, 'None of these orders exists.']);
  expect((await begin({ ordersIds: ids })).id).not.toBe((await begin({ ordersIds: ids.slice(1) })).id);
});

test('a row a line says what was sold, times have their zone, and truths are yes and no', async () => {
  const [first] = await own.sql<{ id: string }>(`select id from orders where source_order_number = '2'`);
  await addLines(own, ann.accountId, Number(first?.id), [
    { sku: 'MUG', quantity: 2 },
    { sku: '=POST', quantity: 1, is_charge: true },
  ]);
  const { id } = await begin({ rows: 'lines' });
  await write(id);
  const { rows } = await fileOf(id);
  const short = rows.map((row) => [row.source_order_number, row.sku, row.quantity, row.unit_price, row.is_charge, row.order_date]);
  expect(short).toEqual([
    ['3', '', '', '', 'no', '2026-07-03 00:00:00+01:00'],
    ['2', 'MUG', '2', expect.any(String), 'no', '2026-07-02 23:59:59+01:00'],
    ['2', "'=POST", '1', expect.any(String), 'yes', '2026-07-02 23:59:59+01:00'],
    ["'=1", '', '', '', 'no', '2026-07-02 00:30:00+01:00'],
  ]);
  expect(await stateOf(id)).toMatchObject({ done: 4, total: 4, sentence: '4 lines exported.' });
  const orders = await begin();
  await write(orders.id);
  expect((await fileOf(orders.id)).rows[0]).toMatchObject({
    has_error: 'no',
    on_hold: 'no',
    locked: 'no',
    in_amware: 'no',
    archived: 'no',
  });
});

test('an export that fails three times is given up, and says so', async () => {
  const { id } = await begin();
  await own.sql('alter function formula_safe(text) rename to formula_safe_gone');
  onTestFinished(async () => void (await own.sql('alter function formula_safe_gone(text) rename to formula_safe')));
  for (const _try of [1, 2]) await expect(write(id)).rejects.toThrow();
  await write(id);
  expect(await stateOf(id)).toMatchObject({ state: 'failed', ready: false, sentence: 'There was an error exporting orders.' });
});

test('another account’s export cannot be seen, made or deleted', async () => {
  const { id } = await begin();
  await write(id);
  expect((await own.as(bea, { method: 'DELETE', url: `/api/exports/${id}` })).statusCode).toBe(404);
  expect((await own.as(bea, { url: `/api/orders/export/${ann.accountId}` })).statusCode).toBe(403);
  expect(await exported({}, bea)).toEqual(['bea’s']);
  expect(await stateOf(id)).toMatchObject({ ready: true });
});

test('a deleted export takes its file with it; one that runs is given up', async () => {
  const done = await begin();
  await write(done.id);
  const [row] = await own.sql<{ file_id: string }>('select file_id from exports where id = $1', [done.id]);
  expect((await own.as(ann, { method: 'DELETE', url: `/api/exports/${done.id}` })).statusCode).toBe(200);
  expect((await own.as(ann, { url: `/api/files/${row?.file_id}` })).statusCode).toBe(404);
  const running = await begin();
  await own.sql('insert into run_targets (account_id, run_id, part, ids) values ($1, $2, 0, $3)', [ann.accountId, running.runId, [1, 2]]);
  expect((await own.as(ann, { method: 'DELETE', url: `/api/exports/${running.id}` })).statusCode).toBe(200);
  await write(running.id);
  expect((await own.sql('select state from runs where id = $1', [running.runId]))[0]).toEqual({ state: 'cancelled' });
  expect(await own.sql('select part from run_targets where run_id = $1', [running.runId])).toEqual([]);
  expect((await own.as(ann, { method: 'DELETE', url: `/api/exports/${running.id}` })).statusCode).toBe(404);
});
