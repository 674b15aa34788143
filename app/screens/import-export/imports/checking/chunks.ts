import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import { bounded, cutText } from '../../../../../platform/sentences.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { errorRow, keptOfChunk } from '../../../../shared/files/quota.ts';
import type { ImportEntity, ImportJob } from '../../../../shared/imports/entity.ts';
import type { CleanRow, RowError } from './clean-row.ts';
import { settleDoubts } from './doubts.ts';
import { textArray } from './text-array.ts';

/** Rows of an import that are stored, judged and shown together. */
export const rowsOfChunk = 2_000;

/**
 * Judges rows by what there is, and stores them with their errors as a chunk of the import: its columns, and one more of what was seen.
 * Returns how many bytes it keeps.
 */
export async function storeChunk(tenant: Tenant, entity: ImportEntity, job: ImportJob, chunk: number, rows: CleanRow[]): Promise<number> {
  await settleDoubts(tenant, entity, job, rows);
  const { rows: judged } = await sql<RowError>`
    with given as (${givenOf(job, rows)}), input as (${inputOf(job)}), judged as materialized (${entity.judge(tenant, job)}),
    stored as (
      insert into import_chunks (account_id, import_id, chunk, numbers, cells, codes)
      select ${tenant.accountId}, ${job.importId}, ${chunk}, numbers, array[${sql.join(job.columns.map((name) => sql.ref(name)))},
          (select array_agg(coalesce(seen, '') order by n) from judged)], (select string_agg(code, '' order by n) from judged) from given
          returning 1
    )
    select n as number, column_name as "column", '' as value, problem, expected from judged where code = 'w'
      and problem is not null`.execute(tenant.db);
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const valueIn = ({ number, column }: RowError) => byNumber.get(number)?.cells[job.columns.indexOf(column)] ?? '';
  const errors = [...rows.flatMap(({ errors }) => errors), ...judged.map((error) => ({ ...error, value: valueIn(error) }))];
  return noteSize(tenant, job, chunk, await addErrors(tenant, job, errors));
}

async function noteSize(tenant: Tenant, { importId }: ImportJob, chunk: number, bytes: number): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    with c as (
      update import_chunks set error_bytes = ${bytes} where ${inAccount(tenant)} and import_id = ${importId} and chunk = ${chunk}
      returning cells, numbers, codes, error_bytes
    )
    select ${keptOfChunk} as kept from c`.execute(tenant.db);
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

/** Stores errors; several of a row in the order of its columns. Returns about how many bytes they take. */
export async function addErrors(tenant: Tenant, { importId }: Pick<ImportJob, 'importId'>, errors: RowError[]): Promise<number> {
  if (errors.length === 0) return 0;
  const shortened = errors.map(shorten);
  await sql`
    insert into import_errors (account_id, import_id, number, position, column_name, value, problem, expected)
    select ${tenant.accountId}, ${importId}, number,
      coalesce((select max(position) from import_errors e where ${inAccount(tenant, 'e')} and e.import_id = ${importId}
        and e.number = error.number), 0)
        + row_number() over (partition by number),
      "column", value, problem, expected
    from json_to_recordset(${JSON.stringify(shortened)}::json) as error (number int, "column" text, value text, problem jsonb,
      expected jsonb) returning 1`.execute(tenant.db);
  return shortened.reduce((sum, error) => sum + sizeOf(error), 0);
}

/** Of each text of an error, in characters: a cell can be of any length, and so can what is made of it. */
const mostOfText = 1_000;

const shorten = ({ value, problem, expected, ...rest }: RowError): RowError => ({
  ...rest,
  value: cutText(value, mostOfText).replaceAll('\u0000', '␀'),
  problem: bounded(problem, mostOfText),
  expected: bounded(expected, mostOfText),
});

function sizeOf({ value, problem, expected }: RowError): number {
  const texts = [value, ...Object.values(problem), ...Object.values(expected)].filter((each) => typeof each === 'string');
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), errorRow);
}
