import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { keptOfChunk } from '../../../../shared/files/quota.ts';
import type { ImportEntity, ImportJob } from '../../../../shared/imports/entity.ts';
import type { CleanRow, RowError } from './clean-row.ts';
import { settleDoubts } from './doubts.ts';
import { textArray } from './text-array.ts';

/** Rows of an import that are stored, judged and shown together. */
export const rowsOfChunk = 2_000;

/** Judges rows by what there is, and stores them with their errors as a chunk of the import. Returns how many bytes it keeps. */
export async function storeChunk(tenant: Tenant, entity: ImportEntity, job: ImportJob, chunk: number, rows: CleanRow[]): Promise<number> {
  await settleDoubts(tenant, entity, job, rows);
  const { rows: judged } = await sql<RowError>`
    with given as (${givenOf(job, rows)}), input as (${inputOf(job)}), judged as materialized (${entity.judge(tenant, job)}),
    stored as (
      insert into import_chunks (account_id, import_id, chunk, numbers, cells, codes)
      select ${tenant.accountId}, ${job.importId}, ${chunk}, numbers, array[${sql.join(job.columns.map((name) => sql.ref(name)))}],
        (select string_agg(code, '' order by n) from judged) from given
    )
    select n as number, column_name as "column", '' as value, problem, expected from judged where code = 'w'
      and problem is not null`.execute(tenant.db);
  const errors = [...rows.flatMap(({ errors }) => errors), ...judged.map((error) => withValue(error, job, rows))];
  await addErrors(tenant, job, errors);
  return noteSize(tenant, job, chunk, errors);
}

/** About what a stored error takes besides the value, in bytes. */
const errorRow = 200;

async function noteSize(tenant: Tenant, { importId }: ImportJob, chunk: number, errors: RowError[]): Promise<number> {
  const bytes = errors.reduce((sum, { value }) => sum + errorRow + Math.min(value.length, mostOfValue), 0);
  const { rows } = await sql<{ kept: number }>`
    update import_chunks c set error_bytes = ${bytes} where ${inAccount(tenant)} and import_id = ${importId} and chunk = ${chunk}
    returning ${keptOfChunk} as kept`.execute(tenant.db);
  return rows[0]?.kept ?? 0;
}

/** The rows by column, as they are stored: in the order of their numbers. */
function givenOf({ columns }: ImportJob, rows: CleanRow[]): RawBuilder<unknown> {
  const cells = columns.map((name, at) => sql`${textArray(rows.map((row) => row.cells[at] ?? ''))}::text[] as ${sql.ref(name)}`);
  const [numbers, wrong] = [rows.map(({ number }) => number), rows.map(({ errors }) => errors.length > 0)];
  return sql`select ${`{${numbers.join()}}`}::int[] as numbers, ${`{${wrong.join()}}`}::bool[] as wrong, ${sql.join(cells)}`;
}

/** The relation `input` of an entity's judge. */
function inputOf({ columns }: ImportJob): RawBuilder<unknown> {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  return sql`select u.* from given, unnest(numbers, wrong, ${names}) as u (n, is_wrong, ${names})`;
}

function withValue(error: RowError, { columns }: ImportJob, rows: CleanRow[]): RowError {
  const row = rows.find(({ number }) => number === error.number);
  return { ...error, value: row?.cells[columns.indexOf(error.column)] ?? '' };
}

/** Of a wrong value, in characters. */
const mostOfValue = 1_000;

/** Stores errors; several of a row in the order of its columns. */
export async function addErrors(tenant: Tenant, { importId }: Pick<ImportJob, 'importId'>, errors: RowError[]): Promise<void> {
  if (errors.length === 0) return;
  const shortened = errors.map((error) => ({ ...error, value: error.value.slice(0, mostOfValue).replaceAll('\u0000', '␀') }));
  await sql`
    insert into import_errors (account_id, import_id, number, position, column_name, value, problem, expected)
    select ${tenant.accountId}, ${importId}, number,
      coalesce((select max(position) from import_errors e where ${inAccount(tenant, 'e')} and e.import_id = ${importId}
        and e.number = error.number), 0)
        + row_number() over (partition by number),
      "column", value, problem, expected
    from json_to_recordset(${JSON.stringify(shortened)}::json) as error (number int, "column" text, value text, problem jsonb,
      expected jsonb)`.execute(tenant.db);
}
