import { expect, test } from 'vitest';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { rowsRead } from '../../../../test/rows-read.ts';
import { testWeb } from '../../../../test/web.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';
import { judgeAllPurchaseOrders, mostApart } from './judge-all.ts';

const own = testWeb();
const columns = ['po_number', 'source_number', 'vendor_number', 'vendor_name', 'carrier', 'note', 'line', 'sku', 'quantity'];

/** An import of these rows, a chunk each: its number, its code, and what it has in some columns. */
async function stored(rows: [number: number, code: string, cells: Partial<Record<string, string>>][]) {
  const accountId = await own.account();
  const [added] = await own.sql<{ id: number }>(
    `insert into imports (account_id, entity, state, straight, file_name, digest, format, mapping, lines)
    values ($1, 'purchase_orders', 'checking', true, 'a.csv', 'x', '{}', '{}', 1) returning id::int`,
    [accountId],
  );
  const importId = added?.id ?? 0;
  for (const [at, [number, code, cells]] of rows.entries())
    await own.sql('insert into import_chunks (account_id, import_id, chunk, numbers, cells, codes) values ($1, $2, $3, $4, $5, $6)', [
      ...[accountId, importId, at, [number]],
      ...[[...columns, 'seen'].map((name) => [cells[name] ?? '']), code],
    ]);
  const job: ImportJob = { importId, group: 1, connectionId: null, columns, createCategories: false, trustsCheck: true };
  const codes = async () =>
    (await own.sql<{ codes: string }>('select codes from import_chunks where import_id = $1 order by chunk', [importId]))
      .map((chunk) => chunk.codes)
      .join('');
  const errors = async () =>
    (
      await own.sql<{ text: string }>(
        `select concat_ws(' ', number, position, column_name, problem->>'code') as text from import_errors where import_id = $1
        order by number, position`,
        [importId],
      )
    ).map(({ text }) => text);
  return {
    importId,
    codes,
    errors,
    judge: (database = own.database) => withoutPerson(database, accountId, (tenant) => judgeAllPurchaseOrders(tenant, job)),
  };
}

const row = (source_number: string, rest: object = {}) => ({ source_number, sku: 'MUG', quantity: '1', ...rest });

test('a row keeps every mistake in the order of the steps, and what was found wrong before is no repetition', async () => {
  const { judge, codes, errors, importId } = await stored([
    [2, 'c', row('A', { carrier: 'UPS' })],
    [3, 'c', row('A', { carrier: 'DHL', note: 'x', line: '1' })],
    [4, 'c', row('A', { note: 'y', line: '1' })],
    [5, 'c', row('A', { carrier: 'UPS' })],
    [6, 'c', row('B')],
    [7, 'c', row('B')],
    [8, 's', row('C')],
    [9, 's', row('D')],
  ]);
  await judge();
  expect(await errors()).toEqual([
    ...['2 1  beside_wrong', '3 1 carrier contradicts', '4 1 note contradicts', '4 2 line line_repeated', '5 1 sku line_repeated'],
    ...['6 1  beside_wrong', '7 1 sku line_repeated'],
  ]);
  expect(await codes()).toBe('wwwwwwss');
  const [bytes] = await own.sql<{ bytes: string }>('select sum(error_bytes)::int as bytes from import_chunks where import_id = $1', [
    importId,
  ]);
  const [one] = await own.sql<{ bytes: string }>(
    'select min(error_bytes)::int as bytes from import_chunks where import_id = $1 and error_bytes > 0',
    [importId],
  );
  expect(Number(bytes?.bytes)).toBe(7 * Number(one?.bytes));
});

test('the rows of a purchase order that lie too far apart are wrong, unless nothing is applied behind', async () => {
  const { judge, codes, errors } = await stored([
    [2, 'c', row('A')],
    [3, 'c', row('B')],
    [4, 's', row('C')],
    [2 + mostApart, 'c', row('A', { sku: 'CUP' })],
    [4 + mostApart, 'c', row('B', { sku: 'CUP' })],
    [5 + mostApart, 's', row('C', { sku: 'CUP' })],
  ]);
  await judge();
  expect(await codes()).toBe('cwscws');
  expect(await errors()).toEqual(['3 1 source_number rows_apart', `${4 + mostApart} 1 source_number rows_apart`]);
});

test('which of its numbers a row was taken by is the column that is wrong', async () => {
  const both = { ...row('A'), po_number: 'PO-1' };
  const { judge, errors } = await stored([
    [2, 'c', both],
    [3 + mostApart, 'c', { ...both, sku: 'CUP' }],
  ]);
  await judge();
  expect(await errors()).toEqual(['2 1 po_number rows_apart', `${3 + mostApart} 1 po_number rows_apart`]);
});

test('the file is read once', async () => {
  const { judge } = await stored(Array.from({ length: 40 }, (_, at) => [at + 2, 'c', row(`N${at}`)]));
  expect(await rowsRead(own, 'import_chunks', judge)).toBeLessThan(3 * 40);
});
