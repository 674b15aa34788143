import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { reindex } from '../../../../platform/words/due.ts';
import type { AddressValues } from '../../../base/addresses/address.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import type { SentenceOfType } from '../../../shared/issues/issue.ts';
import { wakeOutbox } from '../../../shared/outbox/queue.ts';
import { isErased } from '../erasing/ended.ts';
import { sentWhole } from '../lines/sent-whole.ts';
import { openOrderIssues } from '../order-issues.ts';
import { hasOpenRequest } from '../release/cancelling/decide.ts';
import { requestCancel } from '../release/holding/cancel.ts';
import { isChannelsWish, withdrawCancels } from '../release/holding/withdraw-cancels.ts';
import { endNewAddresses, noteNewAddresses } from '../sent/new-address/notice.ts';
import { hasRest } from '../sent/new-address/standing.ts';
import { addressIn } from '../sent/new-address/values.ts';
import { settleOrders } from '../settle.ts';
import { findTwinsOfSent } from '../shared-goods/twins/twins.ts';
import { queueConfirmations } from '../shipping/shipments.ts';
import { addressOf, onlyAddressDiffers } from './new-address.ts';
import { contentHash, isSameContent, otherNumber, type Source, type StoredOrder, sourceDetails } from './order-rows.ts';

/** The order as it was before this change at the channel. */
type Before = Columns<'orders', 'id' | 'source_state' | 'source_status' | 'content_hash'> & {
  ended: 'cancelled' | 'confirmed' | null;
  cancelling: boolean;
  /** The channel asked to cancel it, and has not taken that back before it was decided. */
  requested: boolean;
  /** The same, and that is not decided. */
  undecided: boolean;
  confirming: boolean;
  /** Its connection is compared with a database that was restored, or will be: what that has lost may have confirmed it. */
  comparing: boolean;
  confirms: Column<'connections', 'confirms'>;
  /** A person split it, and its second parcel is to go. */
  two_parcels: boolean;
  /** What its channel had as its address. */
  address: AddressValues;
  /** Some of it is to leave, beside what has left or goes first; nothing else that changed waits for a person. */
  has_rest: boolean;
  /** A part of it has left, and the rest is with the warehouse as one with that. */
  left_in_part: boolean;
  /** Some of it has left, and more is to. */
  more_leaves: boolean;
  /** Units of goods that the channel had in it; null where a person edited its lines and it was not read since. */
  units: number | null;
  is_erased: boolean;
};

type Sentence = SentenceOfType<'changed_after_release'>;
type News = { subject: 'order' | 'added'; sentence: Sentence };

/**
 * Handles channel changes of orders that the warehouse already has: a cancellation is requested at once, a person decides about
 * anything else.
 */
export async function applyChannelChanges(tenant: Tenant, source: Source, changed: StoredOrder[]): Promise<void> {
  if (changed.length === 0) return;
  const before = await readBefore(tenant, changed);
  await storeChannelState(tenant, changed);
  const cancelled = changed.filter(({ order }) => order.state === 'cancelled').map(({ orderId }) => orderId);
  if (cancelled.length > 0) await requestCancel(tenant, cancelled, source.label);
  await withdrawTakenBack(tenant, changed, before);
  const moved = changed.filter(({ order, orderId }) => isMoved(order, before.get(orderId) as Before)).map(({ orderId }) => orderId);
  const added = await addedTo(tenant, changed, before);
  const news = changed.flatMap(({ order, orderId }) => {
    const its = moved.includes(orderId) ? null : newsOf(order, before.get(orderId) as Before, added.has(orderId), source.label);
    return its === null ? [] : [{ orderId, ...its }];
  });
  await noteNewAddresses(tenant, moved);
  await endNewAddresses(
    tenant,
    news.map(({ orderId }) => orderId),
  );
  await closeAdded(tenant, source, changed);
  const at = new Date().toISOString();
  await openOrderIssues(
    tenant,
    news.map(({ orderId, subject, sentence }) => ({
      ...{ orderId, subject, connectionId: source.connectionId, type: 'changed_after_release', blocking: false },
      // By it a person's decision about the change before is known from one about this.
      sentence: { ...sentence, at } as Sentence,
    })),
  );
}

