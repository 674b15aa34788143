import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';

/** A column of the relation `i` of a file's rows; empty where the file has no such column. */
export const cell = ({ columns }: Pick<ImportJob, 'columns'>, name: string): RawBuilder<string> =>
  columns.includes(name) ? sql<string>`${sql.ref(`i.${name}`)}` : sql<string>`''`;

/** The day of a time in the account's zone, as text. */
export const dayOf = ({ accountId }: Tenant, time: string) =>
  sql<string>`(${sql.ref(time)} at time zone (select timezone from accounts where id = ${accountId}))::date::text`;

/** Joins the purchase order that each row `i` of a file names as `o`, how many have its number as `numbered.n`, and its line as `l`. */
export function withRecords(tenant: Tenant, job: Pick<ImportJob, 'columns'>): RawBuilder<unknown> {
  const [number, own, line, sku] = [cell(job, 'source_number'), cell(job, 'po_number'), cell(job, 'line'), cell(job, 'sku')];
  const lines = sql`purchase_order_lines x where ${inAccount(tenant, 'x')} and x.purchase_order_id = o.id and ${sku} <> ''`;
  return sql`
    left join lateral (select count(*) as n, min(id) as id from (
      select p.id from purchase_orders p where ${inAccount(tenant, 'p')} and p.deleted_at is null and ${own} = ''
        and p.source_number = ${number} and ${number} <> '' limit 2) as few) numbered on true
    -- By its id alone: beside a condition that other indexes have, the planner may walk through all purchase orders that there are.
    left join lateral (select * from (select * from purchase_orders p where ${inAccount(tenant, 'p')}
      and p.id = case when ${own} <> '' then nullif(substr(${own}, 4), '')::bigint when numbered.n = 1 then numbered.id end offset 0)
        as named where named.deleted_at is null) o on true
    left join lateral (select count(*) as n, min(id) as id from (select x.id from ${lines} and ${line} = '' and x.sku = ${sku}
      limit 2) as few) alike on true
    left join lateral (select * from ${lines} and case when ${line} = '' then alike.n = 1 and x.id = alike.id
      else x.position = nullif(${line}, '')::int end
      order by x.sku = ${sku} desc, x.id limit 1) l on true`;
}

/** What the warehouse has of this SKU, as `product_id`, `raw_material_id`, `sku` and `name`. */
export const itemOf = (tenant: Tenant, sku: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select p.id as product_id, null::bigint as raw_material_id, p.sku, p.name from products p
  where ${inAccount(tenant, 'p')} and p.sku = ${sku}
  union all select null, m.id, m.sku, m.name from raw_materials m where ${inAccount(tenant, 'm')} and m.sku = ${sku} limit 1`;
