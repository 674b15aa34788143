import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { csvLine, withoutGuard } from '../../../../../platform/csv-line.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant, Within } from '../../../../../platform/tenant.ts';
import { wordExpected } from '../../../../shared/imports/expectations.ts';
import { ofColumn } from '../../../../shared/imports/of-column.ts';
import { wordProblem } from '../../../../shared/imports/problems.ts';
import type { Row } from '../../../../shared/imports/reading/rows.ts';
import { readRows } from '../../../../shared/imports/reading/table.ts';
import { entityNamed } from '../entities.ts';
import type { ImportRow } from '../running/import-row.ts';
import { errorColumn, errorHeader, wholeRowMark } from './error-column.ts';

/**
 * The wrong rows of an import as they were in the file, with a column that says what is wrong, as a file that can be imported again; of
 * one cause only the rows with such an error, with all that is wrong in them.
 */
export async function* wrongRowsFile(
  inTenant: Within,
  content: AsyncIterable<Buffer>,
  row: ImportRow,
  cause: number | null = null,
): AsyncGenerator<string> {
  const { headers } = row.format;
  // Of a file that was itself one of wrong rows, what was wrong before is left out.
  const at = errorColumn(row.format);
  const kept = at < 0 ? headers : headers.slice(0, at);
  const titles = new Map(entityNamed(row.entity).columns.map(({ name, title }) => [name, title]));
  yield `\ufeff${csvLine([...kept, errorHeader])}`;
  for await (const rows of readRows(content, row.format)) {
    const wrong = await inTenant((tenant) => errorsAmong(tenant, row, { rows, cause }, titles));
    const lines = rows.flatMap(({ number, cells }) => {
      const error = wrong.get(number);
      if (!error) return [];
      // What is too much comes last: the row stays as wrong as it is, and nothing of it is lost.
      const beside = cells.slice(at < 0 ? headers.length : at + 1);
      return csvLine([...kept.map((_, place) => cells[place] ?? ''), error, ...beside].map(asWritten));
    });
    if (lines.length > 0) yield lines.join('');
  }
}

/** As our own files have it, whichever file it comes from: the guard of one is not guarded again. */
const asWritten = (cell: string) => withoutGuard(cell.replaceAll('\u0000', ''));

type RowError = Columns<'import_errors', 'expected'> & {
  problem: { code: string };
  column: Columns<'import_errors', 'column_name'>['column_name'];
};
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
  return new Map(found.map(({ number, errors }) => [number, sentences(errors, titles)]));
}

/** Of such a row nobody knows which cell belongs to which column. */
const ofWholeRow = new Set<string>(['open_quote', 'after_quote', 'cells', 'not_mended']);

function sentences(errors: RowError[], titles: Map<string, string>): string {
  const text = errors.map((error) => sentence(error, titles)).join('; ');
  return errors.some(({ problem }) => ofWholeRow.has(problem.code)) ? `${text}. ${wholeRowMark}` : text;
}

function sentence({ column, problem, expected }: RowError, titles: Map<string, string>): string {
  const [title, words] = [titles.get(column), wordProblem(problem)];
  return `${title ? ofColumn(title, words) : words} (${wordExpected(expected)})`;
}
