import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../../platform/sentence-sql.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { applyLinks } from '../../../../nouns/links/import/apply.ts';
import type { ImportJob } from '../../../../shared/imports/entity.ts';
import { expectations } from '../../../../shared/imports/expectations.ts';
import { problems } from '../../../../shared/imports/problems.ts';

/** Chunks whose rows are linked together. */
const atOnce = 20;

/** Links what the rows of all chunks say, unless they name two products of a listing. Returns how many, and how many are wrong for that. */
export async function linkRows(tenant: Tenant, job: ImportJob, chunks: number): Promise<{ linked: number; wrong: number }> {
  if (!job.columns.includes('product_sku')) return { linked: 0, wrong: 0 };
  const wrong = await markTwoProducts(tenant, job);
  let linked = 0;
  for (let first = 0; first < chunks; first += atOnce) {
    const some = sql`p.chunk between ${first} and ${first + atOnce - 1}`;
    const given = sql`select r.listing as channel_sku, r.means as product_sku, 'c' as code, null as seen
      from (${rowsOf(tenant, job, some)}) r where r.code = 'c'`;
    linked += (await applyLinks(tenant, job, given)).applied;
  }
  return { linked, wrong };
}

/** The rows of these chunks: which listing each names, and which product it means. */
const rowsOf = (tenant: Tenant, { importId }: ImportJob, which = sql`true`): RawBuilder<unknown> => sql`
  select p.chunk, u.* from import_chunks p, unnest(p.numbers, string_to_array(p.codes, null), p.cells[1:1], p.cells[2:2])
    as u (n, code, listing, means)
  where ${inAccount(tenant, 'p')} and p.import_id = ${importId} and ${which}`;

/**
 * Nobody knows which of two products a listing is: all rows of it that would link one are wrong. Of several that mean the same product
 * one links it. Returns how many are wrong.
 */
async function markTwoProducts(tenant: Tenant, job: ImportJob): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    with r as materialized (${rowsOf(tenant, job)}),
    several as (select listing from r where listing <> '' group by listing having count(*) > 1 and bool_or(code = 'c')),
    meant as (
      select r.*, first_value(r.means) over same as first_means, first_value(r.n) over same as first_n
      from several join r using (listing) join products p on ${inAccount(tenant, 'p')} and p.sku = r.means
      window same as (partition by listing order by n)
    ),
    judged as (
      select n, means, first_means, first_n, min(n) filter (where means <> first_means) over (partition by listing) as other_n
      from meant where code <> 's'
    ),
    marks as (
      select r.n, case when judged.other_n is not null then 'w' else 's' end as code, judged.means,
        case when judged.means = judged.first_means then judged.other_n else judged.first_n end as row
      from r join judged using (n) where r.code = 'c' and (judged.other_n is not null or r.n <> judged.first_n)
    ),
    marked as (
      update import_chunks p set codes = j.codes
      from (select r.chunk, string_agg(coalesce(marks.code, r.code), '' order by r.n) as codes from r left join marks using (n)
        group by r.chunk having count(marks.n) > 0) as j
      where ${inAccount(tenant, 'p')} and p.import_id = ${job.importId} and p.chunk = j.chunk
    ),
    errors as (
      insert into import_errors (account_id, import_id, number, position, column_name, value, problem, expected)
      select ${tenant.accountId}, ${job.importId}, n, 1, 'product_sku', means, ${sentenceSql(problems, 'two_products', { row: sql`row` })},
        ${sentenceSql(expectations, 'one_product', {})} from marks where code = 'w' returning 1
    )
    select (select count(*) from errors)::int as wrong`.execute(tenant.db);
  return rows[0]?.wrong ?? 0;
}
