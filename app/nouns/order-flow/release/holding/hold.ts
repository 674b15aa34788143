import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { flagUndo, recordFlag } from '../../../../base/changes/flags.ts';
import { undoEach } from '../../../../base/changes/undo.ts';
import type { OutcomeSentence } from '../../../../shared/runs/outcome-sentences.ts';
import { recordForAll } from '../../history.ts';
import { lockOrders, lockTravelling } from '../../lock-orders.ts';
import { unshippedStatuses } from '../../order.ts';
import { enqueueCheck } from '../../recheck.ts';
import { closeHoldIssues, settleOrders } from '../../settle.ts';
import { typedReason } from '../../values/hold-reason.ts';
import type { HoldTerms } from '../../values/hold-terms.ts';
import { withdrawUnsent } from '../withdraw.ts';
import { type HeldAlong, keepHeldAlong } from './held-along.ts';
import { queueHoldsAtChannel } from './hold-at-channel.ts';
import { queueHolds } from './hold-at-warehouse.ts';
import { endThen, longest, type Until } from './hold-days.ts';
import { warehouseWithoutHold } from './without-hold.ts';

type Hold = { held: boolean; terms?: HoldTerms; group?: number };
/**
 * The orders whose hold was turned, and the group of changes by which that is undone; null where no person did it. `along`: those that
 * stay on hold because of another.
 */
type Turned = { ids: number[]; group: number | null; along: HeldAlong[] };

/**
 * Puts orders on hold or releases them. For an order at the warehouse this is a request, whose result the order shows. A hold until a
 * day ends by itself. One at a warehouse that cannot hold what it has stays as it is.
 */
export async function setHold(tenant: Tenant, orderIds: number[], { group, ...hold }: Hold): Promise<Turned> {
  const { orders, along } = await turnHold(tenant, orderIds, hold);
  const records = orders.map(({ id, order_number: name }) => ({ id, name }));
  return {
    ...{ ids: idsOf(orders), along },
    group: await recordFlag(tenant, { noun: 'order', field: 'on_hold', is: hold.held, group }, records),
  };
}

/** Ends the holds of a group of changes, as far as they stand. Returns why some orders stay as they are. */
export const undoHolds = (tenant: Tenant, orderIds: readonly number[], group: number): Promise<Map<number, OutcomeSentence>> =>
  undoEach(tenant, group, orderIds, inverse);

