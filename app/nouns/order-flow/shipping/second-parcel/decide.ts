import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { refuse } from '../../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { typesMendedBy, wordIssue } from '../../../../shared/issues/issue.ts';
import { requireAsSeen } from '../../../../shared/issues/seen-goods.ts';
import { dropAllOfOrders } from '../../../../shared/outbox/drops.ts';
import { type OutcomeSentence, wordOutcome } from '../../../../shared/runs/outcome-sentences.ts';
import { recordForAll } from '../../history.ts';
import { keepEnded } from '../../lines/ended-second.ts';
import { lockOrders } from '../../lock-orders.ts';
import { hasChangedSince } from '../../order-sql.ts';
import { lockRulesShared } from '../../recheck.ts';
import { shippedWith } from '../../release/adopting/references.ts';
import { acceptForEnded, decideByHand } from '../../release/cancelling/decide.ts';
import { isWithFormer } from '../../release/former/former-warehouse.ts';
import { requestCancel } from '../../release/holding/cancel.ts';
import { withdrawUnsent } from '../../release/withdraw.ts';
import { settleOrders } from '../../settle.ts';
import { followSecondParcels } from './follow.ts';
import { freeSecond, type Obstacle, sendSecond } from './send.ts';
import { type Doubt, doubtAbout, secondsHere, warehouseIsOpen } from './standing.ts';

type Waiting = Columns<'orders', 'source_state' | 'on_hold' | 'locked' | 'blocking_issues'> & {
  doubt: Doubt | null;
  changed: boolean;
  open: boolean;
  /** The sentence of the issue that says what it lacks to go by the rules of now. */
  lacks: unknown;
};

/**
 * `seen`: its issue, and the goods, as the person saw them. `route` sets the building and the method that they chose for it, and returns
 * whether they are others than before.
 */
type ByHand = { seen?: string | undefined; route: () => Promise<boolean> };

/**
 * A person has the second parcel sent that waits because of a doubt: what the doubt was about no longer counts. One that lacked a building
 * or a method goes by itself with those that they chose. Returns whether it was sent by this. @throws Refusal 409
 */
export async function sendSecondByHand(tenant: Tenant, id: number, { seen, route }: ByHand): Promise<{ isSent: boolean }> {
  await lockRules(tenant, id);
  await lockSplit(tenant, id);
  if (seen !== undefined) await requireAsSeen(tenant, id, seen);
  const isRouted = await route();
  const { rows } = await sql<Waiting>`
    select o.source_state, o.on_hold, o.locked, o.blocking_issues, ${doubtAbout(tenant)} as doubt, ${hasChangedSince(tenant)} as changed,
      ${warehouseIsOpen(tenant)} as open, (select i.sentence from issues i where ${inAccount(tenant, 'i')} and i.order_id = o.id
        and i.type = 'second_parcel' and i.subject = 'rules' and i.closed_at is null) as lacks
    from ${secondsHere(tenant)} and o.id = ${id}`.execute(tenant.db);
  const [waiting] = rows;
  const reason = waiting ? reasonAgainst(waiting) : ({ code: 'nothing_to_decide' } as const);
  if (reason !== null) throw refuse(409, 'not_allowed', wordOutcome(reason));
  if (waiting?.doubt === null) {
    if (!isRouted) throw refuse(409, 'not_allowed', wordIssue(waiting.lacks));
    await followSecondParcels(tenant, [id]);
    return { isSent: false };
  }
  await sql`update orders set cancel_requested_at = null, cancel_outcome = null, revision = revision + 1
    where ${inAccount(tenant)} and id = ${id} and cancel_requested_at is not null`.execute(tenant.db);
  await recordForAll(tenant, [id], 'decided', { code: 'second_wanted' });
  await decideByHand(tenant, id, 'too_late');
  const obstacle = await sendSecond(tenant, id);
  if (obstacle !== null) throw refuse(409, 'not_allowed', wordOutcome(outcomeOf(obstacle)));
  return { isSent: true };
}

function reasonAgainst({ source_state, doubt, lacks, open, on_hold, locked, changed, blocking_issues }: Waiting): OutcomeSentence | null {
  if (source_state !== 'ready') return { code: 'rest_not_wanted' };
  if (on_hold) return { code: 'rest_on_hold' };
  if (locked) return { code: 'rest_locked' };
  if (changed || blocking_issues > 0) return { code: 'rest_stopped' };
  if (!open) return { code: 'second_without_warehouse' };
  return doubt === null && lacks === null ? { code: 'second_goes_by_itself' } : null;
}

