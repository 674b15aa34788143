import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../platform/sentence-sql.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { placeFields } from '../../../base/addresses/address.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { withStockUpdate } from '../../stock-out/queue.ts';
import { searchAgain, withoutBuyer } from '../erasing/again.ts';
import { isErased } from '../erasing/ended.ts';
import { type Changes, type OrderEvent, recordEvents, recordForAll } from '../history.ts';
import { askAboutEnded } from '../lines/ended-second.ts';
import { lockToFollow } from '../lock-orders.ts';
import { enqueueCheck } from '../recheck.ts';
import { withdrawUnsent } from '../release/withdraw.ts';
import { settleOrders } from '../settle.ts';
import { forgetDecisions } from '../shared-goods/decide.ts';
import { channelColumns } from '../values/fields.ts';
import { holdReasons } from '../values/hold-reason.ts';
import { applyChannelChanges } from './after-release.ts';
import { otherLines, stopBesideEdits } from './beside-edits.ts';
import { replaceLines, storeSourceQuantities } from './lines.ts';
import { addressOf, changedWhereEdited } from './new-address.ts';
import { contentHash, orderRow, orderShape, otherNumber, type Source, type StoredOrder } from './order-rows.ts';
import { isEnded } from './rules.ts';
import { followChangedSales } from './stock/sales.ts';

type Known = Columns<'orders', 'id' | 'remote_id' | 'content_hash' | 'locked' | 'source_state'> & {
  deleted: boolean;
  stale: boolean;
  was_gone: boolean;
  merging: boolean;
};

/**
 * `isRelated`: the channel splits, merges or brings it back; `wasGone`: the channel did not have it when it was last read; `wasCancelled`:
 * nor had it sold any of it then.
 */
type ChangedOrder = StoredOrder & { locked: boolean; isRelated: boolean; wasGone: boolean; wasCancelled: boolean };

/**
 * Applies the channel's changes to known orders. Skips changes older than ours, and deleted orders; returns locked ones apart. Nothing of
 * a buyer who was erased here is stored. `mappedAnew`: remote ids of those of which only what field mappings read is another.
 */
export async function updateKnown(
  tenant: Tenant,
  source: Source,
  orders: ChannelOrder[],
  mappedAnew: ReadonlySet<string> = new Set(),
): Promise<{ changed: ChangedOrder[]; locked: ChangedOrder[] }> {
  if (orders.length === 0) return { changed: [], locked: [] };
  const rows = await lockKnown(tenant, source, orders);
  const stored = new Map(rows.map((row) => [row.remote_id, row]));
  // Asked once they are locked: their buyers may have been erased while we waited.
  const erased = await erasedOf(tenant, idsOf(rows));
  const differing = orders.flatMap((order) => {
    const row = stored.get(order.remoteId);
    if (!row || !erased.has(row.id)) return changedOrder(order, row, mappedAnew.has(order.remoteId));
    // As it was when it was stored with its buyer, it has not changed.
    return isNews(order, row) ? changedOrder(withoutBuyer(order), row, false) : [];
  });
  const changed = differing.filter(({ locked }) => !locked);
  const locked = differing.filter(({ locked }) => locked);
  await followChangedSales(tenant, source, differing);
  await withStockUpdate(
    tenant,
    changed.map(({ orderId }) => orderId),
    () => applyChanges(tenant, source, changed),
  );
  const sent = new Map(orders.map((order) => [order.remoteId, order]));
  await searchAgain(
    tenant,
    changed.flatMap(({ orderId, order }) => {
      const named = erased.has(orderId) && sent.get(order.remoteId);
      return named ? { orderId, order: named } : [];
    }),
  );
  await noteDeleted(tenant, orders, stored);
  await recordLocked(tenant, source, locked);
  return { changed, locked };
}

/** Those of these orders that are known, by their ids. */
async function lockKnown(tenant: Tenant, { connectionId }: Source, orders: ChannelOrder[]): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select o.id, o.remote_id, o.content_hash, o.locked, o.source_state, o.deleted_at is not null as deleted,
      o.remote_modified_at > sent.modified as stale,
      o.gone_at is not null as was_gone, ${isMerging(tenant)} as merging
    from orders o
    join unnest(${orders.map((order) => order.remoteId)}::text[],
      ${orders.map((order) => order.modifiedAt)}::timestamptz[]) as sent (remote_id, modified)
      on sent.remote_id = o.remote_id
    where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId}
    order by o.id for no key update of o`.execute(tenant.db);
  return rows;
}

/** Those of these orders whose buyers were erased. */
async function erasedOf(tenant: Tenant, ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[]) and ${isErased(tenant, 'o')}`.execute(
    tenant.db,
  );
  return new Set(idsOf(rows));
}

