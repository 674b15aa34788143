import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { rowsRead } from '../../../../test/rows-read.ts';
import { testWeb } from '../../../../test/web.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';
import { applyPurchaseOrders } from './apply.ts';
import { rowsOfOrdersIn } from './whole-orders.ts';

const own = testWeb();
const columns = ['source_number', 'sku'];

/** An import of these chunks, of which each has the numbers of its rows' purchase orders; in capitals: a row that changes nothing. */
async function stored(chunks: string[]) {
  const accountId = await own.account();
  const [added] = await own.sql<{ id: number }>(
    `insert into imports (account_id, entity, state, straight, file_name, digest, format, mapping, lines)
    values ($1, 'purchase_orders', 'applying', true, 'a.csv', 'x', '{}', '{}', 1) returning id::int`,
    [accountId],
  );
  const importId = added?.id ?? 0;
  await own.sql(
    `insert into import_chunks (account_id, import_id, chunk, numbers, cells, codes)
    select $1, $2, at, array_agg(n order by n), array[array_agg(lower(letter) order by n), array_agg('MUG'::text order by n), array_agg(''::text
      order by n)], string_agg(case when letter = lower(letter) then 'c' else 's' end, '' order by n)
    from (select chunk.at - 1 as at, letter, row_number() over (order by chunk.at, l.at)::int + 1 as n
      from unnest($3::text[]) with ordinality as chunk (letters, at), string_to_table(letters, null) with ordinality as l (letter, at)) as row
    group by at`,
    [accountId, importId, chunks],
  );
  const job: ImportJob = { importId, group: 1, connectionId: null, columns, createCategories: false, trustsCheck: true };
  return { job, actor: { accountId, userId: null } };
}

const batchesOf = (chunks: string[], atOnce: number) =>
  Array.from({ length: Math.ceil(chunks.length / atOnce) }, (_, at) => ({ first: at * atOnce, last: at * atOnce + atOnce - 1 }));

test.each([
  ['each in a chunk', ['aab', 'ccd'], ['aab', 'ccd']],
  ['one that goes on in the next', ['aab', 'bcc'], ['aa', 'bbcc']],
  ['one that goes on for long', ['abb', 'ccc', 'daa'], ['bb', 'ccc', 'adaa']],
  ['one that ends with a row that stays as it is', ['aab', 'ccA', 'Abb'], ['aa', 'cc', 'bbb']],
])('a purchase order is applied with the chunk that has its last row: %s', async (_, chunks, expected) => {
  const { job, actor } = await stored(chunks);
  const found = await inTenant(own.database, actor, async (tenant) => {
    const batches: string[] = [];
    for (const range of batchesOf(chunks, 1)) {
      const { rows } = await sql<{ letters: string | null }>`
        select string_agg(case code when 'c' then source_number else upper(source_number) end, '' order by n) as letters
        from (${await rowsOfOrdersIn(tenant, job, range)}) as r`.execute(tenant.db);
      batches.push(rows[0]?.letters ?? '');
    }
    return batches;
  });
  expect(found).toEqual(expected);
});

test('four times as many rows take four times as long', async () => {
  const readOf = async (count: number) => {
    const chunks = Array.from({ length: count }, () => 'A');
    const { job, actor } = await stored(chunks);
    return rowsRead(own, 'import_chunks', (database) =>
      inTenant(database, actor, async (tenant) => {
        for (const range of batchesOf(chunks, 5)) await applyPurchaseOrders(tenant, job, sql`select 1 as n where false`, range);
      }),
    );
  };
  const [once, fourTimes] = [await readOf(50), await readOf(200)];
  expect(fourTimes).toBeLessThan(5 * once);
});
