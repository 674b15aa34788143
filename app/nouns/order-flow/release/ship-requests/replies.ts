import { sql } from 'kysely';
import type { ShipDecision, WhyDeclined } from '../../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import { cutText } from '../../../../../platform/sentences.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { type IssueSentence, wordIssue } from '../../../../shared/issues/issue.ts';
import { recordEvents } from '../../history.ts';
import { settleOrders } from '../../settle.ts';
import { acceptKey, declineKey } from './decide.ts';

type ToTell = Columns<'ship_requests', 'request_id' | 'handle'> &
  Columns<'orders', 'remote_id'> & { outbox_id: Column<'outbox', 'id'>; why: WhyDeclined | null; stopped: IssueSentence | null };

/**
 * What these effects tell their channel, by effect: of a request that was declined since, no acceptance; of an order that is not cancelled
 * any longer, no refusal.
 */
export async function shipDecisionsToTell(tenant: Tenant, outboxIds: number[]): Promise<Map<number, ShipDecision>> {
  if (outboxIds.length === 0) return new Map();
  const { rows } = await sql<ToTell>`
    select x.id as outbox_id, o.remote_id, r.request_id, r.handle, r.why, r.stopped
    from outbox x join orders o on ${inAccount(tenant, 'o')} and o.id = x.order_id
    join ship_requests r on ${inAccount(tenant, 'r')} and r.order_id = o.id
      and x.key = case when r.declined_at is null then ${acceptKey} else ${declineKey} end
    where ${inAccount(tenant, 'x')} and x.id = any(${outboxIds}::bigint[])
      and (r.declined_at is null or o.cancelled_at is not null)`.execute(tenant.db);
  return new Map(rows.map((row) => [row.outbox_id, decisionOf(row)]));
}

/** So much of a reason is told, as the contract says. */
const longestMessage = 250;

function decisionOf({ remote_id: remoteOrderId, request_id: requestId, handle, why, stopped }: ToTell): ShipDecision {
  const named = { remoteOrderId, requestId, handle };
  if (why === null) return { ...named, decision: 'accepted' };
  const message = stopped === null ? 'Cancelled in Crossdock.' : `Cancelled in Crossdock. ${wordIssue(stopped)}`;
  return { ...named, decision: 'declined', why, message: cutText(message, longestMessage) };
}

/** Records that a channel knows whether we ship what it asked for, by the keys of the effects. */
export async function recordShipReplies(
  tenant: Tenant,
  { name: channel }: Columns<'connections', 'name'>,
  replies: { key: string; reply: 'told' | 'over' }[],
): Promise<void> {
  if (replies.length === 0) return;
  const { rows } = await sql<Columns<'ship_requests', 'order_id'> & { reply: 'told' | 'over'; declines: boolean }>`
    update ship_requests r set accept_reply = case when given.key = ${acceptKey} then given.reply else r.accept_reply end,
      decline_reply = case when given.key = ${declineKey} then given.reply else r.decline_reply end
    from unnest(${replies.map(({ key }) => key)}::text[], ${replies.map(({ reply }) => reply)}::text[]) as given (key, reply)
    -- By its id first, which the index has.
    where ${inAccount(tenant, 'r')} and r.id = split_part(given.key, '.', 1)::bigint and given.key in (${acceptKey}, ${declineKey})
    returning r.order_id, given.reply, given.key = ${declineKey} as declines`.execute(tenant.db);
  await recordEvents(
    tenant,
    rows.flatMap(({ order_id: orderId, reply, declines }) =>
      reply === 'told'
        ? [
            {
              orderId,
              kind: 'decided' as const,
              sentence: { code: declines ? ('ship_decline_told' as const) : ('ship_accepted' as const), channel },
            },
          ]
        : [],
    ),
  );
  const orderIds = rows.map(({ order_id }) => order_id);
  const closed = await closeIssues(tenant, { orderIds, types: ['rejected_by_channel', 'retries_exhausted'], subjects: ['decide_ship'] });
  if (closed > 0) await settleOrders(tenant, orderIds);
}
