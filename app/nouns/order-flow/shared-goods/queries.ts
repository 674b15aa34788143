import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ComparedOrder } from './contract.ts';

/** The orders that the channel split or merged the order `of` with, an alias in scope; itself left out: `id, order_number, relation, came_too_late`. */
export function relatedTo(of: string): RawBuilder<unknown> {
  const it = sql.ref(of);
  const same = (name: string) =>
    sql`${sql.ref(`${name}.account_id`)} = ${it}.account_id and ${sql.ref(`${name}.connection_id`)} = ${it}.connection_id`;
  return sql`
    select 'parent' as relation, other.id, other.order_number, false as came_too_late from orders other
    where ${same('other')} and other.remote_id = ${it}.split_from
    union all
    select 'part', other.id, other.order_number, false from orders other where ${same('other')} and other.split_from = ${it}.remote_id
    union all
    select 'taker', other.id, other.order_number, m.came_too_late from order_merges m
      join orders other on other.account_id = m.account_id and other.id = m.into_id
    where ${same('m')} and m.remote_id = ${it}.remote_id
    union all
    select 'merged', other.id, other.order_number, m.came_too_late from order_merges m join orders other on ${same('other')} and other.remote_id = m.remote_id
    where m.account_id = ${it}.account_id and m.into_id = ${it}.id`;
}

/** An order and those related to it, the related ones first, each with its goods; empty when this account has no such order. */
export async function compareOrders(tenant: Tenant, id: number): Promise<ComparedOrder[]> {
  const { rows } = await sql<ComparedOrder>`
    select o.id, o.order_number, o.order_status, related.relation,
      coalesce((select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'quantity', l.quantity) order by l.position)
        from order_lines l where l.account_id = o.account_id and l.order_id = o.id and not l.is_charge), '[]') as lines
    from orders o left join (
      select r.id, r.relation from orders it cross join lateral (${relatedTo('it')}) as r where it.account_id = ${tenant.accountId} and it.id = ${id}
    ) as related on related.id = o.id
    where o.account_id = ${tenant.accountId} and (o.id = ${id} or related.id is not null)
    order by related.relation is null, o.id`.execute(tenant.db);
  return rows.some((row) => row.id === id) ? rows : [];
}