/** Another order was merged into it, or it into another. */
const isMerging = (tenant: OfAccount) => sql`(exists (select from order_merges m where ${inAccount(tenant, 'm')} and m.into_id = o.id)
  or exists (select from order_merges m where ${inAccount(tenant, 'm')} and m.connection_id = o.connection_id
    and m.remote_id = o.remote_id))`;

function changedOrder(order: ChannelOrder, row: Known | undefined, isMappedAnew: boolean): ChangedOrder[] {
  if (!row || row.deleted || !(isNews(order, row) || (isMappedAnew && !row.stale))) return [];
  const isRelated = row.was_gone || row.merging || order.splitFrom !== null || order.mergedIds.length > 0;
  const wasCancelled = row.was_gone || row.source_state === 'cancelled';
  return [{ order, orderId: row.id, locked: row.locked, isRelated, wasGone: row.was_gone, wasCancelled }];
}

const isNews = (order: ChannelOrder, row: Known) => !row.stale && (row.was_gone || row.content_hash !== contentHash(order));

/** What changed at the channel of an order that is deleted here is read when somebody brings it back, before it may leave. */
async function noteDeleted(tenant: Tenant, orders: ChannelOrder[], stored: ReadonlyMap<string, Known>): Promise<void> {
  const deleted = orders.flatMap((order) => {
    const row = stored.get(order.remoteId);
    return row?.deleted && isNews(order, row) ? { order, orderId: row.id } : [];
  });
  await noteUnstored(tenant, deleted);
}

/** Notes once that a locked order changed at the channel: it is read again when it is unlocked. One that had ended there is open again. */
async function recordLocked(tenant: Tenant, { label: channel }: Source, locked: StoredOrder[]): Promise<void> {
  await recordForAll(tenant, await noteUnstored(tenant, locked), 'changed', { code: 'changed_while_locked', channel });
  const there = locked.filter(({ order }) => !isEnded(order)).map(({ orderId }) => orderId);
  if (there.length === 0) return;
  const { rows } = await sql<Columns<'orders', 'id'>>`
    update orders set cancelled_at = null, ended_by = null, gone_at = null, checked_at = null, revision = revision + 1
    where ${inAccount(tenant)} and id = any(${there}::bigint[]) and ended_by in ('gone', 'merged') returning id`.execute(tenant.db);
  const back = idsOf(rows);
  await recordForAll(tenant, back, 'changed', { code: 'back_at_channel', channel });
  await settleOrders(tenant, back);
  await enqueueCheck(tenant, back);
}

/**
 * Notes that their channel has these otherwise, and since when: a reply of before that, which may be on its way, is not what it has.
 * Returns those of which it was not noted.
 */
async function noteUnstored(tenant: Tenant, orders: StoredOrder[]): Promise<number[]> {
  if (orders.length === 0) return [];
  const { rows } = await sql<Columns<'orders', 'id'> & { was: Column<'orders', 'must_reread'> }>`
    update orders o set must_reread = true, remote_modified_at = greatest(o.remote_modified_at, sent.modified),
      other_number = ${otherNumber(sql`sent.number`)}
    from unnest(${orders.map(({ orderId }) => orderId)}::bigint[], ${orders.map(({ order }) => order.modifiedAt)}::timestamptz[],
      ${orders.map(({ order }) => order.number)}::text[]) as sent (id, modified, number)
    where ${inAccount(tenant, 'o')} and o.id = sent.id returning o.id, old.must_reread as was`.execute(tenant.db);
  return idsOf(rows.filter(({ was }) => !was));
}

type ReleaseState = Columns<'orders', 'id' | 'in_amware' | 'warehouse_order_id' | 'edited_fields' | 'order_status' | 'open_issues'>;

/**
 * Applies the channel's changes. An order that is not released follows the channel, except where a person edited it. One that
 * is with the warehouse stays as it was sent: a cancellation becomes a request, anything else an issue.
 */
