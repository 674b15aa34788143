import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type ImportedRow, type RowCode, rowsOfPage } from '../../../shared/imports/contract.ts';
import type { ImportEntity } from '../../../shared/imports/entity.ts';
import { wordExpected } from '../../../shared/imports/expectations.ts';
import { wordProblem } from '../../../shared/imports/problems.ts';
import { rowKeyOf } from '../../../shared/imports/row-key.ts';
import { type CountedChunk, type PageAmong, pageAmong } from './causes/page-among.ts';
import { rowsOfCause } from './causes/rows.ts';
import { type ImportRow, jobOf } from './running/import-row.ts';

type Stored = { number: number; cells: string[] };
type RowError = Columns<'import_errors', 'number' | 'value' | 'problem' | 'expected'> & {
  column: Columns<'import_errors', 'column_name'>['column_name'];
};

/** `cause`: of wrong rows, only those with such an error, and of their errors only that. */
type Which = { code: RowCode; cause?: number | undefined; page: number };
type Page = { stored: Stored[]; total: number };

/** A page of the rows of one kind, with what their records have now; not once they are applied, since that is what the rows say. */
export async function listRows(tenant: Tenant, row: ImportRow, which: Which): Promise<{ data: ImportedRow[]; total: number }> {
  const { code, cause } = which;
  const { stored, total } =
    code === 'w' && cause !== undefined ? await storedOfCause(tenant, row, { ...which, cause }) : await storedOfCode(tenant, row, which);
  const numbers = stored.map(({ number }) => number);
  const errors = code === 'w' ? await errorsOf(tenant, row.id, numbers, cause) : [];
  const current = code === 'u' && !isApplied(row) ? await currentOf(tenant, row, stored) : new Map();
  const { job, entity } = jobOf(row);
  const data = stored.map(({ number, cells }) => {
    const was = current.get(rowKeyOf(entity, job.columns, cells));
    return {
      number,
      key: cells[0] ?? '',
      cells: job.columns.map((column, at) => ({
        column,
        value: cells[at] ?? '',
        from: was && !keeps(entity, column, cells[at]) ? fromOf(was[column] ?? '', cells[at] ?? '') : null,
      })),
      errors: errors.filter((error) => error.number === number).map(({ number: _, ...error }) => error),
    };
  });
  return { data, total };
}

async function storedOfCode(tenant: Tenant, row: ImportRow, { code, page }: Which): Promise<Page> {
  const counts = await countByChunk(tenant, row, code);
  const stored = await readStored(tenant, row, code, pageAmong(counts, { from: (page - 1) * rowsOfPage, size: rowsOfPage }));
  return { stored, total: counts.reduce((sum, { count }) => sum + count, 0) };
}

async function storedOfCause(tenant: Tenant, row: ImportRow, { cause, page }: Which & { cause: number }): Promise<Page> {
  const { numbers, total } = await rowsOfCause(tenant, row.id, cause, page);
  return { stored: await storedNumbers(tenant, row, numbers), total };
}

const isApplied = ({ state }: ImportRow) => state === 'applied' || state === 'undoing';
const keeps = ({ columns, emptyStays }: ImportEntity, column: string, cell = ''): boolean =>
  (emptyStays === true && cell === '') ||
  columns.some((each) => each.name === column && (each.onlyOfNew === true || (each.emptyStays === true && cell === '')));
const fromOf = (was: string, value: string) => (was.trim() === value ? null : was);

/** The first rows of one kind, as the file has them. */
export async function storedRows(tenant: Tenant, row: ImportRow, code: RowCode, most: number): Promise<Stored[]> {
  return readStored(tenant, row, code, pageAmong(await countByChunk(tenant, row, code), { from: 0, size: most }));
}

/** By the tallies of the chunks, of which there are at most a thousand: none is unpacked for it. */
async function countByChunk(tenant: Tenant, { id }: ImportRow, code: RowCode): Promise<CountedChunk[]> {
  const { rows } = await sql<CountedChunk>`
    select chunk, ${sql.ref(tallies[code])} as count from import_chunks
    where ${inAccount(tenant)} and import_id = ${id} order by chunk`.execute(tenant.db);
  return rows;
}

const tallies = { c: 'created', u: 'changed', s: 'unchanged', w: 'wrong' } as const satisfies Record<RowCode, string>;

async function readStored(tenant: Tenant, row: ImportRow, code: RowCode, { chunks, skipped, size }: PageAmong): Promise<Stored[]> {
  if (chunks.length === 0) return [];
  const numbers = chunks.map(({ chunk }) => chunk);
  const { rows } = await sql<Stored>`
    ${unpackedRows(tenant, row, sql`chunk = any(${numbers}::int[])`)} where u.code = ${code}
    order by p.chunk, u.place offset ${skipped} limit ${size}`.execute(tenant.db);
  return rows;
}

/**
 * The rows of the chunks that this condition picks, as `u`. The cells of a chunk are read once, by what adds nothing to them: else each
 * cell would read them all.
 */
function unpackedRows(tenant: Tenant, row: ImportRow, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = jobOf(row).job.columns.map((_, at) => ({
    cells: sql`p.cells[${sql.lit(at + 1)}:${sql.lit(at + 1)}]`,
    cell: sql.ref(`cell_${at}`),
  }));
  return sql`
    select u.number, array[${sql.join(columns.map(({ cell }) => sql`u.${cell}`))}] as cells
    from (
      select chunk, numbers, string_to_array(codes, null) as codes, array_cat(cells, '{}') as cells from import_chunks
      where ${inAccount(tenant)} and import_id = ${row.id} and ${condition} offset 0
    ) as p, unnest(p.numbers, p.codes, ${sql.join(columns.map(({ cells }) => cells))}) with ordinality
      as u (number, code, ${sql.join(columns.map(({ cell }) => cell))}, place)`;
}

/** Only the chunks that have such rows are unpacked: at most as many as there are numbers. */
async function storedNumbers(tenant: Tenant, row: ImportRow, numbers: number[]): Promise<Stored[]> {
  if (numbers.length === 0) return [];
  const has = sql`exists (select from unnest(${numbers}::int[]) as n where n between first_number and last_number)`;
  const { rows } = await sql<Stored>`
    ${unpackedRows(tenant, row, has)} where u.number = any(${numbers}::int[]) order by u.number`.execute(tenant.db);
  return rows;
}

async function errorsOf(tenant: Tenant, importId: number, numbers: number[], cause: number | undefined) {
  const { rows } = await sql<RowError>`
    select number, column_name as "column", value, problem, expected from import_errors
    where ${inAccount(tenant)} and import_id = ${importId} and number = any(${numbers}::int[])
      and (${cause ?? null}::int is null or cause = ${cause ?? null}) order by number, position`.execute(tenant.db);
  return rows.map((error) => ({ ...error, problem: wordProblem(error.problem), expected: wordExpected(error.expected) }));
}

async function currentOf(tenant: Tenant, row: ImportRow, stored: Stored[]): Promise<Map<string, Record<string, string | null>>> {
  const { entity, job } = jobOf(row);
  const keys = stored.map(({ cells }) => rowKeyOf(entity, job.columns, cells));
  const { rows } = await sql<{ key: string; was: Record<string, string | null> }>`${entity.current(tenant, keys, job)}`.execute(tenant.db);
  return new Map(rows.map(({ key, was }) => [key, was]));
}
