import { sql } from 'kysely';
import { addressOf } from '../../../platform/call.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Paginated } from '../../../platform/list/query.ts';
import { paginate } from '../../../platform/list/read-page.ts';
import type { Unworded } from '../../../platform/sentences.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Cause } from './causes.ts';
import { type CausesQuery, listCausesOfCall } from './contract.ts';
import { type IssueType, wordedIssue } from './issue.ts';
import { oldestIssue, type SubjectInSql, subjectName, subjectPicture } from './queries.ts';

/** So many causes are searched and sorted; an account with more mends the first of them first. */
const scannedAtMost = 10_000;

type Row = Unworded<Cause> & { total: number };

/** One page of the causes of a type, each with its oldest issue. */
export async function listCausesOf(tenant: Tenant, type: IssueType, query: CausesQuery): Promise<Paginated<Cause>> {
  const rows = await pageOf(tenant, type, query);
  // A page after the last one has no row that says it.
  const [counted] = rows.length > 0 || query.page === 1 ? rows : await pageOf(tenant, type, { ...query, page: 1, perPage: 1 });
  const total = counted?.total ?? 0;
  const isAll = total < scannedAtMost;
  return paginate(addressOf(listCausesOfCall.path, { type }), query, {
    data: rows.map(({ total: _, ...row }) => wordedIssue(row)),
    total,
    exact: isAll,
    scanned: isAll ? null : scannedAtMost,
  });
}

async function pageOf(tenant: Tenant, type: IssueType, { search, orderBy, orderDir, page, perPage }: CausesQuery): Promise<Row[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const fits = [sql`true`, ...words.map((word) => sql`strpos(lower(${searched}), ${word}) > 0`)];
  const direction = orderDir === 'ASC' ? sql`asc` : sql`desc`;
  const sorted = sql`${sql.ref(`a.${orderBy}`)} ${direction}, a.subject collate "C", a.connection_id`;
  const { rows } = await sql<Row>`
    with top as materialized (
      select type, connection_id, subject, sum(n)::int as orders from issue_tallies where ${inAccount(tenant)} and type = ${type}
      group by type, connection_id, subject having sum(n) > 0 order by connection_id, subject limit ${scannedAtMost}
    ),
    aged as (
      select top.*, i.*, c.name as connection_name, c.slug, coalesce('orders' = any(c.capabilities), false) as is_channel
      from top join lateral (${oldestIssue(tenant)}) as i on true
      left join connections c on ${inAccount(tenant, 'c')} and c.id = top.connection_id
    ),
    fitting as (
      select a.*, count(*) over ()::int as total from aged a where ${sql.join(fits, sql` and `)}
      order by ${sorted} limit ${perPage} offset ${(page - 1) * perPage}
    )
    select a.connection_id, a.connection_name, a.slug, a.is_channel, a.subject, a.sentence, a.orders, a.opened_at, a.order_id,
      a.purchase_order_id, a.seen, a.total, ${subjectName(tenant, subject)} as name, ${subjectPicture(tenant, subject)} as image_url,
      (select p.po_number from purchase_orders p where ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id) as purchase_order_number
    from fitting a order by ${sorted}`.execute(tenant.db);
  return rows;
}

/** The cause `a` of the statement above. */
const subject: SubjectInSql = { type: sql`a.type`, connection: sql`a.connection_id`, subject: sql`a.subject` };

/** Its subject, its connection, and the values of its sentence. */
const searched = sql`a.subject || ' ' || coalesce(a.connection_name, '') || ' ' || coalesce((select string_agg(each.value, ' ')
  from jsonb_each_text(a.sentence - 'code') as each), '')`;
