import { beforeAll, expect, test } from 'vitest';
import { countCauses, type KeptCause } from '../../app/screens/import-export/imports/causes/count.ts';
import { getImport } from '../../app/screens/import-export/imports/queries.ts';
import { findImport, type ImportRow } from '../../app/screens/import-export/imports/running/import-row.ts';
import { listRows, storedRows } from '../../app/screens/import-export/imports/shown-rows.ts';
import { inTenant, type Tenant } from '../../platform/tenant.ts';
import { type Person, testWeb } from '../../test/web.ts';
import { readingOf } from './explained.ts';

/** A hundred thousand rows in chunks, half of them wrong: enough that reading them all costs far more than a page. */
const [chunks, rowsOfChunk] = [50, 2_000];
const rows = chunks * rowsOfChunk;
/** In pages of 8 kB: a chunk or two and their errors, whatever the number of rows. */
const most = 400;

const own = testWeb();
let ann: Person;
let row: ImportRow;
let causes: KeptCause[];

beforeAll(async () => {
  ann = await own.person(await own.account());
  const [{ id }] = (await own.sql<{ id: number }>(
    `insert into imports (account_id, entity, state, straight, file_name, digest, format, mapping, lines, changed, wrong)
     values ($1, 'products', 'checked', false, 'many.csv', 'many', $2, '{"sku":0,"name":1}', $3, $3 / 2, $3 / 2) returning id`,
    [ann.accountId, JSON.stringify({ encoding: 'utf-8', delimiter: ',', headers: ['sku', 'name'], examples: [] }), rows],
  )) as [{ id: number }];
  await own.sql(
    `insert into import_chunks (account_id, import_id, chunk, numbers, cells, codes)
     select $1, $2, chunk, array_agg(number order by number),
       array[array_agg('SKU-' || number order by number), array_agg('A mug of ' || number order by number)], repeat('wu', $4 / 2)
     from generate_series(0, $3 - 1) as chunk, lateral (select chunk * $4 + n as number from generate_series(2, $4 + 1) as n) as numbers
     group by chunk`,
    [ann.accountId, id, chunks, rowsOfChunk],
  );
  await own.sql(
    `insert into import_errors (account_id, import_id, number, position, column_name, value, problem, expected)
     select $1, $2, number, 1, 'name', 'x', '{"code":"missing"}', '{"code":"meant"}' from generate_series(2, $3, 2) as number`,
    [ann.accountId, id, rows],
  );
  await inTenant(own.database, ann, async (tenant) => {
    causes = await countCauses(tenant, id);
    row = (await findImport(tenant, id)) as ImportRow;
  });
});

const lastPage = rows / 2 / 50;

test.each<[string, (tenant: Tenant) => Promise<unknown>]>([
  ['the first wrong rows', (tenant) => listRows(tenant, row, { code: 'w', page: 1 })],
  ['the last wrong rows', (tenant) => listRows(tenant, row, { code: 'w', page: lastPage })],
  ['the last rows that change something', (tenant) => listRows(tenant, row, { code: 'u', page: lastPage })],
  ['rows of a kind that there is not', (tenant) => listRows(tenant, row, { code: 'c', page: 1 })],
  ['the last rows of a cause', (tenant) => listRows(tenant, row, { code: 'w', cause: causes[0]?.cause, page: lastPage })],
  ['what a preview of links compares', (tenant) => storedRows(tenant, row, 'u', 500)],
  ['the page of the import', (tenant) => getImport(tenant, row.id)],
])('%s are found without reading what comes before', async (_what, ask) => {
  const { pages } = await readingOf(own.database, ask, ann);
  expect(pages).toBeLessThanOrEqual(most);
});

test('the last page of a cause is what it was when all were read', async () => {
  const found = await inTenant(own.database, ann, (tenant) =>
    listRows(tenant, row, { code: 'w', cause: causes[0]?.cause, page: lastPage }),
  );
  expect([found.total, found.data.length, found.data.at(-1)?.number, found.data.at(-1)?.key]).toEqual([rows / 2, 50, rows, `SKU-${rows}`]);
});
