import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** A condition on orders `o`, which is of their connection. */
export type Which = RawBuilder<unknown>;

/** Orders of a connection that meet a condition. */
export const ofConnection = (connectionId: number, condition: RawBuilder<unknown>): Which =>
  sql`o.connection_id = ${connectionId} and ${condition}`;

/** Orders that meet one of these. */
export const anyOfThese = (these: readonly Which[]): Which => sql`(${these.reduce((one, other) => sql`${one} or ${other}`)})`;

type Found = Columns<'warehouse_orders', 'id'>;

/** The warehouse orders behind `after` that have not shipped and have such an order: so many at most, in order of their ids. */
export async function openSent(tenant: Tenant, which: Which, most: number, after = 0): Promise<number[]> {
  const { rows } = await sql<Found>`
    select w.id from warehouse_orders w
    where ${inAccount(tenant, 'w')} and w.state in ('waiting', 'accepted') and w.id > 0 and w.id > ${after}
      and exists (select from orders o where ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
        and o.cancelled_at is null and o.order_status not in ('shipped', 'fulfilled') and ${which})
    order by w.id limit ${most}`.execute(tenant.db);
  return idsOf(rows);
}

/** So many of the newest orders are looked through for what has left. */
const looked = 5_000;

/** Those whose goods have left within thirty days, the newest first: so many at most. */
export async function leftSent(tenant: Tenant, which: Which, most: number): Promise<number[]> {
  const { rows } = await sql<Found>`
    select o.warehouse_order_id as id from (
      select * from orders o where ${inAccount(tenant, 'o')} and o.order_status in ('shipped', 'fulfilled') and o.deleted_at is null
        and o.archived_at is null
      order by o.order_date desc, o.id desc limit ${looked}
    ) as o
    where o.warehouse_order_id is not null and o.updated_at > now() - interval '30 days' and ${which}
    order by o.id desc limit ${most}`.execute(tenant.db);
  return [...new Set(idsOf(rows))];
}