async function applyChanges(tenant: Tenant, source: Source, changed: ChangedOrder[]): Promise<void> {
  if (changed.length === 0) return;
  const ids = changed.map(({ orderId }) => orderId);
  await withdrawUnsent(tenant, ids, { lock: lockToFollow });
  const { rows } = await sql<ReleaseState>`
    select id, in_amware, warehouse_order_id, edited_fields, order_status, open_issues from orders where ${inAccount(tenant)}
      and id = any(${ids}::bigint[])`.execute(tenant.db);
  const states = new Map(rows.map((row) => [row.id, row]));
  const stateOf = (orderId: number) => states.get(orderId) as ReleaseState;
  const free = changed.filter(({ orderId }) => stateOf(orderId).warehouse_order_id === null);
  const released = changed.filter(({ orderId }) => stateOf(orderId).warehouse_order_id !== null);
  await followChannel(tenant, source, free, stateOf);
  await applyChannelChanges(tenant, source, released);
}

async function followChannel(
  tenant: Tenant,
  source: Source,
  changed: ChangedOrder[],
  stateOf: (orderId: number) => ReleaseState,
): Promise<void> {
  if (changed.length === 0) return;
  const edited = (orderId: number) => stateOf(orderId).edited_fields;
  const moved = await changedWhereEdited(
    tenant,
    changed.filter(({ orderId }) => placeFields.some((field) => edited(orderId).includes(field))),
  );
  const columns = await followChannelFields(tenant, changed);
  const withEdits = changed.filter(({ orderId }) => edited(orderId).includes('lines'));
  const withoutEdits = changed.filter((each) => !withEdits.includes(each));
  const lines = await replaceLines(tenant, source.connectionId, withoutEdits);
  const beside = await otherLines(tenant, withEdits);
  await storeSourceQuantities(tenant, withEdits);
  await recordEvents(
    tenant,
    changed.map((each) => {
      const changes = { ...columns.get(each.orderId), ...lines.get(each.orderId) };
      return followed(each, source.label, changes, edited(each.orderId).length > 0);
    }),
  );
  await forgetDecisions(tenant, [...lines.keys()]);
  const [ended, going] = [changed.filter(({ order }) => isEnded(order)), changed.filter(({ order }) => !isEnded(order))];
  await closeIssues(tenant, { orderIds: ended.map(({ orderId }) => orderId) });
  const states = going.map(({ orderId }) => ({
    ...{ ...stateOf(orderId), columns: columns.get(orderId) },
    ...{ isMoved: moved.has(orderId), hasOtherLines: beside.has(orderId) },
  }));
  await stopBesideEdits(tenant, source, states);
  // Settled here, because the check skips orders that have ended.
  await settleOrders(
    tenant,
    changed.map(({ orderId }) => orderId),
  );
  await askAboutEnded(tenant, source, [...lines.keys()]);
}

/** The channel cancels with `row` an order `o` that a person had cancelled. */
const isCancelledHere = sql`(row.source_state = 'cancelled' and o.source_state <> 'cancelled' and o.cancelled_at is not null
  and o.ended_by is null)`;

/** When `o` was cancelled, now that its channel says `row`: which has only taken note of a decision, until the order is to be sent. */
const cancelledAt = sql`(select case when row.source_state = 'cancelled' then coalesce(o.cancelled_at, now())
  when o.ended_by in ('gone', 'merged') or o.ended_by = 'cancel_request' and row.source_state = 'ready' then null
  when o.source_state <> 'cancelled' or o.ended_by in ('same_goods', 'imported_twice') then o.cancelled_at end)`;

/**
 * Writes the channel's values, except where a person edited. An order that the channel had ended goes on when the channel takes
 * that back. Returns what changed.
 */
