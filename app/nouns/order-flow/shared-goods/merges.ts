import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { sentWhole } from '../lines/sent-whole.ts';
import { settleOrders } from '../settle.ts';
import type { Channel, RelatedOrder } from './related-order.ts';

export type Merge = Columns<'order_merges', 'remote_id' | 'into_id' | 'came_too_late'>;

/**
 * Stores which orders the channel merged into these. Returns the merges that we did not know of, and those that came too late, but no
 * longer do, because the order is here again, and was read again: it has those goods now. Nor does what had been split off come too late,
 * where it was sent before that.
 */
export async function storeMerges(tenant: Tenant, { connectionId }: Channel, orders: RelatedOrder[]): Promise<Merge[]> {
  const incoming = mergesIn(orders);
  if (incoming.length === 0) return [];
  const whole = await sentWhole(
    tenant,
    orders.filter(({ order }) => order.mergedIds.length > 0),
  );
  const { rows } = await sql<Merge>`
    insert into order_merges (account_id, connection_id, remote_id, into_id, came_too_late)
    select o.account_id, ${connectionId}, incoming.remote_id, o.id, o.warehouse_order_id is not null
      and o.id <> all(${[...whole]}::bigint[])
    from unnest(${incoming.map(({ remoteId }) => remoteId)}::text[],
      ${incoming.map(({ intoId }) => intoId)}::bigint[]) as incoming (remote_id, into_id)
    join orders o on ${inAccount(tenant, 'o')} and o.id = incoming.into_id
    on conflict (account_id, connection_id, remote_id)
      do update set into_id = excluded.into_id, came_too_late = excluded.came_too_late, merged_at = excluded.merged_at
        where order_merges.into_id <> excluded.into_id or order_merges.came_too_late and not excluded.came_too_late
    returning remote_id, into_id, came_too_late`.execute(tenant.db);
  return rows;
}

type Unmerged = Columns<'orders', 'id' | 'order_number'> & Columns<'order_merges', 'into_id'> & { is_forgotten: boolean };

/** An order `o` still has goods of what was merged into it (`m`) by what a person edited of its lines. */
const keepsByEdit = (tenant: Tenant) => sql`('lines' = any(o.edited_fields) and exists (select from order_lines mine
  join orders merged on ${inAccount(tenant, 'merged')} and merged.connection_id = m.connection_id and merged.remote_id = m.remote_id
  join order_lines its on ${inAccount(tenant, 'its')} and its.order_id = merged.id and not its.is_charge
    and (its.sku = mine.sku or its.product_id = mine.product_id)
  where ${inAccount(tenant, 'mine')} and mine.order_id = o.id and not mine.is_charge))`;

type TakenBack = Record<'unmerged' | 'free' | 'takers', number[]>;

/**
 * Forgets merges that the channel has taken back, unless the goods went to the warehouse together, or are among lines that a person edited.
 * Returns the orders that were merged away and may be there again; `free`: those whose merges are forgotten; `takers`: what they had been
 * merged into. What a person was told of such a merge is over.
 */
export async function dropMerges(tenant: Tenant, orders: RelatedOrder[]): Promise<TakenBack> {
  if (orders.length === 0) return { unmerged: [], free: [], takers: [] };
  const incoming = mergesIn(orders);
  const { rows } = await sql<Unmerged>`
    with undone as (
      select m.* from order_merges m
      where ${inAccount(tenant, 'm')} and m.into_id = any(${orders.map(({ orderId }) => orderId)}::bigint[])
        and not m.remote_id = any(${incoming.map(({ remoteId }) => remoteId)}::text[])
    ),
    dropped as (
      delete from order_merges m using undone, orders o
      where ${inAccount(tenant, 'm')} and m.connection_id = undone.connection_id and m.remote_id = undone.remote_id
        and ${inAccount(tenant, 'o')} and o.id = m.into_id and (m.came_too_late or o.warehouse_order_id is null
          and not ${keepsByEdit(tenant)})
      returning m.connection_id, m.remote_id
    )
    select o.id, o.order_number, undone.into_id, dropped.remote_id is not null as is_forgotten
    from undone left join dropped using (connection_id, remote_id) join orders o on ${inAccount(tenant, 'o')}
      and o.connection_id = undone.connection_id
      and o.remote_id = undone.remote_id`.execute(tenant.db);
  for (const { into_id, order_number } of rows) {
    const issue = { orderIds: [into_id], types: ['changed_after_release' as const], subjects: [`merged:${order_number}`] };
    if (await closeIssues(tenant, issue)) await settleOrders(tenant, [into_id]);
  }
  const free = idsOf(rows.filter(({ is_forgotten }) => is_forgotten));
  return { unmerged: idsOf(rows), free, takers: [...new Set(rows.map(({ into_id }) => into_id))] };
}

/** Of orders that the channel lists although it had merged them away: those that they were merged into. */
export async function mergesOf(tenant: Tenant, { connectionId }: Channel, orders: RelatedOrder[]): Promise<number[]> {
  const { rows } = await sql<Columns<'order_merges', 'into_id'>>`
    select distinct into_id from order_merges
    where ${inAccount(tenant)} and connection_id = ${connectionId}
      and remote_id = any(${orders.map(({ order }) => order.remoteId)}::text[])`.execute(tenant.db);
  return rows.map(({ into_id }) => into_id);
}

/** If two orders of a page claim the same one, the newer is right. */
function mergesIn(orders: RelatedOrder[]): { remoteId: string; intoId: number }[] {
  const byAge = orders.toSorted((a, b) => a.order.modifiedAt.getTime() - b.order.modifiedAt.getTime());
  const into = new Map(byAge.flatMap(({ order, orderId }) => order.mergedIds.map((id) => [id, orderId] as const)));
  return [...into].map(([remoteId, intoId]) => ({ remoteId, intoId }));
}
