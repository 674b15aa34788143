import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { idsOf } from '../../../platform/ids.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { closeIssues } from '../../shared/issues/commands.ts';
import { queueStockOfOrders } from '../stock-out/queue.ts';
import { lockOrders } from './lock-orders.ts';
import { mayBecome, type OrderStatus } from './order.ts';
import { statusOf } from './order-sql.ts';
import { decideCancelRequests, hasOpenRequest } from './release/cancelling/decide.ts';
import { endThen } from './release/holding/hold-days.ts';
import { declineEnded } from './release/ship-requests/decide.ts';
import { askAboutSame } from './shared-goods/derive.ts';
import { askAboutTwins } from './shared-goods/twins/ask.ts';

const status = statusOf({
  cancelled: sql`o.cancelled_at is not null`,
  confirmed: sql`o.confirmed_at is not null`,
  blockingIssues: sql`f.blocking`,
  inAmware: sql`o.in_amware = 1`,
  unitsOrdered: sql`o.units_ordered`,
  unitsShipped: sql`o.units_shipped`,
});

export class IllegalTransition extends Error {}

type Settled = Columns<'orders', 'id' | 'open_issues' | 'hold_until'> & {
  was: OrderStatus;
  is: OrderStatus;
  there: boolean;
  asked: boolean;
  /** A hold of before it was cancelled counts again. */
  again: boolean;
};

/**
 * Recounts the open issues of these orders and derives each status from its facts (truth table in order.ts). Every command that
 * changes a fact calls it last; the check also marks them as checked, in the same update.
 * `isUndone`: the decision is undone that nothing of them leaves.
 * @throws IllegalTransition when the table of transitions does not allow a change: then nothing is written.
 */
export async function settleOrders(tenant: Tenant, orderIds: number[], { checked = false, isUndone = false } = {}): Promise<void> {
  if (orderIds.length === 0) return;
  // Before they are counted, by a statement of its own: one that waits for an order sees none of the issues that were opened since.
  await lockOrders(tenant, orderIds);
  const rows = await derive(tenant, orderIds, checked);
  const illegal = rows.find(({ was, is, there: isThere }) => !mayBecome(was, is, { isThere, isUndone }));
  if (illegal) throw new IllegalTransition(`Order ${illegal.id} cannot go from ${illegal.was} to ${illegal.is}.`);
  await queueStockOfOrders(
    tenant,
    rows.flatMap(({ id, was, is }) => (promises(was) === promises(is) ? [] : id)),
  );
  await decideCancelRequests(tenant, idsOf(rows.filter(({ asked }) => asked)));
  const cancelled = idsOf(rows.filter(({ was, is }) => is === 'cancelled' && was !== is));
  await declineEnded(tenant, cancelled);
  await endThen(tenant, heldAgain(rows));
  notify(tenant, 'orders', idsOf(rows));
  const ended = rows.filter(({ was, is, open_issues }) => was !== is && open_issues > 0 && isOver(is)).map(({ id }) => id);
  const closed = (await closeHoldIssues(tenant, ended)) + (await closeCancelIssues(tenant, ended));
  if (closed > 0) await settleOrders(tenant, ended);
  await settleOrders(tenant, [...(await askAboutSame(tenant, cancelled)), ...(await askAboutTwins(tenant, cancelled))]);
}

/** Counts the issues of orders, which are locked, and writes what follows from their facts. Returns them as they were and are. */
async function derive(tenant: Tenant, orderIds: number[], checked: boolean): Promise<Settled[]> {
  const { rows } = await sql<Settled>`
    with facts as (
      select o.id,
        count(i.id) filter (where i.blocking) as blocking,
        count(i.id) as open
      from orders o left join issues i on ${inAccount(tenant, 'i')} and i.order_id = o.id and i.closed_at is null
      where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) group by o.id
    )
    update orders o set
      blocking_issues = f.blocking, open_issues = f.open, updated_at = now(),
      checked_at = ${checked ? sql`now()` : sql.ref('o.checked_at')},
      order_status = ${status},
      -- What is cancelled waits for nothing. When the channel takes that back, the person's hold counts again.
      on_hold = (o.on_hold or o.held_before_cancel) and o.cancelled_at is null,
      held_before_cancel = (o.on_hold or o.held_before_cancel) and o.cancelled_at is not null,
      hold_outcome = case when o.cancelled_at is null then o.hold_outcome end
    from facts f where ${inAccount(tenant, 'o')} and o.id = f.id
    returning o.id, o.open_issues, old.order_status as was, new.order_status as is,
      o.in_amware = 1 as there, o.hold_until, new.on_hold and not old.on_hold as again, ${hasOpenRequest(tenant)} as asked`.execute(
    tenant.db,
  );
  return rows;
}

/**
 * Closes what says that a hold, or its end, was refused: nobody wants it of these orders any longer. Returns how many. The caller settles
 * them.
 */
export function closeHoldIssues(tenant: Tenant, orderIds: number[]): Promise<number> {
  return closeIssues(tenant, { orderIds, types: ['hold_refused', 'retries_exhausted'], subjects: ['hold', 'release', 'hold_at_channel'] });
}

/** The same of a cancellation: it came too late, or is done. */
const closeCancelIssues = (tenant: Tenant, orderIds: number[]): Promise<number> =>
  closeIssues(tenant, { orderIds, types: ['rejected_by_warehouse', 'retries_exhausted'], subjects: ['cancel'] });

/** The day of such a hold may have come while its order was cancelled. */
const heldAgain = (settled: Settled[]): Settled[] => settled.filter(({ again }) => again);

const isOver = (status: OrderStatus) => status === 'shipped' || status === 'fulfilled' || status === 'cancelled';

/** Whether an order of this status has a claim to stock, or its channel counts it as open. */
const promises = (status: OrderStatus) => status !== 'cancelled' && status !== 'fulfilled';