async function followChannelFields(tenant: Tenant, changed: StoredOrder[]): Promise<Map<number, Changes>> {
  const rows = changed.map(({ order, orderId }) => ({ id: orderId, there: addressOf(order), ...orderRow(order) }));
  const kept = channelColumns.map((column) => {
    const name = sql.ref(column);
    return sql`${name} = case when ${sql.lit(column)} = any(o.edited_fields) then o.${name} else row.${name} end`;
  });
  const { rows: written } = await sql<Columns<'orders', 'id'> & { changes: Changes }>`
    update orders o set ${sql.join(kept)},
      source_status = row.source_status, source_state = row.source_state, source_order_number = row.source_order_number,
      source_ref_num = row.source_ref_num, order_date = row.order_date, store_id = row.store_id, store_name = row.store_name,
      currency = row.currency, customer_id = row.customer_id, source_details = row.source_details, handle = row.handle,
      source_shipping = row.source_shipping,
      source_shipping_description = row.source_shipping_description, shipping_cost = row.shipping_cost, tax_cost = row.tax_cost,
      other_number = case when row.source_order_number = o.source_order_number then o.other_number else o.source_order_number end,
      total_cost = row.total_cost, weight_grams = row.weight_grams, content_hash = row.content_hash,
      remote_modified_at = row.remote_modified_at, split_from = row.split_from, gone_at = null, source_units = null,
      new_ship_to = case when o.edited_fields && ${[...placeFields]}::text[] then row.there end,
      units_ordered = case when 'lines' = any(o.edited_fields) then o.units_ordered else row.units_ordered end,
      cancelled_at = ${cancelledAt},
      -- Should the channel take back what a person had decided before, too, it waits for a person.
      held_before_cancel = o.held_before_cancel or ${isCancelledHere},
      hold_reason = case when ${isCancelledHere} then ${sentenceSql(holdReasons, 'cancelled_here_before', {})} else o.hold_reason end,
      hold_until = case when not ${isCancelledHere} then o.hold_until end,
      ended_by = case when o.ended_by in ('same_goods', 'imported_twice')
        or o.ended_by = 'cancel_request' and row.source_state not in ('ready', 'cancelled') then o.ended_by end,
      confirmed_at = case when row.source_state = 'shipped' then coalesce(o.confirmed_at, row.remote_modified_at)
        when o.source_state <> 'shipped' then o.confirmed_at end,
      -- What goes on again belongs to the daily lists.
      archived_at = case when row.source_state <> o.source_state
        and o.source_state in ('cancelled', 'shipped') then null else o.archived_at end,
      -- What it no longer asks for is not the method that was mapped for that.
      shipping_code = case when row.source_shipping is null and o.source_shipping is not null
        and not 'shipping_code' = any(o.edited_fields) and not o.fields ? 'shipping_code' then null else o.shipping_code end,
      checked_at = null, must_reread = false, reread_refused = null, seen_at = now(), revision = o.revision + 1
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id bigint, there jsonb, ${orderShape})
    where ${inAccount(tenant, 'o')} and o.id = row.id
    returning o.id, ${changedColumns} as changes`.execute(tenant.db);
  return new Map(written.map(({ id, changes }) => [id, changes]));
}

function followed({ order, orderId, wasGone }: ChangedOrder, channel: string, changes: Changes, isEdited: boolean): OrderEvent {
  if (order.state === 'cancelled') return { orderId, kind: 'cancelled', sentence: { code: 'cancelled_by_channel', channel } };
  if (order.state === 'shipped') return { orderId, kind: 'confirmed', sentence: { code: 'shipped_elsewhere', channel } };
  if (wasGone) return { orderId, kind: 'changed', sentence: { code: 'back_at_channel', channel } };
  const sentence = { code: isEdited ? ('changed_beside_edits' as const) : ('changed_by_channel' as const), channel };
  // The revision always differs.
  return { orderId, kind: 'changed', sentence, ...(Object.keys(changes).length > 1 && { changes }) };
}

/** Columns whose changes the history shows. Edited columns stay as they are, so they are not among the changes. */
const recordedColumns = [
  ...['customer_name', 'customer_phone', 'customer_email', 'company_name', 'address', 'address_2', 'city', 'state', 'postal_code'],
  ...['country', 'note', 'source_order_number', 'source_ref_num', 'source_status', 'source_shipping', 'source_shipping_description'],
  ...['shipping_cost', 'tax_cost', 'total_cost'],
];

/**
 * For `returning` of an update of orders: which of these columns it changed, from what to what, and the revision, which tells
 * an edit that began before the change.
 */
const changedColumns = sql<Changes>`(
  select coalesce(jsonb_object_agg(now_is.key, jsonb_build_object('from', was.value, 'to', now_is.value)), '{}')
    || jsonb_build_object('revision', jsonb_build_object('from', old.revision, 'to', new.revision))
  from jsonb_each_text(to_jsonb(new)) as now_is join jsonb_each_text(to_jsonb(old)) as was using (key)
  where now_is.key = any(${recordedColumns}::text[]) and now_is.value is distinct from was.value)`;
