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
 * A purchase order is applied as a whole: of rows that lie further apart than this, all of those in between would be held, with each part
 * of the file again.
 */
export const mostApart = 20_000;

/**
 * Marks what only the rows of a purchase order together show: that they contradict one another, lie far apart, name a line twice, are the
 * same new line twice, or that one of them is wrong. Of such an order nothing is applied: the half of it would be announced to the
 * warehouse as if it were all. The file is read once: later steps see by `code` what earlier ones have found.
 */
export async function judgeAllPurchaseOrders(tenant: Tenant, job: ImportJob): Promise<void> {
  const heads = headColumns.filter((name) => job.columns.includes(name));
  await markWrong(tenant, job, {
    alone: [...heads.map(contradictions), twice('line', sql`r0`, sql`line <> ''`), apart],
    // Pasted twice, twice as much would be announced.
    repeated: [
      twice('sku', sql`r1`, sql`line = '' and sku <> '' and code in ('u', 's')`),
      twice('sku', sql`r1`, sql`line = '' and sku <> '' and code = 'c'`, newLine),
    ],
  });
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

/**
 * Each is a query over those rows: which is wrong, in which column, why, and what would be right. The relations `r0`, `r1` and `r2` are the
 * rows with the codes that they have before, after the first and after the second of the steps.
 */
type Mistakes = RawBuilder<unknown>;

const contradictions = (name: string) => sql`
  select n, ${sql.lit(name)} as column_name, value, ${sentenceSql(problems, 'contradicts', { row: sql`first_n` })} as problem,
    ${sentenceSql(expectations, 'value', { value: sql`first_value` })} as expected
  from (select n, code, ${sql.ref(name)} as value, first_value(${sql.ref(name)}) over same as first_value,
    first_value(n) over same as first_n from r0
    where ${sql.ref(name)} <> '' and key is not null window same as (partition by key order by n)) as row where value <> first_value`;

const twice = (name: string, rows: RawBuilder<unknown>, which: RawBuilder<unknown>, besides: readonly string[] = []) => sql`
  select n, ${sql.lit(name)} as column_name, value, ${sentenceSql(problems, 'line_repeated', { row: sql`first_n` })} as problem,
    ${sentenceSql(expectations, 'one_row_a_line', {})} as expected
  from (select n, ${sql.ref(name)} as value, first_value(n) over (partition by ${columns(['key', 'line', 'sku', ...besides])} order by n)
    as first_n from ${rows}
    where key is not null and ${which}) as row
  where n <> first_n`;

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

const apart = sql`
  select n, case when po_number <> '' then 'po_number' else 'source_number' end as column_name, key as value,
    ${sentenceSql(problems, 'rows_apart', { row: sql`first_n`, most: sql.lit(mostApart) })} as problem,
    ${sentenceSql(expectations, 'rows_together', {})} as expected
  from (select n, code, po_number, key, min(n) over same as first_n, max(n) filter (where code in ('c', 'u')) over same as last_n
    from r0 where key is not null window same as (partition by key)) as row
  where code in ('c', 'u') and last_n - first_n > ${sql.lit(mostApart)}`;

const besideWrong = sql`
  select n, '' as column_name, '' as value, ${sentenceSql(problems, 'beside_wrong', {})} as problem,
    ${sentenceSql(expectations, 'mended', { row: sql`bad` })} as expected
  from (select n, code, min(n) filter (where code = 'w') over (partition by key) as bad from r2 where key is not null) as row
    where bad is not null and code in ('c', 'u')`;

/** The rows of a relation, wrong where an earlier step has found that. */
const codesAfter = (rows: RawBuilder<unknown>, found: RawBuilder<unknown>) => sql`
  select r.chunk, r.n, case when wrong.n is null then r.code else 'w' end as code, r.key, r.line, r.sku, r.quantity, r.lot_number,
    r.estimated_delivery_date
  from ${rows} as r left join (select distinct n from ${found} as found) as wrong using (n)`;

/** `place`: of the first of them among all, in the order in which a row lists its mistakes. */
const allOf = (mistakes: Mistakes[], place: number) =>
  sql.join(
    mistakes.map((each, at) => sql`select ${sql.lit(place + at)} as place, m.* from (${each}) as m`),
    sql` union all `,
  );

async function markWrong(tenant: Tenant, job: ImportJob, { alone, repeated }: Record<'alone' | 'repeated', Mistakes[]>): Promise<void> {
  const { accountId } = tenant;
  const last = alone.length + repeated.length;
  await sql`
    with r0 as materialized (${rowsByOrder(tenant, job)}), alone as materialized (${allOf(alone, 0)}),
    r1 as materialized (${codesAfter(sql`r0`, sql`alone`)}), repeated as materialized (${allOf(repeated, alone.length)}),
    r2 as materialized (${codesAfter(sql`r1`, sql`repeated`)}),
    mistakes as materialized (select * from alone union all select * from repeated union all ${allOf([besideWrong], last)}),
    marked as (
      update import_chunks p set codes = j.codes, error_bytes = p.error_bytes + j.bytes
      from (select r0.chunk, string_agg(case when wrong.n is null then r0.code else 'w' end, '' order by r0.n) as codes,
          sum(wrong.count) * ${sql.lit(errorRow)} as bytes
        from r0 left join (select n, count(*) as count from mistakes group by n) wrong using (n)
        group by r0.chunk having count(wrong.n) > 0) as j
      where ${inAccount(tenant, 'p')} and p.import_id = ${job.importId} and p.chunk = j.chunk
    )
    insert into import_errors (account_id, import_id, number, position, column_name, value, problem, expected)
    select ${accountId}, ${job.importId}, n, row_number() over (partition by n order by place) + coalesce((select max(position)
      from import_errors e where ${inAccount(tenant, 'e')} and e.import_id = ${job.importId} and e.number = mistakes.n), 0),
      column_name, value, problem, expected from mistakes returning 1`.execute(tenant.db);
}
