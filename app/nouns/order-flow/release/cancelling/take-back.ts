import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { refuse } from '../../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { reopenIssues } from '../../../../shared/issues/commands.ts';
import { dropUntoldDecisions } from '../../../../shared/outbox/drops.ts';
import { recordForAll } from '../../history.ts';
import { lockToTakeBack } from '../../lock-orders.ts';
import { enqueueCheck } from '../../recheck.ts';
import { settleOrders } from '../../settle.ts';
import { queueHolds } from '../holding/hold-at-warehouse.ts';
import { cancelAsAsked } from './as-asked.ts';
import { effectKey, isUntoldByHand } from './decide.ts';
import { promiseAgain } from './promise-again.ts';

type Decided = Columns<'cancel_requests', 'id'> &
  Columns<'orders', 'connection_id' | 'units_shipped'> & {
    /** `now()` of the transaction that decided, to the microsecond. */
    at: string;
    key: string;
    /** The warehouse order ended with the decision, and is as it was left then. */
    ended: Column<'warehouse_orders', 'id'> | null;
    /** Something became of the warehouse order since. */
    moved: boolean;
    accepted: boolean;
    /** A person holds it, or did when it was cancelled. */
    held: boolean;
  };

/**
 * Takes back what a person decided about a request to cancel, as long as the channel cannot have heard of it: the request is open again,
 * and followed as any other. What was cancelled here with the decision is no longer: it is promised its stock and held as before, and the
 * warehouse is asked to cancel it.
 * @throws Refusal 409
 */
export async function takeDecisionBack(tenant: Tenant, id: number): Promise<void> {
  await lockToTakeBack(tenant, [id]);
  const decided = await readDecided(tenant, id);
  const { at, key, connection_id, ended, moved, accepted, held, units_shipped } = decided;
  if (accepted && (units_shipped > 0 || moved))
    throw refuse(409, 'too_late', 'The warehouse has gone on with this order since: the decision can no longer be undone.');
  const dropped = await dropUntoldDecisions(tenant, connection_id, [key]);
  if (dropped.length === 0) throw tooLate();
  await giveBack(tenant, id, decided);
  // What came of asking the warehouse comes of asking it again.
  if (accepted) await reopenIssues(tenant, { orderId: id, closedAt: at, exceptSubjects: ['cancel'] });
  await recordForAll(tenant, [id], 'decided', { code: 'decision_undone' });
  await settleOrders(tenant, [id], { isUndone: accepted });
  if (accepted) await promiseAgain(tenant, id);
  // What was to be asked of the warehouse order was dropped when that ended.
  if (ended !== null && held) await queueHolds(tenant, [ended], true);
  await cancelAsAsked(tenant, [id]);
  await enqueueCheck(tenant, [id]);
}

async function readDecided(tenant: Tenant, id: number): Promise<Decided> {
  const { rows } = await sql<Decided>`
    select r.id, r.decided_at::text as at, ${effectKey} as key, o.connection_id, o.units_shipped, r.outcome = 'accepted' as accepted,
      o.on_hold or o.held_before_cancel as held,
      case when w.state = 'cancelled' and w.changed_at = r.decided_at then w.id end as ended,
      coalesce(w.state = 'cancelled' and w.changed_at is distinct from r.decided_at, false) as moved
    from cancel_requests r join orders o on ${inAccount(tenant, 'o')} and o.id = r.order_id
    left join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    where ${inAccount(tenant, 'r')} and r.order_id = ${id} and r.withdrawn_at is null and ${isUntoldByHand(tenant)}
      -- What the channel has cancelled since, or no longer has, stays ended: nobody would ask the warehouse again.
      and o.gone_at is null and o.source_state <> 'cancelled'
    order by r.id desc limit 1`.execute(tenant.db);
  const [decided] = rows;
  if (!decided) throw tooLate();
  return decided;
}

/** Under another key than the decision that was taken back: the next one is told, too. */
async function giveBack(tenant: Tenant, id: number, { id: requestId, at, ended }: Decided): Promise<void> {
  await sql`
    with opened as (
      update cancel_requests set outcome = null, decided_at = null, decided_by = null, times = times + 1
      where ${inAccount(tenant)} and id = ${requestId}
    ),
    there as (
      -- Whatever the warehouse says next is newer: its clock may be of another zone than ours.
      update warehouse_orders set state = case when accepted_at is null then 'waiting' else 'accepted' end, changed_at = null
      where ${inAccount(tenant)} and id = ${ended}
    )
    update orders set cancelled_at = null, cancel_requested_at = null, cancel_outcome = null, revision = revision + 1,
      updated_by = ${tenant.userId}
    -- One that was cancelled before stays so.
    where ${inAccount(tenant)} and id = ${id} and (cancelled_at is null or cancelled_at = ${at}::timestamptz)`.execute(tenant.db);
}

const tooLate = () =>
  refuse(409, 'too_late', 'The channel was told already, or nothing was decided by hand: there is nothing that can be undone.');
