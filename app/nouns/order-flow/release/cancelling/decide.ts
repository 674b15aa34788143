import { type RawBuilder, sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { isTwinSent, twinsOf } from '../../../../shared/issues/types/orders.checks.ts';
import { queueEffects } from '../../../../shared/outbox/queue.ts';
import { recordEvents } from '../../history.ts';
import { undoSeconds } from '../delay.ts';

/** Whether the channel of the order `o` waits to hear what becomes of its request to cancel. */
export const hasOpenRequest = (tenant: OfAccount): RawBuilder<boolean> => sql<boolean>`exists (select from cancel_requests open
  where ${inAccount(tenant, 'open')} and open.order_id = o.id and open.outcome is null and open.withdrawn_at is null
    -- Who no longer has the order, or cancelled it, waits for nothing.
    and o.gone_at is null and o.source_state <> 'cancelled')`;

/** Of the effect that tells the channel, for the request `r`: made again it is decided again, and the channel is told of both. */
export const effectKey = sql<string>`r.id || '.' || r.times`;

/** Whether a person decided about the request `r`, and its channel cannot have heard of it. */
export const isUntoldByHand = (tenant: OfAccount): RawBuilder<boolean> => sql<boolean>`(r.outcome is not null and r.reply is null
  -- Found by its order, whatever a plan that was made while there were none says.
  and exists (select from (select kind, key, user_id, state, maybe_done from outbox x
      where ${inAccount(tenant, 'x')} and x.order_id = r.order_id offset 0) as told
    where told.kind = 'decide_cancel' and told.key = ${effectKey} and told.user_id is not null and told.state in ('waiting', 'failed')
      and not told.maybe_done))`;

export type Decision = 'accepted' | 'too_late';

type Decided = Columns<'cancel_requests', 'id' | 'order_id'> & {
  outcome: Decision;
  in_part: boolean;
  channel: Column<'connections', 'name'>;
};

/**
 * Decides about open requests to cancel where it is known by now what becomes of their orders: `accepted` when nothing of one leaves any
 * more, `too_late` when goods have left or the warehouse does not stop. The channel is told through the outbox. One that ended because
 * its goods are another order's, or that was sent as another connection has it, is for a person: those goods may leave. So is one that was
 * split, and whose second parcel need not leave.
 */
export function decideCancelRequests(tenant: Tenant, orderIds: readonly number[]): Promise<number> {
  const outcome = sql`case
    when ${secondMayStay(tenant)} and o.cancelled_at is null then null
    when o.units_shipped > 0 or o.order_status in ('shipped', 'fulfilled') then 'too_late'
    when o.cancelled_at is not null and (o.ended_by is null or o.ended_by = 'cancel_request')
      and o.shared_goods is distinct from 'undecided'
      and not exists (select from ${twinsOf(tenant)} and ${isTwinSent}) then 'accepted'
    when o.cancelled_at is null and o.cancel_outcome = 'too_late' then 'too_late' end`;
  return decide(tenant, orderIds, outcome);
}

/** Of an order `o` that was split, the second parcel is here, or the warehouse has all of it and may still cancel it. */
const secondMayStay = (tenant: OfAccount) => sql`(o.is_split and o.second_ended_at is null and o.confirmed_at is null
  and o.units_shipped < o.units_ordered and not exists (select from warehouse_orders w
    where ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id and w.part = 2 and w.state <> 'cancelled'
      and (w.state = 'shipped' or o.cancel_outcome = 'too_late' or exists (select from shipments s
        where ${inAccount(tenant, 's')} and s.order_id = o.id and s.warehouse_order_id = w.id))))`;

/** Second parcels of these orders were ended: what could still be cancelled of an order whose first leaves does not leave. */
export const acceptForEnded = (tenant: Tenant, orderIds: readonly number[]): Promise<number> =>
  decide(
    tenant,
    orderIds,
    sql`case when o.second_ended_at is not null and (o.units_shipped > 0 or o.cancel_outcome = 'too_late') then 'accepted' end`,
  );

/**
 * A person decides in place of the warehouse, which could not be asked. The channel is told once the time for an undo is over. Returns how
 * many requests were open.
 */
export const decideByHand = (tenant: Tenant, orderId: number, decision: Decision): Promise<number> =>
  decide(tenant, [orderId], sql`${decision}::text`, { by: tenant.userId, dueAt: sql`now() + make_interval(secs => ${undoSeconds})` });

/** `by`: the person whose decision it is. */
type ToldHow = { by?: number | null; dueAt?: RawBuilder<unknown> };

async function decide(
  tenant: Tenant,
  orderIds: readonly number[],
  outcome: RawBuilder<unknown>,
  { by = null, dueAt = sql`now()` }: ToldHow = {},
): Promise<number> {
  if (orderIds.length === 0) return 0;
  const { rows } = await sql<Decided>`
    update cancel_requests r set outcome = known.outcome, decided_at = now(), decided_by = ${tenant.userId}
    from (select o.id, c.name, o.units_shipped > 0 as in_part, ${outcome} as outcome
      from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
      -- Who no longer has the order, or cancelled it, waits for nothing.
      where ${inAccount(tenant, 'o')} and o.id = any(${[...orderIds]}::bigint[]) and o.gone_at is null
        and o.source_state <> 'cancelled') as known
    where ${inAccount(tenant, 'r')} and r.order_id = known.id and r.outcome is null and r.withdrawn_at is null and known.outcome is not null
    returning r.id, r.order_id, r.outcome, known.in_part, known.name as channel`.execute(tenant.db);
  if (rows.length === 0) return 0;
  await recordEvents(
    tenant,
    rows.map(({ order_id: orderId, channel, ...decided }) => ({
      ...{ orderId, kind: 'cancel_answered' as const },
      sentence: { code: codeOf(decided), channel },
    })),
  );
  await queueEffects(tenant, {
    kind: 'decide_cancel',
    ...{ connectionId: sql`o.connection_id`, key: effectKey, orderId: sql`o.id`, userId: by, dueAt },
    from: sql`cancel_requests r join orders o on ${inAccount(tenant, 'o')} and o.id = r.order_id
      where ${inAccount(tenant, 'r')} and r.id = any(${idsOf(rows)}::bigint[])`,
  });
  return rows.length;
}

function codeOf({ outcome, in_part }: Pick<Decided, 'outcome' | 'in_part'>) {
  if (outcome === 'too_late') return 'cancel_request_too_late' as const;
  return in_part ? ('cancel_rest_accepted' as const) : ('cancel_request_accepted' as const);
}
