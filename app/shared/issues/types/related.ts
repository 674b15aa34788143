import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { originsOf } from './origins.ts';

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
