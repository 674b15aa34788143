import { sql } from 'kysely';
import type { ChannelOrder } from '../../../connectors/contract.ts';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { changedAfterRelease } from '../../issues/types/changed-after-release.ts';
import { openOrderIssues } from '../order-issues.ts';
import { requestCancel } from '../release/cancel.ts';
import { contentHash, isSameContent, type Source, type StoredOrder, sourceDetails } from './order-rows.ts';

/** The order as it was before this change at the channel. */
type Before = Columns<'orders', 'id' | 'source_state' | 'source_status' | 'content_hash'> & {
  ended: 'cancelled' | 'confirmed' | null;
  cancelling: boolean;
  confirming: boolean;
};

/**
 * Handles channel changes of orders that the warehouse already has: a cancellation is requested at once, a person decides about
 * anything else.
 */
export async function applyChannelChanges(tenant: Tenant, source: Source, changed: StoredOrder[]): Promise<void> {
  if (changed.length === 0) return;
  const before = await readBefore(tenant, changed);
  await storeChannelState(tenant, changed);
  const cancelled = changed.filter(({ order }) => order.state === 'cancelled').map(({ orderId }) => orderId);
  if (cancelled.length > 0) await requestCancel(tenant, cancelled, `${source.label} cancelled it`);
  const news = changed.flatMap(({ order, orderId }) => {
    const sentence = newsOf(order, before.get(orderId) as Before, source.label);
    return sentence === null ? [] : [{ orderId, sentence }];
  });
  await openOrderIssues(
    tenant,
    news.map(({ orderId, sentence }) => ({
      orderId,
      connectionId: source.connectionId,
      type: 'changed_after_release',
      subject: 'order',
      blocking: false,
      sentence,
    })),
  );
}

async function readBefore(tenant: Tenant, changed: StoredOrder[]): Promise<Map<number, Before>> {
  const { rows } = await sql<Before>`
    select id, source_state, source_status, content_hash,
      case when cancelled_at is not null then 'cancelled' when confirmed_at is not null then 'confirmed' end as ended,
      cancel_requested_at is not null and cancel_outcome is distinct from 'too_late' as cancelling,
      exists (select from outbox x where x.account_id = o.account_id and x.order_id = o.id and x.kind = 'confirm' and x.attempts > 0) as confirming
    from orders o where account_id = ${tenant.accountId} and id = any(${changed.map(({ orderId }) => orderId)}::bigint[])`.execute(
    tenant.db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function storeChannelState(tenant: Tenant, changed: StoredOrder[]): Promise<void> {
  await sql`
    update orders o set source_status = incoming.status, source_state = incoming.state, remote_modified_at = incoming.modified_at, content_hash = incoming.hash,
      source_details = incoming.details, handle = incoming.handle, gone_at = null, seen_at = now(), checked_at = now()
    from unnest(${changed.map(({ orderId }) => orderId)}::bigint[], ${changed.map(({ order }) => order.sourceStatus)}::text[],
      ${changed.map(({ order }) => order.state)}::text[], ${changed.map(({ order }) => order.modifiedAt)}::timestamptz[],
      ${changed.map(({ order }) => contentHash(order))}::text[], ${changed.map(({ order }) => detailsText(order))}::text[]::jsonb[],
      ${changed.map(({ order }) => order.handle ?? null)}::text[])
      as incoming (id, status, state, modified_at, hash, details, handle)
    where o.account_id = ${tenant.accountId} and o.id = incoming.id`.execute(tenant.db);
}

function detailsText(order: ChannelOrder): string | null {
  const details = sourceDetails(order);
  return details && JSON.stringify(details);
}

/** The sentence for a person, or null where there is nothing to decide. */
function newsOf(order: ChannelOrder, before: Before, channel: string): string | null {
  const { sentence } = changedAfterRelease;
  // It was gone, and is back as it was; or what changed is only shown.
  if (isSameContent(contentHash(order), before.content_hash)) return null;
  // The warehouse was asked to cancel; its reply shows on the order's page.
  if (order.state === 'cancelled') return null;
  if (before.ended === 'confirmed') return null;
  if (takenBack(order, before)) {
    if (before.ended === 'cancelled') return sentence({ channel, change: 'cancellation_done' });
    if (before.cancelling) return sentence({ channel, change: 'cancellation_requested' });
    // The warehouse has done what the channel now wants.
    if (onlyStateDiffers(order, before)) return null;
  }
  if (before.ended === 'cancelled') return null;
  // The channel says 'shipped' because we confirmed it, or another word than before because we confirmed a part of it.
  if (before.confirming && (order.state === 'shipped' || (order.state === 'ready' && onlyStateDiffers(order, before)))) return null;
  return sentence({ channel, change: order.state === 'external' ? 'external' : 'order' });
}

function takenBack(order: ChannelOrder, before: Before): boolean {
  return before.source_state === 'cancelled' && order.state === 'ready';
}

function onlyStateDiffers(order: ChannelOrder, before: Before): boolean {
  return isSameContent(contentHash({ ...order, state: before.source_state, sourceStatus: before.source_status }), before.content_hash);
}
