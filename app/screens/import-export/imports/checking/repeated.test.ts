import { expect, test } from 'vitest';
import { withoutPerson } from '../../../../../platform/tenant.ts';
import { addAccount } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { rowsRead } from '../../../../../test/rows-read.ts';
import type { ImportJob } from '../../../../shared/imports/entity.ts';
import { entityNamed } from '../entities.ts';
import { repeatedKeys } from './repeated.ts';

const own = testDatabase();
const [rowsInChunk, columns] = [500, ['sku']];

/** Marks the keys of a file whose second half repeats its first. Returns how many rows of its chunks were read, and how many are wrong. */
async function marked(chunks: number) {
  const { accountId } = await addAccount(own);
  const [added] = await own.sql<{ id: number }>(
    `insert into imports (account_id, entity, state, straight, file_name, digest, format, mapping, lines)
    values ($1, 'products', 'checking', true, 'a.csv', 'x', '{}', '{}', 1) returning id::int`,
    [accountId],
  );
  const job: ImportJob = { importId: added?.id ?? 0, group: 1, connectionId: null, columns, createCategories: false, trustsCheck: true };
  const half = (chunks * rowsInChunk) / 2;
  await own.sql(
    `insert into import_chunks (account_id, import_id, chunk, numbers, cells, codes)
    select $1, $2, (n - 1) / $4::int, array_agg(n order by n), array[array_agg('K' || n % $5::int order by n), array_agg(''::text)], repeat('c', $4::int)
    from generate_series(1, $3::int * $4::int) as n group by (n - 1) / $4::int`,
    [accountId, job.importId, chunks, rowsInChunk, half],
  );
  const keys = repeatedKeys();
  for (let chunk = 0; chunk < chunks; chunk++) {
    const numbers = Array.from({ length: rowsInChunk }, (_, at) => chunk * rowsInChunk + at + 1);
    keys.add(
      chunk,
      numbers.map((number) => ({ number, cells: [`K${number % half}`], errors: [], raw: null })),
    );
  }
  const read = await rowsRead(own, 'import_chunks', (database) =>
    withoutPerson(database, accountId, (tenant) => keys.mark(tenant, entityNamed('products'), job, 2 ** 40)),
  );
  const [wrong] = await own.sql<{ rows: number }>(
    `select sum(length(codes) - length(replace(codes, 'w', '')))::int as rows from import_chunks where import_id = $1`,
    [job.importId],
  );
  return { read, wrong: wrong?.rows };
}

test('twice as many keys that come twice take twice as long, wherever they are in the file', async () => {
  const [once, twice] = [await marked(40), await marked(80)];
  expect([once.wrong, twice.wrong]).toEqual([20_000, 40_000]);
  expect(twice.read).toBeLessThan(2.5 * once.read);
});
