import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';

/**
 * The ids of the order `of`, an alias in scope, and of all whose goods may have come into it: what it was split off, what was merged into
 * it, and those of these.
 */
export function originsOf(tenant: OfAccount, of: string): RawBuilder<unknown> {
  return kin(
    tenant,
    of,
    sql`
    select origin.id from orders origin where ${inAccount(tenant, 'origin')} and origin.connection_id = kin.connection_id
      and origin.remote_id = kin.split_from
    union all
    select origin.id from order_merges m join orders origin on ${inAccount(tenant, 'origin')} and origin.connection_id = m.connection_id
      and origin.remote_id = m.remote_id
    where ${inAccount(tenant, 'm')} and m.into_id = kin.id`,
  );
}

/** The other way round: the ids of it, and of all into which its goods may have come. */
export function heirsOf(tenant: OfAccount, of: string): RawBuilder<unknown> {
  return kin(
    tenant,
    of,
    sql`
    select part.id from orders part where ${inAccount(tenant, 'part')} and part.connection_id = kin.connection_id
      and part.split_from = kin.remote_id
    union all
    select m.into_id from order_merges m where ${inAccount(tenant, 'm')} and m.connection_id = kin.connection_id
      and m.remote_id = kin.remote_id`,
  );
}

/** `next`: the ids of the next of kin. A channel may split, merge and split again: none is looked at twice. */
const kin = (tenant: OfAccount, of: string, next: RawBuilder<unknown>) => sql`
  with recursive kin as (
    select ${sql.ref(`${of}.id`)}, ${sql.ref(`${of}.connection_id`)}, ${sql.ref(`${of}.remote_id`)}, ${sql.ref(`${of}.split_from`)}
    union
    select other.id, other.connection_id, other.remote_id, other.split_from
    from kin cross join lateral (${next}) as next
    join orders other on ${inAccount(tenant, 'other')} and other.id = next.id
  )
  select id from kin`;

/**
 * What the order `o` took in of which goods may have left before, `origin`: an order `merged` into it, or one that the goods of that came
 * from. Or what is not among its lines, because a person had edited them, or what nobody knows whose goods it had, because it never came
 * here, and so has no number.
 */
export const tookInDoubtful = (tenant: OfAccount): RawBuilder<unknown> => sql`
  select merged.order_number as merged, origin.order_number as origin
  from order_merges m left join orders merged on ${inAccount(tenant, 'merged')} and merged.connection_id = m.connection_id
    and merged.remote_id = m.remote_id
  left join lateral (
    select left_one.order_number from (${originsOf(tenant, 'merged')}) as kin
    join orders left_one on ${inAccount(tenant, 'left_one')} and left_one.id = kin.id
    where left_one.cancelled_at is null and (left_one.warehouse_order_id is not null or left_one.confirmed_at is not null)
  ) as origin on true
  where ${inAccount(tenant, 'm')} and m.into_id = o.id and not m.came_too_late and (origin.order_number is not null
    or 'lines' = any(o.edited_fields) or merged.id is null and m.merged_at > o.created_at)`;

/**
 * The parts of the order `o` that went by themselves before it came here, because nobody knew of it. A channel may keep the goods of such a
 * part in both.
 */
export const partsLeftBefore = (tenant: OfAccount): RawBuilder<unknown> => sql`
  select part.order_number from orders part
  where ${inAccount(tenant, 'part')} and part.connection_id = o.connection_id and part.split_from = o.remote_id and part.id < o.id
    and part.warehouse_order_id is not null and part.shared_goods is null`;
