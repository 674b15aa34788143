import { type RawBuilder, sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { restSubject } from '../../../shared/issues/types/after-release.ts';
import { cancelledByWarehouse } from '../../../shared/issues/types/orders.ts';
import { recordEvents } from '../history.ts';
import { openOrderIssues } from '../order-issues.ts';
import { isToBeCancelled } from '../order-sql.ts';
import { enqueueCheck, enqueueSecondParcels } from '../recheck.ts';
import { settleOrders } from '../settle.ts';
import { shippedWith } from './adopting/references.ts';
import { acceptForEnded } from './cancelling/decide.ts';
import { heldThereWith, otherIsCancelled } from './holding/held-along.ts';
import { isChannelsWish } from './holding/withdraw-cancels.ts';

type TakenOut = Columns<'orders', 'id' | 'connection_id' | 'is_split' | 'on_hold'> & {
  requested: boolean;
  partly: boolean;
  any_requested: boolean;
  /** A part of the warehouse order has left: whoever sends the others anew looks first what was in it. */
  any_left: boolean;
  /** It was the second parcel, which was asked back; the first has left. */
  second: boolean;
};

/**
 * Records that the warehouse cancelled a warehouse order: orders whose cancellation was requested are cancelled, the others, and
 * those for which it was too late, are released again, or wait for a person where a part of the warehouse order has left. An order that
 * shipped in part stays as it is, and a person decides about it;
 * where its second parcel was asked back, nothing more of it leaves. `leftInPart`: the warehouse had said so before.
 */
export async function recordCancelledByWarehouse(tenant: Tenant, warehouseOrderId: number, leftInPart = false): Promise<void> {
  await recordTakenOut(tenant, await takeOut(tenant, endNow(tenant, warehouseOrderId, leftInPart), sql`true`));
}

/**
 * Parcels of these warehouse orders are known by now. Of one that the warehouse had cancelled after a part had left, those orders of which
 * nothing is in any are taken out as if that had been known then, so that a person can decide about each. The caller has locked them.
 */
export async function takeOutUnshipped(tenant: Tenant, warehouseOrderIds: number[]): Promise<void> {
  const { rows } = await sql<Columns<'warehouse_orders', 'id'>>`
    select w.id from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id = any(${warehouseOrderIds}::bigint[])
      and w.state = 'cancelled' and exists (select from orders o where ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
        and o.units_shipped = 0 and o.cancelled_at is null)
    order by w.id`.execute(tenant.db);
  for (const { id } of rows) {
    const ended = sql`select id, part, false as left_in_part from warehouse_orders where ${inAccount(tenant)} and id = ${id}`;
    const taken = await takeOut(tenant, ended, sql`o.units_shipped = 0`);
    await closeIssues(tenant, { orderIds: idsOf(taken), types: ['changed_after_release'], subjects: [restSubject] });
    await recordTakenOut(tenant, taken);
  }
}

async function recordTakenOut(tenant: Tenant, rows: TakenOut[]): Promise<void> {
  const requested = rows.filter((row) => row.requested).map(({ id }) => id);
  const goesOn = (row: TakenOut) => !row.requested && !row.partly && row.any_requested && !row.any_left;
  const along = idsOf(rows.filter(goesOn));
  const seconds = idsOf(rows.filter((row) => row.second));
  // Of those that were split, the issue of their second parcel tells.
  const surprised = rows.filter((row) => !row.second && (row.partly ? !row.is_split : !row.requested && !goesOn(row)));
  await recordEvents(tenant, [
    ...requested.map((orderId) => ({ orderId, kind: 'cancelled' as const, sentence: { code: 'cancelled_as_requested' as const } })),
    ...seconds.map((orderId) => ({ orderId, kind: 'cancelled' as const, sentence: { code: 'second_cancelled' as const } })),
    ...rows.filter(goesOn).map(({ id: orderId, on_hold }) => ({
      orderId,
      kind: 'recalled' as const,
      sentence: { code: on_hold ? ('combined_cancelled_on_hold' as const) : ('combined_cancelled' as const) },
    })),
  ]);
  await closeIssues(tenant, { orderIds: requested });
  await closeIssues(tenant, { orderIds: seconds, types: ['second_parcel'] });
  await acceptForEnded(tenant, seconds);
  await settleOrders(tenant, [...requested, ...along, ...seconds]);
  await openOrderIssues(
    tenant,
    surprised.map(({ id, connection_id, partly }) => ({
      orderId: id,
      connectionId: connection_id,
      ...cancelledByWarehouse({ hasShippedPart: partly }),
    })),
  );
  await reportRefused(tenant, requested);
  await reportTakenBack(tenant, requested);
  await enqueueCheck(tenant, along);
  await enqueueSecondParcels(tenant, idsOf(rows.filter(({ is_split }) => is_split)));
}

/** A person had said that it is too late, and the channel counts on these orders. */
const reportRefused = (tenant: Tenant, orderIds: number[]) =>
  reportCountedOn(tenant, orderIds, {
    ...{ subject: 'cancelled', code: 'cancelled_after_refusal' },
    which: sql`o.source_state <> 'cancelled' and exists (
      select from cancel_requests r where ${inAccount(tenant, 'r')} and r.order_id = o.id and r.outcome = 'too_late')`,
  });

/** The channel took back what the warehouse has done. */
const reportTakenBack = (tenant: Tenant, orderIds: number[]) =>
  reportCountedOn(tenant, orderIds, {
    ...{ subject: 'order', code: 'cancellation_done' },
    which: sql`o.source_state in ('ready', 'waiting', 'held') and ${isChannelsWish(tenant)} and not exists (
      select from cancel_requests r where ${inAccount(tenant, 'r')} and r.order_id = o.id
        and (r.withdrawn_at is null or r.outcome is not null))`,
  });

type CountedOn = { subject: string; code: 'cancelled_after_refusal' | 'cancellation_done'; which: RawBuilder<unknown> };

/** Tells of those of these orders `o` that their channel counts on. */
async function reportCountedOn(tenant: Tenant, orderIds: number[], { subject, code, which }: CountedOn): Promise<void> {
  if (orderIds.length === 0) return;
  const { rows } = await sql<Columns<'orders', 'id' | 'connection_id'> & { channel: Column<'connections', 'name'> }>`
    select o.id, o.connection_id, c.name as channel
    from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and ${which}`.execute(tenant.db);
  await openOrderIssues(
    tenant,
    rows.map(({ id: orderId, connection_id: connectionId, channel }) => ({
      ...{ orderId, connectionId, type: 'changed_after_release', subject, blocking: false },
      sentence: { code, channel },
    })),
  );
}

/** Ends a warehouse order. `left_in_part`: it shipped in part, and no parcel is known yet. */
const endNow = (tenant: Tenant, warehouseOrderId: number, leftInPart: boolean) => sql`
  update warehouse_orders set state = 'cancelled', changed_at = now() where ${inAccount(tenant)} and id = ${warehouseOrderId}
    and state <> 'cancelled'
  returning id, part, (${leftInPart} or coalesce(provider_status = 'partially_shipped', false)) and not exists (
    select from shipments s where ${inAccount(tenant, 's')} and s.warehouse_order_id = warehouse_orders.id) as left_in_part`;

const heldWith = sql`o.hold_reason ->> 'other'`;

/**
 * What an order `o` says of its hold. One that nobody put on hold, because it is held only with another, stays on hold when that one is
 * cancelled, or travels with it no longer: it says so, and a person lets it go.
 */
const holdReasonAfter = sql`(select case when o.hold_reason ->> 'code' is distinct from 'travels_with' then o.hold_reason
  when exists (select from before other where other.order_number = ${heldWith} and (other.requested or other.is_over))
    then (${otherIsCancelled(heldWith)})::jsonb
  when before.requested or before.partly or before.second then o.hold_reason
  else (${heldThereWith(heldWith)})::jsonb end)`;

/**
 * Takes out those orders `o` of a warehouse order that has `ended` of which nothing has shipped. Where it shipped in part, and no parcel is
 * known yet, that may be any of them. What is cancelled here stays so. `which`: the others are left alone.
 */
async function takeOut(tenant: Tenant, ended: RawBuilder<unknown>, which: RawBuilder<unknown>): Promise<TakenOut[]> {
  const { rows } = await sql<TakenOut>`
    with ended as (${ended}),
    before as (
      select o.id, o.order_number, o.units_shipped > 0 or left_in_part as partly,
        o.units_shipped = 0 and not left_in_part and (${isToBeCancelled}
          -- One that the warehouse cancels after all, and not because of another that it travels with.
          or o.cancel_requested_at is not null and not bool_or(${isToBeCancelled}) over ()) as requested,
        o.units_shipped > 0 and not left_in_part and o.is_split and ended.part = 2 and ${isToBeCancelled} as second,
        bool_or(o.cancel_requested_at is not null) over () as any_requested,
        bool_or(o.units_shipped > 0) over () or left_in_part as any_left,
        o.cancelled_at is not null as is_over
      from orders o join ended on ${inAccount(tenant, 'o')} and o.warehouse_order_id = ended.id
    )
    update orders o set
      cancelled_at = (select case when before.requested then now() end),
      cancel_requested_at = case when before.requested or before.partly then o.cancel_requested_at end,
      second_ended_at = (select case when before.second then now() else o.second_ended_at end),
      cancel_outcome = case when before.requested or before.second then 'cancelled' end,
      in_amware = case when before.requested or before.partly then 1 else 0 end,
      warehouse_order_id = case when before.second then ${shippedWith(tenant)}
        when before.requested or before.partly then o.warehouse_order_id end,
      -- What the warehouse said of a hold, it said of what it has no longer: not even that it is too late.
      hold_outcome = case when before.requested or before.partly or before.second then o.hold_outcome end,
      on_hold = o.on_hold or coalesce(o.hold_outcome = 'too_late', false) and not (before.requested or before.partly or before.second),
      hold_reason = ${holdReasonAfter},
      amware_ref_num = case when before.requested or before.partly then o.amware_ref_num end, checked_at = null, revision = o.revision + 1
    from before where ${inAccount(tenant, 'o')} and o.id = before.id and not before.is_over and ${which}
    returning o.id, before.requested, before.partly, before.any_requested, before.any_left, before.second, o.connection_id,
      o.is_split, o.on_hold`.execute(tenant.db);
  return rows;
}
