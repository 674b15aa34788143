import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { cutText } from '../../../../platform/sentences.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { dropUntoldDecisions } from '../../../shared/outbox/drops.ts';
import { recordEvents } from '../history.ts';
import { cancelAsAsked } from '../release/cancelling/as-asked.ts';
import { effectKey } from '../release/cancelling/decide.ts';
import { closeCancelReplies, recordCancelReplies } from '../release/cancelling/replies.ts';
import type { Source, StoredOrder } from './order-rows.ts';

/** So much is kept of what a channel sends with a request, as the contract says. */
const longest = { id: 500, reason: 1_000, handle: 20_000 };

type Asks = { orderId: number; id: string | null; reason: string | null; handle: string | null; isCancelled: boolean };

/**
 * Follows what a channel asks for: orders that it wants cancelled, and has not cancelled itself. A request is kept once, however often it
 * is read. What the channel no longer asks for needs no decision; when it asks again under the same id, that is decided anew.
 * `known`: orders that were stored before.
 */
export async function followCancelRequests(tenant: Tenant, source: Source, created: StoredOrder[], known: StoredOrder[]): Promise<void> {
  await followWithdrawn(tenant, source, known.map(asksOf));
  const requests = [...created, ...known].map(asksOf).filter(({ id }) => id !== null);
  if (requests.length === 0) return;
  const { rows } = await sql<Columns<'cancel_requests', 'order_id' | 'reason'>>`
    insert into cancel_requests (account_id, order_id, request_id, reason, handle)
    select ${tenant.accountId}, asks."orderId", asks.id, asks.reason, asks.handle from ${asRows(requests)}
    -- Some channels name a request after its order: what was over is asked again.
    on conflict (account_id, order_id, request_id) do update set withdrawn_at = null, requested_at = excluded.requested_at,
      reason = excluded.reason, handle = excluded.handle, times = cancel_requests.times + 1, outcome = null, decided_at = null,
      decided_by = null, reply = null, replied_at = null
      where cancel_requests.withdrawn_at is not null
    returning order_id, reason`.execute(tenant.db);
  await recordEvents(
    tenant,
    rows.map(({ order_id: orderId, reason }) => ({
      ...{ orderId, kind: 'cancel_requested' as const },
      sentence: { code: 'channel_asks_to_cancel' as const, channel: source.label, reason },
    })),
  );
  await cancelAsAsked(
    tenant,
    requests.map(({ orderId }) => orderId),
  );
}

/** Most orders were never asked back: then this is one look. */
async function followWithdrawn(tenant: Tenant, { connectionId, label: channel }: Source, orders: Asks[]): Promise<void> {
  if (orders.length === 0) return;
  const { rows: asked } = await sql`select from cancel_requests where ${inAccount(tenant)}
    and order_id = any(${orders.map(({ orderId }) => orderId)}::bigint[]) limit 1`.execute(tenant.db);
  if (asked.length === 0) return;
  const { rows } = await sql<Columns<'cancel_requests', 'order_id' | 'outcome'> & { is_cancelled: boolean; key: string }>`
    update cancel_requests r set withdrawn_at = now() from ${asRows(orders)}
    where ${inAccount(tenant, 'r')} and r.order_id = asks."orderId" and r.withdrawn_at is null
      and r.request_id is distinct from asks.id
    returning r.order_id, r.outcome, asks."isCancelled" as is_cancelled, ${effectKey} as key`.execute(tenant.db);
  await recordEvents(
    tenant,
    rows.flatMap(({ order_id: orderId, outcome, is_cancelled }) =>
      is_cancelled || outcome !== null
        ? []
        : [{ orderId, kind: 'cancel_answered' as const, sentence: { code: 'cancel_withdrawn' as const, channel } }],
    ),
  );
  // It waits for no decision, and a late one might be taken for that of its next request.
  const keys = rows.map(({ key }) => key);
  const untold = await dropUntoldDecisions(tenant, connectionId, keys);
  const over = untold.map((key) => ({ key, reply: 'over' as const }));
  await recordCancelReplies(tenant, { id: connectionId, name: channel }, over);
  await closeCancelReplies(
    tenant,
    orders.flatMap(({ orderId, id }) => (id === null ? orderId : [])),
  );
}

const asRows = (all: Asks[]) => sql`json_to_recordset(${JSON.stringify(all)}::json)
  as asks ("orderId" bigint, id text, reason text, handle text, "isCancelled" boolean)`;

function asksOf({ order, orderId }: StoredOrder): Asks {
  const { id, reason, handle } = requestOf(order) ?? {};
  const cut = (text: string | null | undefined, most: number) => (text ? cutText(text, most) : null);
  return {
    ...{ orderId, isCancelled: order.state === 'cancelled' },
    ...{ id: cut(id, longest.id), reason: cut(reason, longest.reason), handle: cut(handle, longest.handle) },
  };
}

const requestOf = ({ cancelRequest, state }: ChannelOrder) => (state === 'cancelled' ? undefined : cancelRequest);
