import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../platform/sentence-sql.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { errorRow } from '../../../shared/files/quota.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';
import { expectations } from '../../../shared/imports/expectations.ts';
import { problems } from '../../../shared/imports/problems.ts';
import { headColumns } from './columns.ts';
import { cell } from './records.ts';

/** What a new line has besides its SKU. */
const newLine = ['quantity', 'lot_number', 'estimated_delivery_date'];

/**
 * Marks what only the rows of a purchase order together show: that they contradict one another, name a line twice, are the same new
 * line twice, or that one of them is wrong. Of such an order nothing is applied: the half of it would be announced to the warehouse as if
 * it were all.
 */
export async function judgeAllPurchaseOrders(tenant: Tenant, job: ImportJob): Promise<void> {
  const heads = headColumns.filter((name) => job.columns.includes(name));
  for (const name of heads) await markWrong(tenant, job, contradictions(name));
  await markWrong(tenant, job, twice('line', sql`line <> ''`));
  await markWrong(tenant, job, twice('sku', sql`line = '' and sku <> '' and code in ('u', 's')`));
  // Pasted twice, twice as much would be announced.
  await markWrong(tenant, job, twice('sku', sql`line = '' and sku <> '' and code = 'c'`, newLine));
  await markWrong(tenant, job, besideWrong);
}

/**
 * All rows of an import by the purchase order that they name, or those of some chunks `p`. A row that cannot be read is one of the order
 * above it.
 */
export function rowsByOrder(tenant: Tenant, job: ImportJob, some: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const cells = [...job.columns, 'seen'].map((_, at) => sql`p.cells[${sql.lit(at + 1)}:${sql.lit(at + 1)}]`);
  const names = sql.join([...job.columns, 'seen'].map((name) => sql.ref(name)));
  const all = ['source_number', 'po_number', ...headColumns, 'line', 'sku', 'quantity', 'lot_number', 'estimated_delivery_date'];
  return sql`
    select chunk, n, code, seen, ${sql.join(all.map((name) => sql`${cell(job, name)} as ${sql.ref(name)}`))},
      first_value(named) over (partition by above order by n) as key
    from (select i.*, coalesce(nullif(${cell(job, 'po_number')}, ''), nullif(${cell(job, 'source_number')}, '')) as named,
        max(n) filter (where coalesce(nullif(${cell(job, 'po_number')}, ''), nullif(${cell(job, 'source_number')}, '')) is not null) over
          (order by n) as above
      from (select p.chunk, u.* from import_chunks p, unnest(p.numbers, string_to_array(p.codes, null), ${sql.join(cells)}) as u (n, code,
        ${names})
        where ${inAccount(tenant, 'p')} and p.import_id = ${job.importId} and ${some}) i) i`;
}

/** Each is a query over the relation `r` of those rows: which is wrong, in which column, why, and what would be right. */
const contradictions = (name: string) => sql`
  select n, ${sql.lit(name)} as column_name, value, ${sentenceSql(problems, 'contradicts', { row: sql`first_n` })} as problem,
    ${sentenceSql(expectations, 'value', { value: sql`first_value` })} as expected
  from (select n, code, ${sql.ref(name)} as value, first_value(${sql.ref(name)}) over same as first_value,
    first_value(n) over same as first_n from r
    where ${sql.ref(name)} <> '' and key is not null window same as (partition by key order by n)) as row where value <> first_value`;

const twice = (name: string, which: RawBuilder<unknown>, besides: readonly string[] = []) => sql`
  select n, ${sql.lit(name)} as column_name, value, ${sentenceSql(problems, 'line_repeated', { row: sql`first_n` })} as problem,
    ${sentenceSql(expectations, 'one_row_a_line', {})} as expected
  from (select n, ${sql.ref(name)} as value, first_value(n) over (partition by ${columns(['key', 'line', 'sku', ...besides])} order by n)
    as first_n from r
    where key is not null and ${which}) as row
  where n <> first_n`;

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

const besideWrong = sql`
  select n, '' as column_name, '' as value, ${sentenceSql(problems, 'beside_wrong', {})} as problem,
    ${sentenceSql(expectations, 'mended', { row: sql`bad` })} as expected
  from (select n, code, min(n) filter (where code = 'w') over (partition by key) as bad from r where key is not null) as row
    where bad is not null and code in ('c', 'u')`;

async function markWrong(tenant: Tenant, job: ImportJob, mistakes: RawBuilder<unknown>): Promise<void> {
  const { accountId } = tenant;
  await sql`
    with r as materialized (${rowsByOrder(tenant, job)}), mistakes as materialized (${mistakes}),
    marked as (
      update import_chunks p set codes = j.codes, error_bytes = p.error_bytes + j.bytes
      from (select r.chunk, string_agg(case when mistakes.n is null then r.code else 'w' end, '' order by r.n) as codes,
          count(mistakes.n) * ${sql.lit(errorRow)} as bytes from r left join (select distinct n from mistakes) mistakes using (n)
        group by r.chunk having count(mistakes.n) > 0) as j
      where ${inAccount(tenant, 'p')} and p.import_id = ${job.importId} and p.chunk = j.chunk
    )
    insert into import_errors (account_id, import_id, number, position, column_name, value, problem, expected)
    select ${accountId}, ${job.importId}, n, 1 + coalesce((select max(position) from import_errors e where ${inAccount(tenant, 'e')}
      and e.import_id = ${job.importId} and e.number = mistakes.n), 0),
      column_name, value, problem, expected from mistakes returning 1`.execute(tenant.db);
}
