import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { twinsOf } from '../../../shared/issues/types/orders.checks.ts';
import { heirsOf } from '../../../shared/issues/types/origins.ts';

type Id = Column<'orders', 'id'>;

/**
 * Of these orders, those that keep another one back: once one ends, or goes to somebody else, the other may leave. That is the same
 * sale as another connection has it, and what took in, on whatever way, goods of this one or of one that travels with it. Whether these
 * have left is not asked: they may at this moment, and the check of what took them in may not have found it yet.
 */
export async function keepingBack(tenant: Tenant, orderIds: readonly Id[]): Promise<Id[]> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and o.cancelled_at is null and (
      exists (select from ${twinsOf(tenant)} and ${isStillToLeave('t')})
      or exists (select from orders mate cross join lateral (${heirsOf(tenant, 'mate')}) as heir
        join orders taker on ${inAccount(tenant, 'taker')} and taker.id = heir.id
        where ${inAccount(tenant, 'mate')} and (mate.id = o.id or mate.warehouse_order_id = o.warehouse_order_id)
          and exists (select from order_merges m where ${inAccount(tenant, 'm')} and m.into_id = taker.id)
          and taker.shared_goods is distinct from 'ship' and ${isStillToLeave('taker')}))
    order by o.id`.execute(tenant.db);
  return idsOf(rows);
}

/**
 * Those of these orders that have what others lack, themselves or by an order that travels with them: once one of them gives it back the
 * others are served. By a hold that is what it is promised; what the warehouse has taken for one that ends (`isEnded`) is free again too.
 */
export async function keepingStock(tenant: Tenant, orderIds: readonly Id[], { isEnded }: { isEnded: boolean }): Promise<Id[]> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    with lacking as materialized (
      select l.product_id, min(i.order_id) as first, max(i.order_id) as last
      from issues i join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = i.order_id
      where ${inAccount(tenant, 'i')} and i.type = 'out_of_stock' and i.closed_at is null and l.product_id is not null group by 1
    ),
    mates as materialized (
      select o.id, mate.id as mate, mate.warehouse_order_id is not null and ${isEnded} as is_there
      from orders o join orders mate on ${inAccount(tenant, 'mate')} and (mate.id = o.id or mate.warehouse_order_id = o.warehouse_order_id)
      where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[])
    ),
    taken as (
      select mates.id, r.product_id from mates join reservations r on ${inAccount(tenant, 'r')} and r.order_id = mates.mate
      union
      select mates.id, l.product_id from mates join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = mates.mate where is_there
    )
    select distinct taken.id from taken join lacking using (product_id)
    where lacking.first <> taken.id or lacking.last <> taken.id order by 1`.execute(tenant.db);
  return idsOf(rows);
}

const isStillToLeave = (order: 't' | 'taker') => {
  const column = (name: string) => sql.ref(`${order}.${name}`);
  return sql`${column('warehouse_order_id')} is null and ${column('in_amware')} = 0 and ${column('cancelled_at')} is null
    and ${column('confirmed_at')} is null and ${column('deleted_at')} is null`;
};
