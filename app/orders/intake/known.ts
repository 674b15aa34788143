import { sql } from 'kysely';
import type { ChannelOrder } from '../../../connectors/contract.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { recordEvents } from '../history.ts';
import { applyChanges, type ChangedOrder } from './changes.ts';
import type { Source } from './intake.ts';
import { contentHash } from './made-once.ts';

type Known = { id: number; remote_id: string; content_hash: string; locked: boolean; deleted: boolean; stale: boolean };

/** Takes the channel's newer words for known orders, unless they are older than what we have, or the order is locked or deleted. */
export async function updateKnown(
  tenant: Tenant,
  source: Source,
  orders: ChannelOrder[],
): Promise<{ changed: ChangedOrder[]; skipped: number }> {
  if (orders.length === 0) return { changed: [], skipped: 0 };
  const { rows } = await sql<Known>`
    select o.id, o.remote_id, o.content_hash, o.locked, o.deleted_at is not null as deleted, o.remote_modified_at > sent.modified as stale
    from orders o
    join unnest(${orders.map((order) => order.remoteId)}::text[], ${orders.map((order) => order.modifiedAt)}::timestamptz[]) as sent (remote_id, modified)
      on sent.remote_id = o.remote_id
    where o.account_id = ${tenant.accountId} and o.connection_id = ${source.connectionId}
    order by o.id for update of o`.execute(tenant.db);
  const known = new Map(rows.map((row) => [row.remote_id, row]));
  const differing = orders.flatMap((order) => {
    const row = known.get(order.remoteId);
    return row && !row.stale && !row.deleted && row.content_hash !== contentHash(order)
      ? [{ order, orderId: row.id, locked: row.locked }]
      : [];
  });
  const changed = differing.filter(({ locked }) => !locked);
  await applyChanges(tenant, source, changed);
  await noteLocked(
    tenant,
    source,
    differing.filter(({ locked }) => locked).map(({ orderId }) => orderId),
  );
  return { changed, skipped: differing.length - changed.length };
}

/** Said once, however often the same words come: unlocked, the order is read again. */
async function noteLocked(tenant: Tenant, { label }: Source, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    update orders set changed_while_locked = true
    where account_id = ${tenant.accountId} and id = any(${orderIds}::bigint[]) and not changed_while_locked returning id`.execute(
    tenant.db,
  );
  await recordEvents(
    tenant,
    rows.map(({ id }) => ({ orderId: id, kind: 'changed', sentence: `${label} changed it. It is locked, so nothing was taken over yet.` })),
  );
}
