import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { csvLine } from '../../../../../platform/csv-line.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { wordExpected } from '../../../../shared/imports/expectations.ts';
import { ofColumn } from '../../../../shared/imports/of-column.ts';
import { wordProblem } from '../../../../shared/imports/problems.ts';
import type { Row } from '../../../../shared/imports/reading/rows.ts';
import { readRows } from '../../../../shared/imports/reading/table.ts';
import { entityNamed } from '../entities.ts';
import type { ImportRow } from '../running/import-row.ts';

type InTenant = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;

/** The header of what is wrong. */
export const errorHeader = 'error';

/**
 * The wrong rows of an import as they were in the file, with a column that says what is wrong, as a file that can be imported again; of
 * one cause only the rows with such an error, with all that is wrong in them.
 */
export async function* wrongRowsFile(
  inTenant: InTenant,
  content: AsyncIterable<Buffer>,
  row: ImportRow,
  cause: number | null = null,
): AsyncGenerator<string> {
  const { headers } = row.format;
  // Of a file that was itself one of wrong rows, what was wrong before is left out.
  const kept = headers.at(-1) === errorHeader ? headers.slice(0, -1) : headers;
  const titles = new Map(entityNamed(row.entity).columns.map(({ name, title }) => [name, title]));
  yield `\ufeff${csvLine([...kept, errorHeader])}`;
  for await (const rows of readRows(content, row.format)) {
    const wrong = await inTenant((tenant) => errorsAmong(tenant, row, { rows, cause }, titles));
    const lines = rows.flatMap(({ number, cells }) => {
      const error = wrong.get(number);
      return error ? csvLine([...kept.map((_, at) => (cells[at] ?? '').replaceAll('\u0000', '')), error]) : [];
    });
    if (lines.length > 0) yield lines.join('');
  }
}

type RowError = Columns<'import_errors', 'problem' | 'expected'> & { column: Columns<'import_errors', 'column_name'>['column_name'] };
type RowErrors = Columns<'import_errors', 'number'> & { errors: RowError[] };

type Among = { rows: Row[]; cause: number | null };

async function errorsAmong(
  tenant: Tenant,
  { id }: ImportRow,
  { rows, cause }: Among,
  titles: Map<string, string>,
): Promise<Map<number, string>> {
  const [first, last] = [rows[0]?.number, rows.at(-1)?.number];
  if (first === undefined || last === undefined) return new Map();
  const { rows: found } = await sql<RowErrors>`
    select number, json_agg(json_build_object('column', column_name, 'problem', problem, 'expected', expected) order by position) as errors
      from import_errors
    where ${inAccount(tenant)} and import_id = ${id} and number between ${first} and ${last} group by number
    having ${cause}::int is null or bool_or(cause = ${cause})`.execute(tenant.db);
  return new Map(found.map(({ number, errors }) => [number, errors.map((error) => sentence(error, titles)).join('; ')]));
}

function sentence({ column, problem, expected }: RowError, titles: Map<string, string>): string {
  const [title, words] = [titles.get(column), wordProblem(problem)];
  return `${title ? ofColumn(title, words) : words} (${wordExpected(expected)})`;
}