const inverse = flagUndo<OutcomeSentence>({
  ...{ noun: 'order', field: 'on_hold' },
  async lock(tenant, ids) {
    await lockOrders(tenant, ids);
    const { rows } = await sql<Columns<'orders', 'id' | 'on_hold'>>`
      select id, on_hold from orders where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
    return rows.map(({ id, on_hold: is }) => ({ id, is }));
  },
  async keep(tenant, ids) {
    await lockTravelling(tenant, ids);
    const along = await keepHeldAlong(tenant, ids);
    return new Map(along.map(({ id, other }) => [id, { code: 'held_along', other }]));
  },
  turn: (tenant, ids, held) => turnHold(tenant, ids, { held }),
  changedSince: (_field, by) => (by ? { code: 'changed_by', ...by.kept } : { code: 'not_on_hold' }),
});

async function turnHold(
  tenant: Tenant,
  orderIds: number[],
  { held, terms = {} }: Omit<Hold, 'group'>,
): Promise<Pick<Turned, 'along'> & { orders: HeldOrder[] }> {
  // What the warehouse has sent in part it is not asked to hold, only to go on with what it holds.
  const isAsked = sql`(o.units_shipped = 0 or not ${held} and exists (select from warehouse_orders w where ${inAccount(tenant, 'w')}
    and w.id = o.warehouse_order_id and w.held))`;
  if (held) await withdrawUnsent(tenant, orderIds);
  else await lockTravelling(tenant, orderIds);
  const along = held ? [] : await keepHeldAlong(tenant, orderIds);
  const kept = new Set(idsOf(along));
  const { rows } = await sql<HeldOrder>`
    update orders o set on_hold = ${held}, hold_reason = ${held ? typedReason(terms.reason) : null}::jsonb,
      hold_until = case when ${held} then (select (${terms.until ?? null}::date)::timestamp at time zone a.timezone from accounts a
        where a.id = o.account_id) end,
      hold_outcome = case when o.warehouse_order_id is not null and ${isAsked} and ${warehouseWithoutHold(tenant)} is null
        then 'pending' end,
      checked_at = null, updated_by = ${tenant.userId}, revision = revision + 1
    where ${inAccount(tenant, 'o')} and id = any(${orderIds.filter((id) => !kept.has(id))}::bigint[])
      and on_hold <> ${held}
      and (${held ? isWhole : isUnderWay} or ${isSecondHere(tenant)}) and deleted_at is null
      and (not ${held} or not ${isAsked} or ${warehouseWithoutHold(tenant)} is null)
    returning id, order_number, hold_until, case when ${isAsked} then warehouse_order_id end as asked`.execute(tenant.db);
  const ids = idsOf(rows);
  await recordForAll(tenant, idsOf(rows), held ? 'held' : 'unheld', held ? { code: 'put_on_hold', ...terms } : { code: 'taken_off_hold' });
  await queueHolds(
    tenant,
    rows.flatMap(({ asked }) => asked ?? []),
    held,
  );
  await queueHoldsAtChannel(tenant, ids, held);
  // What was refused before is not wanted any longer, or is asked for anew.
  await closeHoldIssues(tenant, ids);
  await settleOrders(tenant, ids);
  await enqueueCheck(tenant, ids);
  await endThen(tenant, rows);
  return { orders: rows, along };
}

/** `asked`: the warehouse order that the warehouse is asked about; null where it is held here. */
type HeldOrder = Columns<'orders', 'id' | 'order_number' | 'hold_until'> & { asked: Column<'orders', 'warehouse_order_id'> };

/** Nothing of an order `o` has left: one in error may have left in part, and the warehouse is not asked to hold what remains of it. */
const isWhole = sql`(o.order_status = any(${unshippedStatuses}::text[]) and o.units_shipped = 0)`;

/** What remains of an order `o` may still leave: a hold of it can end. */
const isUnderWay = sql`(o.order_status = any(${unshippedStatuses}::text[]) or o.order_status = 'partially_shipped')`;

/** The first parcel of an order `o` that was split has left, or some of it, and the second is held here. */
export const isSecondHere = (tenant: OfAccount) => sql`(o.is_split and o.second_ended_at is null
  and o.order_status in ('partially_shipped', 'error') and o.units_shipped > 0
  and exists (select from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id and w.part = 1))`;

/**
 * Takes those of these orders off hold whose day has come; a hold that was ended or renewed since stays as it is, and so does one of an
 * order that travels with another that is held for longer.
 */
export async function endHolds(tenant: Tenant, orderIds: number[]): Promise<void> {
  await lockTravelling(tenant, orderIds);
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and id = any(${orderIds}::bigint[]) and on_hold
      and hold_until <= now() order by id for no key update`.execute(tenant.db);
  const kept = await keepWithOthers(tenant, idsOf(rows));
  const ids = idsOf(rows).filter((id) => !kept.has(id));
  await setHold(tenant, ids, { held: false, terms: { reason: 'its day has come' } });
}

/** The warehouse holds or releases what it has as one: those of these orders stay on hold whose others do. Returns them. */
async function keepWithOthers(tenant: Tenant, orderIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<Until>`
    update orders o set hold_until = others.until, revision = o.revision + 1
    from (
      select own.id, (${longest('mate')})::timestamptz as until
      from orders own join orders mate on ${inAccount(tenant, 'mate')} and mate.warehouse_order_id = own.warehouse_order_id
        and mate.on_hold and (mate.hold_until is null or mate.hold_until > now())
      where ${inAccount(tenant, 'own')} and own.id = any(${orderIds}::bigint[]) group by own.id
    ) as others
    where ${inAccount(tenant, 'o')} and o.id = others.id returning o.id, o.hold_until`.execute(tenant.db);
  await endThen(tenant, rows);
  return new Set(idsOf(rows));
}
