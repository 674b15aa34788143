import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { originsOf } from '../../../shared/issues/types/origins.ts';
import type { ComparedOrder } from './contract.ts';

/**
 * The orders that the channel split or merged the order `of` with, an alias in scope, and those whose goods may have come into it by way
 * of others; itself left out: `id, order_number, relation, came_too_late`.
 */
export function relatedTo(tenant: OfAccount, of: string): RawBuilder<unknown> {
  const it = sql.ref(of);
  return sql`
    select 'parent' as relation, other.id, other.order_number, false as came_too_late from orders other
    where ${inAccount(tenant, 'other')} and other.connection_id = ${it}.connection_id and other.remote_id = ${it}.split_from
    union all
    select 'part', other.id, other.order_number, false from orders other
    where ${inAccount(tenant, 'other')} and other.connection_id = ${it}.connection_id and other.split_from = ${it}.remote_id
    union all
    select 'taker', other.id, other.order_number, m.came_too_late from order_merges m
      join orders other on ${inAccount(tenant, 'other')} and other.id = m.into_id
    where ${inAccount(tenant, 'm')} and m.connection_id = ${it}.connection_id and m.remote_id = ${it}.remote_id
    union all
    select 'merged', other.id, other.order_number, m.came_too_late from order_merges m
      join orders other on ${inAccount(tenant, 'other')} and other.connection_id = ${it}.connection_id and other.remote_id = m.remote_id
    where ${inAccount(tenant, 'm')} and m.into_id = ${it}.id
    union all
    select 'origin', other.id, other.order_number, false from (${originsOf(tenant, of)}) as origin
      join orders other on ${inAccount(tenant, 'other')} and other.id = origin.id
    where other.id <> ${it}.id and other.remote_id is distinct from ${it}.split_from
      and not exists (select from order_merges m where ${inAccount(tenant, 'm')} and m.connection_id = other.connection_id
        and m.remote_id = other.remote_id and m.into_id = ${it}.id)`;
}

/** An order and those related to it, the related ones first, each with its goods; empty when this account has no such order. */
export async function compareOrders(tenant: Tenant, id: number): Promise<ComparedOrder[]> {
  const { rows } = await sql<ComparedOrder>`
    select o.id, o.order_number, o.order_status, related.relation,
      coalesce((select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'quantity', l.quantity) order by l.position)
        from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = o.id and not l.is_charge), '[]') as lines
    from (
      select ${id}::bigint as id, null as relation
      union all select r.id, r.relation from orders it cross join lateral (${relatedTo(tenant, 'it')}) as r
        where ${inAccount(tenant, 'it')} and it.id = ${id}
    ) as related join orders o on ${inAccount(tenant, 'o')} and o.id = related.id
    order by related.relation is null, o.id`.execute(tenant.db);
  return rows.some((row) => row.id === id) ? rows : [];
}
