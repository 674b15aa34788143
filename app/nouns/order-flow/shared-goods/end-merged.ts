import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { recordEvents } from '../history.ts';
import { openOrderIssues } from '../order-issues.ts';
import { settleOrders } from '../settle.ts';
import { endOrders } from './end-orders.ts';
import type { Merge } from './merges.ts';
import type { Channel } from './related-order.ts';

type MergedAway = Columns<'orders', 'id' | 'order_number'> &
  Columns<'order_merges', 'into_id' | 'came_too_late'> & { into_number: Column<'orders', 'order_number'> };

/** Ends orders that the channel merged into others, wherever that is still possible, and tells both histories. */
export async function endMerged(tenant: Tenant, channel: Channel, merges: Merge[]): Promise<void> {
  const merged = await readMerged(tenant, channel, merges);
  if (merged.length === 0) return;
  const { label } = channel;
  const ended = await endOrders(tenant, idsOf(merged), 'merged');
  await recordEvents(
    tenant,
    merged.flatMap(({ id, order_number, into_id, into_number }) => [
      ended.has(id)
        ? { orderId: id, kind: 'cancelled' as const, sentence: { code: 'merged_away' as const, channel: label, into: into_number } }
        : { orderId: id, kind: 'changed' as const, sentence: { code: 'merged_too_late' as const, channel: label, into: into_number } },
      { orderId: into_id, kind: 'changed' as const, sentence: { code: 'merged_in' as const, channel: label, merged: order_number } },
    ]),
  );
  await closeIssues(tenant, { orderIds: [...ended] });
  await settleOrders(tenant, [...ended]);
  // What was told of a merge that no longer comes too late.
  for (const { into_id, order_number } of merged.filter(({ came_too_late }) => !came_too_late))
    await closeIssues(tenant, { orderIds: [into_id], types: ['changed_after_release'], subjects: [`merged:${order_number}`] });
  await openOrderIssues(
    tenant,
    merged
      .filter(({ id, came_too_late }) => came_too_late && ended.has(id))
      .map(({ into_id: orderId, order_number: merged }) => ({
        ...{
          orderId,
          connectionId: channel.connectionId,
          type: 'changed_after_release' as const,
          subject: `merged:${merged}`,
          blocking: false,
        },
        sentence: { code: 'order_merged_in' as const, channel: label, merged },
      })),
  );
}

async function readMerged(tenant: Tenant, { connectionId }: Channel, merges: Merge[]): Promise<MergedAway[]> {
  if (merges.length === 0) return [];
  const { rows } = await sql<MergedAway>`
    select o.id, o.order_number, m.into_id, taker.order_number as into_number, m.came_too_late
    from order_merges m
    join orders o on ${inAccount(tenant, 'o')} and o.connection_id = m.connection_id and o.remote_id = m.remote_id
    join orders taker on ${inAccount(tenant, 'taker')} and taker.id = m.into_id
    where ${inAccount(tenant, 'm')} and m.connection_id = ${connectionId}
      and m.remote_id = any(${merges.map(({ remote_id }) => remote_id)}::text[])
    order by o.id`.execute(tenant.db);
  return rows;
}