/** What the warehouse has not been asked to cancel is not cancelled any more, unless a person wanted that. */
async function withdrawTakenBack(tenant: Tenant, changed: StoredOrder[], before: Map<number, Before>): Promise<void> {
  const back = changed.filter(({ order, orderId }) => takenBack(order, before.get(orderId) as Before)).map(({ orderId }) => orderId);
  for (const id of await withdrawCancels(tenant, back, isChannelsWish(tenant)))
    Object.assign(before.get(id) as Before, { cancelling: false });
}

/** What was added is out again, as when a merge is undone. */
async function closeAdded(tenant: Tenant, { connectionId }: Source, changed: StoredOrder[]): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select order_id as id from issues where ${inAccount(tenant)} and order_id = any(${changed.map(({ orderId }) => orderId)}::bigint[])
      and type = 'changed_after_release' and subject = 'added' and closed_at is null`.execute(tenant.db);
  const open = new Set(idsOf(rows));
  const orderIds = [
    ...(await sentWhole(
      tenant,
      changed.filter(({ orderId }) => open.has(orderId)),
    )),
  ];
  if (!(await closeIssues(tenant, { orderIds, types: ['changed_after_release'], subjects: ['added'] }))) return;
  await settleOrders(tenant, orderIds);
  // Its confirmation may have waited for this.
  await wakeOutbox(tenant, [connectionId]);
}

async function readBefore(tenant: Tenant, changed: StoredOrder[]): Promise<Map<number, Before>> {
  const { rows } = await sql<Before>`
    select o.id, o.source_state, o.source_status, o.content_hash, c.confirms, o.is_split and o.second_ended_at is null as two_parcels,
      ${isErased(tenant, 'o')} as is_erased,
      coalesce(o.new_ship_to, ${addressIn('o')}) as address, ${hasRest(tenant)} and not exists (select 1 from issues i
        where ${inAccount(tenant, 'i')} and i.order_id = o.id and i.type = 'changed_after_release' and i.closed_at is null) as has_rest,
      o.units_shipped > 0 and o.units_shipped < o.units_ordered and not o.is_split as left_in_part,
      o.units_shipped > 0 and o.units_shipped < o.units_ordered and o.second_ended_at is null as more_leaves,
      case when cancelled_at is not null then 'cancelled' when confirmed_at is not null then 'confirmed' end as ended,
      cancel_requested_at is not null and cancel_outcome is distinct from 'too_late' as cancelling,
      exists (select 1 from cancel_requests r where ${inAccount(tenant, 'r')} and r.order_id = o.id
        and (r.withdrawn_at is null or r.outcome = 'accepted')) as requested,
      ${hasOpenRequest(tenant)} as undecided,
      exists (select 1 from outbox x where ${inAccount(tenant, 'x')} and x.order_id = o.id and x.kind = 'confirm'
        and x.attempts > 0) as confirming,
      exists (select 1 from comparisons p where ${inAccount(tenant, 'p')} and p.connection_id = o.connection_id and p.finished_at is null)
        or exists (select 1 from installation where stopped is not null) as comparing,
      coalesce(o.source_units, case when not 'lines' = any(o.edited_fields) then (select coalesce(sum(l.quantity), 0)::int
        from order_lines l
        where ${inAccount(tenant, 'l')} and l.order_id = o.id and not l.is_charge and l.quantity > 0) end) as units
    from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    where ${inAccount(tenant, 'o')} and o.id = any(${changed.map(({ orderId }) => orderId)}::bigint[])`.execute(tenant.db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What left while the channel did not have its order is confirmed now that it has. */
async function storeChannelState(tenant: Tenant, changed: StoredOrder[]): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'> & { was_gone: boolean; is_renumbered: boolean }>`
    update orders o set other_number = ${otherNumber(sql`incoming.number`)},
      source_status = incoming.status, source_state = incoming.state, remote_modified_at = incoming.modified_at,
      content_hash = incoming.hash, source_details = incoming.details, handle = incoming.handle, source_units = incoming.units,
      new_ship_to = nullif(incoming.ship_to, ${addressIn('o')}), gone_at = null, seen_at = now(), checked_at = now()
    from unnest(${changed.map(({ orderId }) => orderId)}::bigint[], ${changed.map(({ order }) => order.sourceStatus)}::text[],
      ${changed.map(({ order }) => order.state)}::text[], ${changed.map(({ order }) => order.modifiedAt)}::timestamptz[],
      ${changed.map(({ order }) => contentHash(order))}::text[], ${changed.map(({ order }) => detailsText(order))}::text[]::jsonb[],
      ${changed.map(({ order }) => order.handle ?? null)}::text[], ${changed.map(({ order }) => unitsIn(order))}::int[],
      ${changed.map(({ order }) => JSON.stringify(addressOf(order)))}::text[]::jsonb[],
      ${changed.map(({ order }) => order.number)}::text[])
      as incoming (id, status, state, modified_at, hash, details, handle, units, ship_to, number)
    where ${inAccount(tenant, 'o')} and o.id = incoming.id returning o.id, old.gone_at is not null as was_gone,
      new.other_number is distinct from old.other_number as is_renumbered`.execute(tenant.db);
  const back = idsOf(rows.filter(({ was_gone }) => was_gone));
  if (back.length > 0) await queueConfirmations(tenant, back);
  const renumbered = idsOf(rows.filter(({ is_renumbered }) => is_renumbered));
  if (renumbered.length > 0) await reindex(tenant, { noun: 'orders' }, renumbered);
  await findTwinsOfSent(tenant, renumbered);
}

function detailsText(order: ChannelOrder): string | null {
  const details = sourceDetails(order);
  return details && JSON.stringify(details);
}

const unitsIn = ({ lines }: ChannelOrder) => lines.reduce((sum, { isCharge, quantity }) => sum + (isCharge ? 0 : Math.max(quantity, 0)), 0);

/** The channel wants what has not left of it sent elsewhere, and nothing else. */
function isMoved(order: ChannelOrder, before: Before): boolean {
  if (!before.has_rest || before.ended !== null || before.cancelling || order.state !== 'ready') return false;
  if (isSameContent(contentHash(order), before.content_hash)) return false;
  // Our own confirmation of a parcel may have given it another status since.
  const echo = before.confirming && before.source_state === 'ready';
  const looks = [order, ...(echo ? [{ state: before.source_state, sourceStatus: before.source_status }] : [])];
  return onlyAddressDiffers(order, {
    ...{ content_hash: before.content_hash, address: before.address },
    looks: looks.map(({ state, sourceStatus }) => ({ state: state as ChannelOrder['state'], sourceStatus })),
  });
}

/** What a person is told, or null where there is nothing to decide. */
function newsOf(order: ChannelOrder, before: Before, isAdded: boolean, channel: string): News | null {
  const sentence = changeOf(order, before, channel);
  if (sentence === null && !isAdded) return null;
  if (!isAdded || order.state === 'external') return sentence === null ? null : { subject: 'order', sentence };
  const units = unitsIn(order) - (before.units ?? 0);
  const isConfirmed = before.ended === 'confirmed' || before.confirming || order.state === 'shipped';
  const code = isConfirmed ? 'goods_added_to_shipped' : before.confirms === 'whole_order' ? 'goods_added' : 'goods_added_to_parts';
  return { subject: 'added', sentence: { code, channel, units } };
}

/**
 * Those of these orders that goods came into, for example from an order that was merged into them: what left is not all of them any longer.
 * What had been split off and is back was sent.
 */
async function addedTo(tenant: Tenant, changed: StoredOrder[], before: ReadonlyMap<number, Before>): Promise<Set<number>> {
  const grown = changed.filter(({ order, orderId }) => isGrown(order, before.get(orderId) as Before));
  const whole = await sentWhole(tenant, grown);
  return new Set(grown.flatMap(({ orderId }) => (whole.has(orderId) ? [] : orderId)));
}

const isGrown = (order: ChannelOrder, { ended, units }: Before) =>
  ended !== 'cancelled' && order.state !== 'cancelled' && units !== null && unitsIn(order) > units;

/** The sentence about what changed beside its goods. */
function changeOf(order: ChannelOrder, before: Before, channel: string): Sentence | null {
  // It was gone, and is back as it was; or what changed is only shown.
  if (isAsBefore(order, before) && !noLongerAsks(order, before)) return null;
  if (before.ended === 'confirmed') return null;
  // The warehouse was asked to cancel, and its reply shows on the order's page; but of what has left in part it is not asked.
  if (order.state === 'cancelled')
    return before.left_in_part && before.ended === null && before.source_state !== 'cancelled' ? { code: 'rest_cancelled', channel } : null;
  // What it asks is followed by itself.
  if (order.cancelRequest && onlyStateDiffers(order, before)) return null;
  if (takenBack(order, before)) {
    if (before.ended === 'cancelled') return { code: 'cancellation_done', channel };
    if (before.cancelling) return { code: 'cancellation_requested', channel };
    // The warehouse has done what the channel now wants. What the channel still holds it would not send.
    if (order.state === 'ready' && onlyStateDiffers(order, before)) return null;
  }
  if (before.ended === 'cancelled') return null;
  // The channel says 'shipped' because we confirmed it, or another word than before because we confirmed a part of it.
  if (
    before.confirming &&
    !isRestLess(order, before) &&
    (order.state === 'shipped' || (order.state === 'ready' && onlyStateDiffers(order, before)))
  )
    return null;
  // Once it is compared, shipped-elsewhere.ts tells of those that nobody here has shipped.
  if (before.comparing && order.state === 'shipped' && onlyStateDiffers(order, before)) return null;
  if (order.state === 'external') return { code: 'fulfilled_elsewhere', channel };
  return { code: before.two_parcels ? 'order_changed_between' : 'order_changed', channel };
}

/** The channel has fewer units than before, and what has not left may be those: the warehouse goes on with them. */
const isRestLess = (order: ChannelOrder, { more_leaves, units }: Before) => more_leaves && units !== null && unitsIn(order) < units;

/** The channel cancelled it, or asked to, and wants it sent again; or it only asks no longer. */
function takenBack(order: ChannelOrder, before: Before): boolean {
  const isAsked = before.requested && before.source_state !== 'ready' && !order.cancelRequest;
  return ((before.source_state === 'cancelled' || isAsked) && order.state === 'ready') || noLongerAsks(order, before);
}

/** The channel ends a request that nobody has decided about, whatever else it has of the order: it may hold it as before. */
const noLongerAsks = (order: ChannelOrder, { undecided }: Before) =>
  undecided && !order.cancelRequest && (order.state === 'ready' || order.state === 'waiting' || order.state === 'held');

/**
 * Whether a channel has an order as before. One whose buyer was erased, here or by the channel too, cannot be compared with what it was:
 * its state and its units tell, because it has ended, and nothing else of it matters to what was sent.
 */
function isAsBefore(order: ChannelOrder, before: Before): boolean {
  if (isSameContent(contentHash(order), before.content_hash)) return true;
  if (!before.is_erased || order.state !== before.source_state || order.sourceStatus !== before.source_status) return false;
  return before.units === null || unitsIn(order) === before.units;
}

const onlyStateDiffers = (order: ChannelOrder, before: Before) =>
  isAsBefore({ ...order, state: before.source_state, sourceStatus: before.source_status }, before);