function outcomeOf(obstacle: Obstacle): OutcomeSentence {
  if (obstacle.code === 'out_of_stock') return { code: 'rest_out_of_stock', missing: obstacle.missing };
  if (obstacle.code === 'units_changed') return { code: 'second_units_changed' };
  const { lacks } = obstacle;
  if ('method' in lacks) return { code: 'rest_method_gone', method: lacks.method };
  return 'building' in lacks ? { code: 'rest_building_gone', building: lacks.building } : { code: 'still_wrong', issue: lacks };
}

/**
 * A person has the second parcel not sent. One that the warehouse has it is asked to cancel, unless another is connected instead of it:
 * nobody would reply. Returns whether it was asked. The channel is told what has left. @throws Refusal 409
 */
export async function endSecondByHand(tenant: Tenant, id: number): Promise<{ asked: boolean }> {
  await lockOrders(tenant, [id]);
  if (await keepEnded(tenant, id)) return { asked: false };
  const { part } = await lockSplit(tenant, id);
  if (part === 2) await withdrawUnsent(tenant, [id]);
  const { rows } = await sql<{ former: Column<'warehouse_orders', 'id'> }>`
    update orders o set second_ended_at = now(), warehouse_order_id = coalesce(${shippedWith(tenant)}, o.warehouse_order_id),
      cancel_outcome = case when w.part = 2 and o.cancel_outcome = 'pending' then 'cancelled' else o.cancel_outcome end,
      updated_by = ${tenant.userId}, revision = o.revision + 1
    from warehouse_orders w where ${inAccount(tenant, 'o')} and o.id = ${id} and ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
      and (w.part = 1 or w.state = 'cancelled' or ${isWithFormer(tenant)})
    returning w.id as former`.execute(tenant.db);
  if (rows.length === 0) {
    const { requested } = await requestCancel(tenant, [id], null);
    if (requested.length === 0) throw refuse(409, 'too_late', wordOutcome({ code: 'second_too_late' }));
    return { asked: true };
  }
  for (const { former } of rows) await emptyFormer(tenant, former);
  await freeSecond(tenant, id);
  await closeIssues(tenant, { orderIds: [id], types: ['second_parcel', 'former_warehouse'] });
  // Of the second parcel, which the warehouse refused or did not take.
  await closeIssues(tenant, { orderIds: [id], types: typesMendedBy('retry'), subjects: ['submit', 'stock', 'second_parcel'] });
  await recordForAll(tenant, [id], 'decided', { code: 'second_ended' });
  await acceptForEnded(tenant, [id]);
  await settleOrders(tenant, [id]);
  await followSecondParcels(tenant, [id]);
  return { asked: false };
}

/** Nobody is asked for a warehouse order that no order is in any longer. */
async function emptyFormer(tenant: Tenant, id: number): Promise<void> {
  await sql`
    with emptied as (
      update warehouse_orders w set state = 'cancelled', changed_at = now() where ${inAccount(tenant, 'w')} and w.id = ${id}
        and not exists (select from orders x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = w.id)
      returning w.id
    )
    ${dropAllOfOrders(tenant, sql`select id from emptied`)}`.execute(tenant.db);
}

/** Before the order, as everywhere. */
async function lockRules(tenant: Tenant, id: number): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'connection_id'>>`
    select connection_id from orders where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  for (const { connection_id } of rows) await lockRulesShared(tenant, connection_id);
}

/** An order that was split and whose first parcel went to the warehouse, locked. @throws Refusal 409 */
async function lockSplit(tenant: Tenant, id: number): Promise<Columns<'warehouse_orders', 'part'>> {
  const { rows } = await sql<Columns<'warehouse_orders', 'part'>>`
    select w.part from orders o
    join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    where ${inAccount(tenant, 'o')} and o.id = ${id} and o.is_split and o.second_ended_at is null and o.in_amware = 1
      and o.cancelled_at is null and o.confirmed_at is null and o.deleted_at is null and o.units_shipped < o.units_ordered
    for no key update of o`.execute(tenant.db);
  if (!rows[0]) throw refuse(409, 'nothing_to_decide', wordOutcome({ code: 'nothing_to_decide' }));
  return rows[0];
}

/** Whether some has left of an order that was split, so that it ends by ending its second parcel. */
export async function isSplitInPart(tenant: Tenant, id: number): Promise<boolean> {
  const { rows } = await sql`select from orders where ${inAccount(tenant)} and id = ${id} and is_split and units_shipped > 0`.execute(
    tenant.db,
  );
  return rows.length > 0;
}
