import { sql } from 'kysely';
import type { CancelDecision } from '../../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { recordEvents } from '../../history.ts';
import { openOrderIssues } from '../../order-issues.ts';
import { settleOrders } from '../../settle.ts';
import { effectKey } from './decide.ts';

/** What these effects tell their channel, by effect. */
export async function decisionsToTell(tenant: Tenant, outboxIds: number[]): Promise<Map<number, CancelDecision>> {
  if (outboxIds.length === 0) return new Map();
  const { rows } = await sql<
    Columns<'cancel_requests', 'request_id' | 'handle'> &
      Columns<'orders', 'remote_id'> & { outbox_id: Column<'outbox', 'id'>; outcome: CancelDecision['decision'] }
  >`
    select x.id as outbox_id, o.remote_id, r.request_id, r.handle, r.outcome
    from outbox x join orders o on ${inAccount(tenant, 'o')} and o.id = x.order_id
    join cancel_requests r on ${inAccount(tenant, 'r')} and r.order_id = o.id and ${effectKey} = x.key and r.outcome is not null
    where ${inAccount(tenant, 'x')} and x.id = any(${outboxIds}::bigint[])`.execute(tenant.db);
  return new Map(
    rows.map(({ outbox_id, remote_id: remoteOrderId, request_id: requestId, handle, outcome: decision }) => [
      outbox_id,
      { remoteOrderId, requestId, handle, decision },
    ]),
  );
}

/** `told`: the channel took it; `over`: it waited for none any more; `by_hand`: it cannot be told. */
export type ReplyToChannel = 'told' | 'over' | 'by_hand';

type Replied = Columns<'cancel_requests', 'order_id' | 'outcome' | 'reply'> & { in_part: boolean };

/**
 * Records that a channel knows what became of its requests, by the keys of the effects. One that cannot be told has a person reply to it
 * there.
 */
export async function recordCancelReplies(
  tenant: Tenant,
  { id: connectionId, name: channel }: Columns<'connections', 'id' | 'name'>,
  replies: { key: string; reply: ReplyToChannel }[],
): Promise<void> {
  if (replies.length === 0) return;
  const { rows } = await sql<Replied>`
    update cancel_requests r set reply = given.reply, replied_at = now()
    from unnest(${replies.map(({ key }) => key)}::text[], ${replies.map(({ reply }) => reply)}::text[]) as given (key, reply)
    -- By its id first, which the index has.
    where ${inAccount(tenant, 'r')} and r.id = split_part(given.key, '.', 1)::bigint and ${effectKey} = given.key and r.reply is null
    returning r.order_id, r.outcome, r.reply, exists (select from orders o where ${inAccount(tenant, 'o')} and o.id = r.order_id
      and o.units_shipped > 0) as in_part`.execute(tenant.db);
  const decidedIds = rows.filter(({ reply }) => reply === 'told').map(({ order_id }) => order_id);
  await recordEvents(
    tenant,
    decidedIds.map((orderId) => ({ orderId, kind: 'cancel_answered', sentence: { code: 'cancel_decision_told', channel } })),
  );
  const orderIds = rows.map(({ order_id }) => order_id);
  await closeIssues(tenant, { orderIds, types: ['rejected_by_channel', 'retries_exhausted'], subjects: ['decide_cancel'] });
  await settleOrders(tenant, orderIds);
  await openOrderIssues(
    tenant,
    rows.flatMap(({ order_id: orderId, outcome, in_part, reply }) =>
      reply === 'by_hand'
        ? [
            {
              ...{ orderId, connectionId, type: 'cancel_reply' as const, subject: 'cancel_request', blocking: false },
              sentence: { code: outcome === 'too_late' ? 'reply_too_late' : in_part ? 'reply_rest_accepted' : 'reply_accepted', channel },
            },
          ]
        : [],
    ),
  );
}

/** Closes what asks a person to reply in the channel: they have, or it no longer waits. Returns the orders that had such an issue. */
export async function closeCancelReplies(tenant: Tenant, orderIds: number[]): Promise<number[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select order_id as id from issues where ${inAccount(tenant)} and order_id = any(${orderIds}::bigint[]) and type = 'cancel_reply'
      and closed_at is null`.execute(tenant.db);
  const ids = idsOf(rows);
  if (ids.length === 0) return [];
  await closeIssues(tenant, { orderIds: ids, types: ['cancel_reply'] });
  await settleOrders(tenant, ids);
  return ids;
}
