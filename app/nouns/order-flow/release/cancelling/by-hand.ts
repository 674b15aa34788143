import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { refuse } from '../../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { dropAllOfOrders, dropUnsentCancels } from '../../../../shared/outbox/drops.ts';
import { recordForAll } from '../../history.ts';
import { lockToTakeBack } from '../../lock-orders.ts';
import { isToBeCancelled } from '../../order-sql.ts';
import { enqueueCheck } from '../../recheck.ts';
import { settleOrders } from '../../settle.ts';
import { compareAgain } from '../holding/cancel.ts';
import { withdrawUnsent } from '../withdraw.ts';
import { type Decision, decideByHand, hasOpenRequest } from './decide.ts';
import { closeCancelReplies } from './replies.ts';

type State = Columns<'orders', 'warehouse_order_id' | 'units_shipped' | 'cancelled_at'> & {
  open: boolean;
  sending: boolean;
  /** The name of its warehouse, while that is disconnected. */
  away: string | null;
  asking: boolean;
  /** The warehouse is being asked to have something else. */
  replacing: boolean;
};

/**
 * Nothing of an order leaves that its channel asks to cancel: a person knows it from the warehouse, which could not be asked or does not
 * reply. The order is cancelled here, and the channel is told. @throws Refusal 409
 */
export async function acceptCancel(tenant: Tenant, id: number): Promise<void> {
  await withdrawUnsent(tenant, [id]);
  const { warehouse_order_id, units_shipped, sending, asking, replacing, away } = await requireOpen(tenant, id);
  if (units_shipped > 0) throw refuse(409, 'too_late', 'Goods of this order have left already.');
  if (sending)
    throw refuse(
      409,
      'being_sent',
      away === null
        ? 'It is being sent to the warehouse right now. Decide when the warehouse has it.'
        : `${away} is disconnected and may have it. Decide when it is connected again.`,
    );
  if (asking) throw refuse(409, 'being_sent', 'The warehouse is being asked to cancel it right now. Decide when it has replied.');
  if (replacing) throw refuse(409, 'being_sent', 'The warehouse is being asked to change it right now. Decide when it has replied.');
  await sql`
    with ended as (
      update warehouse_orders w set state = 'cancelled', changed_at = now() from orders o
      where ${inAccount(tenant, 'o')} and o.id = ${id} and ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
        and not exists (select from orders other where ${inAccount(tenant, 'other')} and other.warehouse_order_id = w.id
          and other.id <> o.id)
      returning w.id
    ),
    dropped as (${dropAllOfOrders(tenant, sql`select id from ended`)})
    update orders set cancelled_at = (select coalesce(cancelled_at, now())), revision = revision + 1, updated_by = ${tenant.userId},
      cancel_outcome = case when warehouse_order_id is not null then 'cancelled' else cancel_outcome end
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await decided(tenant, id, 'accepted');
  await closeIssues(tenant, { orderIds: [id] });
  await settleOrders(tenant, [id]);
  await replaceWithout(tenant, warehouse_order_id);
}

/** What may have reached the warehouse as a replacement has the goods of the cancelled order in it: it is composed again, without them. */
async function replaceWithout(tenant: Tenant, warehouseOrderId: State['warehouse_order_id']): Promise<void> {
  await sql`update warehouse_orders set must_compare = true
    where ${inAccount(tenant)} and id = ${warehouseOrderId} and replacement is not null and state <> 'cancelled'`.execute(tenant.db);
  await compareAgain(tenant, warehouseOrderId);
}

/** It is too late to cancel an order that its channel asks back: a person knows it from the warehouse. @throws Refusal 409 */
export async function refuseCancel(tenant: Tenant, id: number): Promise<void> {
  await lockToTakeBack(tenant, [id]);
  const { warehouse_order_id, cancelled_at } = await requireOpen(tenant, id);
  if (warehouse_order_id === null && cancelled_at === null)
    throw refuse(409, 'not_allowed', 'The warehouse does not have this order, so it is not too late.');
  await sql`
    with dropped as (${dropUnsentCancels(
      tenant,
      sql`select w.id from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id = ${warehouse_order_id}
        and not exists (select from orders o where ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
          and o.id <> ${id} and ${isToBeCancelled})`,
    )})
    update orders set cancel_requested_at = (select coalesce(cancel_requested_at, now())), 
      cancel_outcome = 'too_late', revision = revision + 1,
      updated_by = ${tenant.userId}
    where ${inAccount(tenant)} and id = ${id} and cancelled_at is null`.execute(tenant.db);
  await decided(tenant, id, 'too_late');
  await closeIssues(tenant, { orderIds: [id], types: ['rejected_by_warehouse', 'retries_exhausted'], subjects: ['cancel'] });
  await settleOrders(tenant, [id]);
  await compareAgain(tenant, warehouse_order_id);
  await enqueueCheck(tenant, [id]);
}

/** A person has replied in a channel that cannot be told. @throws Refusal 409 */
export async function markReplied(tenant: Tenant, id: number): Promise<void> {
  const closed = await closeCancelReplies(tenant, [id]);
  if (closed.length === 0) throw refuse(409, 'nothing_to_decide', 'No request to cancel this order waits for a reply.');
  await recordForAll(tenant, closed, 'decided', { code: 'cancel_replied' });
}

async function decided(tenant: Tenant, id: number, decision: Decision): Promise<void> {
  await recordForAll(tenant, [id], 'decided', { code: decision === 'accepted' ? 'cancel_accepted_here' : 'cancel_refused_here' });
  await decideByHand(tenant, id, decision);
}

async function requireOpen(tenant: Tenant, id: number): Promise<State> {
  const { rows } = await sql<State>`
    select o.warehouse_order_id, o.units_shipped, o.cancelled_at, ${hasOpenRequest(tenant)} as open,
      exists (select from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = o.warehouse_order_id and x.kind = 'submit'
        and x.state in ('waiting', 'sending', 'failed')) as sending,
      (select c.name from warehouse_orders w join connections c on ${inAccount(tenant, 'c')} and c.id = w.connection_id
        where ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id and c.disconnected_at is not null) as away,
      exists (select from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = o.warehouse_order_id and x.kind = 'cancel'
        and x.state = 'sending') as asking,
      exists (select from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = o.warehouse_order_id and x.kind = 'replace'
        and x.state = 'sending') as replacing
    from orders o where ${inAccount(tenant, 'o')} and o.id = ${id}`.execute(tenant.db);
  const [state] = rows;
  if (!state?.open) throw refuse(409, 'nothing_to_decide', 'No request to cancel this order waits for a decision.');
  return state;
}
