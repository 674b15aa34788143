import { sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { inOrderOf } from '../page.ts';
import type { ListedOrder } from './shapes.ts';

/** What lists have of an order `o` and its connection `c`. What the screens show beside is not read. */
export const listedFields = (tenant: OfAccount) => sql`
  o.id, o.order_number as number, o.source_order_number as channel_number, o.order_status as status,
  json_build_object('id', o.connection_id, 'name', c.name) as connection, o.customer_name, o.country, o.total_cost as total,
  o.currency, o.order_date as placed_at, o.units_ordered as units, o.units_shipped, o.on_hold, o.locked,
  o.archived_at is not null as archived, o.open_issues, o.created_at, o.updated_at,
  array(select t.name from tagged_records r join tags t on ${inAccount(tenant, 't')} and t.id = r.tag_id and t.deleted_at is null
    where ${inAccount(tenant, 'r')} and r.record_type = 'order' and r.record_id = o.id order by lower(t.name), t.id) as tags`;

/** Where these are read, for the ids that a page looked at. */
export const listedJoins = (tenant: OfAccount) => sql`
  join orders o on ${inAccount(tenant, 'o')} and o.id = looked.id
  join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id`;

/** These orders as lists have them, in the order of `ids`; deleted ones are left out. */
export async function readListed(tenant: Tenant, ids: number[]): Promise<ListedOrder[]> {
  const rows = await readPrepared(
    tenant,
    sql<ListedOrder>`select ${listedFields(tenant)}
      from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
      where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[]) and o.deleted_at is null`,
  );
  return inOrderOf(ids, rows);
}
