import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Unworded } from '../../../platform/sentences.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { byUrgency, type Causes, type IssueGroup } from './causes.ts';
import { type IssueType, wordedIssue } from './issue.ts';
import { seenOf } from './seen.ts';

const shownCauses = 5;
/** Of so many causes that hold up most the oldest are shown: to know the oldest of thousands, all of them would be read. */
const agedCauses = 50;
/** An order with three unknown SKUs waits once: orders are counted one by one, up to this many issues. */
const countedIssues = 20_000;

/** The count beside Home: orders that need attention, otherwise other open issues. Reads tallies only. */
export async function countNeedsPerson(tenant: Tenant): Promise<number> {
  const [row] = await readPrepared(
    tenant,
    sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from orders_in_all where ${inAccount(tenant)} and order_status = 'error' and not archived`,
  );
  return row?.n || countIssues(tenant);
}

/** Open issues of every type. */
export async function countIssues(tenant: Tenant): Promise<number> {
  const [row] = await readPrepared(
    tenant,
    sql<{ n: number }>`select coalesce(sum(n), 0)::int as n from issue_tallies where ${inAccount(tenant)}`,
  );
  return row?.n ?? 0;
}

/** More causes of a type are not counted. */
const countedCauses = 1_000;

/** How many causes of a type are open, as many as are counted at most. */
export async function countCauses(tenant: Tenant, type: IssueType): Promise<number> {
  const [row] = await readPrepared(
    tenant,
    sql<{ n: number }>`
    select count(*)::int as n from (
      select from issue_tallies where ${inAccount(tenant)} and type = ${type}
      group by connection_id, subject having sum(n) > 0 limit ${sql.lit(countedCauses)}
    ) as causes`,
  );
  return row?.n ?? 0;
}

/** Open issues by type, those that hold up most first, each with its oldest causes; counts come from the tallies. */
export async function listCauses(tenant: Tenant): Promise<Causes> {
  const rows = await readPrepared(
    tenant,
    sql<Omit<IssueGroup, 'causes'> & { causes: Unworded<IssueGroup['causes'][number]>[] }>`
    with cause as materialized (
      select type, connection_id, subject, sum(n)::int as orders from issue_tallies where ${inAccount(tenant)}
        group by 1, 2, 3 having sum(n) > 0
    ),
    kind as (select type, sum(orders)::int as issues, greatest(count(*) - ${shownCauses}, 0)::int as more_causes from cause group by 1),
    aged as (${agedOf(tenant)}),
    shown as (${shownOf(tenant)}),
    grouped as (
      select kind.type, kind.issues, kind.more_causes, json_agg(shown.cause order by shown.place) as causes,
        min(shown.opened_at) as oldest_at
      from kind join shown on shown.type = kind.type group by 1, 2, 3
    ),
    exact as (${exactCounts(tenant)})
    select g.type, g.issues, g.causes, g.more_causes, exact.orders, exact.purchase_orders, coalesce(exact.oldest_at,
      g.oldest_at) as oldest_at, (${suggestedOf(tenant)}) as suggested
    from grouped g left join exact on exact.type = g.type`,
  );
  return {
    total: rows.reduce((sum, { issues }) => sum + issues, 0),
    groups: rows.map((group) => ({ ...group, causes: group.causes.map(wordedIssue) })).sort(byUrgency),
  };
}

/** The causes of each kind that hold up most, each with its oldest issue. */
const agedOf = (tenant: Tenant) => sql`
  select top.*, i.*, row_number() over (partition by top.type order by i.opened_at, top.subject collate "C") as place
  from kind cross join lateral (select * from cause where cause.type = kind.type order by orders desc, subject collate "C"
    limit ${agedCauses}) as top
  join lateral (${oldestIssue(tenant)}) as i on true`;

/** What is shown of the first of them. */
const shownOf = (tenant: Tenant) => sql`
  select a.type, a.place, a.opened_at, json_build_object('connection_id', a.connection_id, 'connection_name', c.name, 'slug', c.slug,
    'is_channel', coalesce('orders' = any(c.capabilities), false), 'subject', a.subject, 'orders', a.orders,
    'sentence', a.sentence, 'opened_at', a.opened_at, 'order_id', a.order_id, 'purchase_order_id', a.purchase_order_id, 'seen', a.seen,
    'purchase_order_number', (select p.po_number from purchase_orders p where ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id),
    'name', ${subjectName(tenant, causeInSql)}, 'image_url', ${subjectPicture(tenant, causeInSql)}) as cause
  from aged a left join connections c on ${inAccount(tenant, 'c')} and c.id = a.connection_id
  where a.place <= ${shownCauses}`;

/** From the indexes of open issues alone. Each id plus nothing, because by their order closed issues would be read too. */
const exactCounts = (tenant: Tenant) => sql`
  select kind.type, of_orders.n as orders, of_orders.oldest_at, of_purchases.n as purchase_orders
  from kind
  cross join lateral (
    select count(distinct i.order_id + 0)::int as n, min(i.opened_at) as oldest_at from issues i
    where ${inAccount(tenant, 'i')} and i.closed_at is null and i.type = kind.type
  ) as of_orders
  cross join lateral (
    select count(distinct i.purchase_order_id + 0)::int as n from issues i
    where ${inAccount(tenant, 'i')} and i.closed_at is null and i.type = kind.type and i.purchase_order_id is not null
  ) as of_purchases
  where kind.issues <= ${countedIssues}`;

/** How many issues of the group `g` are certain to be mended by what is suggested: from their own index. */
const suggestedOf = (tenant: Tenant) => sql`
  select count(*)::int from (
    select from issues i where ${inAccount(tenant, 'i')} and i.closed_at is null and i.is_suggested and i.type = g.type
    limit ${countedIssues}
  ) as near`;

/** The cause `a` of the statement above. */
const causeInSql: SubjectInSql = { type: sql`a.type`, connection: sql`a.connection_id`, subject: sql`a.subject` };

export type SubjectInSql = Record<'type' | 'connection' | 'subject', RawBuilder<unknown>>;

/** The channel's picture of the SKU that a cause is about. An SQL expression. */
export const subjectPicture = (tenant: Tenant, { type, connection, subject }: SubjectInSql) => sql<string | null>`case
  when ${type} in ('unmapped_sku', 'product_gone', 'stock_refused') then (select p.image_url from connector_products p
    where ${inAccount(tenant, 'p')} and p.connection_id = ${connection} and p.connector_product_sku = ${subject})
  end`;

/**
 * The channel's name for the subject of a cause: the name of a SKU or location, the description of a shipping code. Null where it is the
 * subject itself, which stands before it. An SQL expression.
 */
export function subjectName(tenant: Tenant, { type, connection, subject }: SubjectInSql): RawBuilder<string | null> {
  return sql`nullif(case ${type}
    when 'unmapped_sku' then (select p.name from connector_products p
      where ${inAccount(tenant, 'p')} and p.connection_id = ${connection} and p.connector_product_sku = ${subject})
    when 'unmapped_item' then (select l.name from issues i join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.id = i.line_id
      where ${inAccount(tenant, 'i')} and i.type = 'unmapped_item' and i.connection_id = ${connection} and i.subject = ${subject}
        and i.closed_at is null limit 1)
    when 'unmapped_shipping' then (select o.description from shipping_options o
      where ${inAccount(tenant, 'o')} and o.connection_id = ${connection} and o.connector_code = ${subject})
    when 'unmapped_location' then (select m.connector_location from location_mappings m
      where ${inAccount(tenant, 'm')} and m.connection_id = ${connection} and m.internal_id = ${subject})
  end, ${subject})`;
}

/** The oldest open issue of a cause `top`. Either way by the key: an index knows no "is not distinct from". */
export const oldestIssue = (tenant: Tenant) => sql`
  (${oldest(tenant, sql`i.connection_id = top.connection_id`)})
  union all (${oldest(tenant, sql`top.connection_id is null and i.connection_id is null`)})`;

const oldest = (tenant: Tenant, ofConnection: RawBuilder<unknown>) => sql`
  select sentence, opened_at, order_id, purchase_order_id, ${seenOf('i')} as seen
  from issues i
  where ${inAccount(tenant, 'i')} and i.type = top.type and ${ofConnection} and i.subject = top.subject and i.closed_at is null
    order by i.opened_at limit 1`;

/** What many orders can wait for together: the same SKU or shipping code of one connection. */
export type Cause = { type: IssueType; connectionId: number; subject: string };

/** The ids of the orders that wait for a cause; at most `limit`, the first by id. */
export async function ordersWaitingFor(tenant: Tenant, { type, connectionId, subject }: Cause, limit?: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: Column<'orders', 'id'> }>`
    select order_id from issues
    where ${inAccount(tenant)} and type = ${type} and connection_id = ${connectionId} and subject = ${subject}
      and closed_at is null and order_id is not null
    order by order_id limit ${limit ?? null}`.execute(tenant.db);
  return rows.map(({ order_id }) => order_id);
}
