import { connectorNamed } from '../../../../connectors/index.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { suggestedInWords } from '../../../base/addresses/suggesting/certain.ts';
import { wordReason } from '../../../base/reasons.ts';
import { remedyFor, wordedIssue } from '../../../shared/issues/issue.ts';
import { dayAt } from '../../../ui/time/day.ts';
import type { OrderDetail } from '../../order-flow/contract/detail.ts';
import { type OrderEventSentence, wordOrderEvent } from '../../order-flow/events/sentences.ts';
import { isEditable } from '../../order-flow/order.ts';
import { keptByWarehouse } from '../../order-flow/release/holding/own-hold.ts';
import { addressThere, newAddressOf } from '../../order-flow/sent/new-address/shown.ts';
import { termsInWords } from '../../order-flow/values/hold-terms.ts';
import { cancelWaits } from './cancel-waits.ts';
import { erasureInWords } from './erasure-in-words.ts';
import { type DetailRow, readOrderRow } from './order-row.ts';
import { secondWaits, splitParcelsOf } from './split-parcels.ts';

/** What is read for the facts of an order, and not shown as it is. */
const unshown = [
  'lines',
  'issues',
  'shipments',
  'events',
  'combined',
  'related',
  'outbox',
  'remote_id',
  'connector',
  'connection_settings',
  'source_gone',
  'erased_at',
  'erased_after',
  'ended_at',
  'kept_days',
  'part',
  'part_state',
  'first_left',
  'kept_there',
  'second_ended_at',
  'new_ship_to',
  'rest',
  'must_reread',
  'has_told',
] as const satisfies (keyof DetailRow)[];
type Unshown = (typeof unshown)[number];

function shownOf(row: DetailRow): Omit<DetailRow, Unshown> {
  const order: Partial<DetailRow> = { ...row };
  for (const name of unshown) delete order[name];
  return order as Omit<DetailRow, Unshown>;
}

/** An order with its lines, issues, shipments and history; undefined when this account has no order of that id. */
export async function getOrder(tenant: Tenant, id: number): Promise<OrderDetail | undefined> {
  const row = await readOrderRow(tenant, id);
  if (!row) return undefined;
  const { lines, issues, shipments, events, combined, related } = row;
  const split_parcels = splitParcelsOf(row);
  const editable = isEditable(row);
  return {
    ...shownOf(row),
    connector_link: linkAtChannel(row),
    source_display: connectorNamed(row.connector).displayStatus?.(row.source_status) ?? row.source_status,
    buyer_erasure: erasureOf(row),
    editable,
    split_parcels,
    new_address: newAddressOf(row),
    address_there: addressThere(row),
    lines: lines ?? [],
    issues: (issues ?? []).map((issue) => ({ ...withSuggestion(wordedIssue(issue), row), remedy: remedyFor(issue) })),
    shipments: shipments ?? [],
    events: (events ?? []).map((event) => ({ ...event, sentence: wordOrderEvent(event.sentence, row.date_style) })),
    undoable_edit: (editable && events?.findLast(({ kind, undone }) => kind === 'edited' && !undone)?.id) || null,
    undoable_told: row.has_told ? toldInForce(events ?? []) : null,
    related: related ?? [],
    orders_combined_with: combined ?? [],
    waits_for: waitsFor(row, split_parcels && secondWaits(row, split_parcels)),
  };
}

/**
 * Each undo takes back the last decision that is in force, and then counts the one before. What an undo needs is kept for a while only: an
 * order that has none of it offers none.
 */
function toldInForce(events: NonNullable<DetailRow['events']>): number | null {
  const inForce: number[] = [];
  for (const { id, sentence } of events) {
    const { code } = sentence as OrderEventSentence;
    if (code === 'told_by_hand') inForce.push(id);
    if (code === 'told_by_hand_undone') inForce.pop();
  }
  return inForce.at(-1) ?? null;
}

function linkAtChannel({ connector, connection_settings, remote_id, source_order_number }: DetailRow): string | null {
  return connectorNamed(connector).orderPage?.(connection_settings, { remoteId: remote_id, number: source_order_number }) ?? null;
}

function erasureOf({
  erased_at,
  erased_after,
  ended_at,
  kept_days,
  connector,
  source_name,
  timezone,
  date_style,
}: DetailRow): string | null {
  const demanded = connectorNamed(connector).erasesBuyersAfterDays;
  const days = demanded && Math.min(demanded, kept_days ?? demanded);
  return erasureInWords(
    { erasedAt: erased_at, afterDays: erased_after, endedAt: ended_at, days, channel: source_name },
    { timezone, dateStyle: date_style },
  );
}

/** What an order waits for at its current step. `second`: what its second parcel waits for. */
function waitsFor(order: DetailRow, second: string | null): string | null {
  const { outbox, kept_there: isKeptThere } = order;
  const trouble = outbox?.last_failure ? ` The last attempt did not succeed. ${wordReason(outbox.last_failure)}` : '';
  if (order.order_status === 'cancelled' || order.order_status === 'fulfilled') return null;
  if (order.blocking_issues > 0) return `Waits for a person: see what stopped it.${order.on_hold ? ` ${holdInWords(order)}` : ''}`;
  if (order.on_hold) return isKeptThere ? `${holdInWords(order)} ${keptByWarehouse}` : holdInWords(order);
  if (order.locked) return 'Locked: nothing is sent until somebody unlocks it.';
  if (cancelWaits(order) !== null) return cancelWaits(order);
  if (outbox?.kind === 'confirm' && hasAddedGoods(order)) return `Waits for a person: ${order.source_name} added goods that were not sent.`;
  if (outbox?.kind === 'confirm' && order.source_gone)
    return `Waits for ${order.source_name} to be connected again, to be told that it shipped.`;
  if (outbox?.kind === 'confirm') return `Waits for ${order.source_name} to accept the confirmation.${trouble}`;
  if (order.order_status === 'shipped' && order.gone_at !== null)
    return `${order.source_name} no longer has this order, so it cannot be told that it shipped.`;
  if (order.warehouse_gone !== null && order.order_status !== 'shipped')
    return `Waits for ${order.warehouse_gone} to be connected again: ${order.in_amware === 1 ? 'the order is there' : 'the order was to go there'}.`;
  if (order.source_state === 'external' && order.warehouse_order_id === null)
    return `Somebody else ships it, according to ${order.source_name}.`;
  if (order.source_state === 'waiting') return `Waits for ${order.source_name}: it is not paid or not released there yet.`;
  if (order.source_state === 'held') return `On hold at ${order.source_name}.`;
  if (order.order_status === 'pending' && order.warehouse_order_id !== null) return `Waits for the warehouse to accept it.${trouble}`;
  if (order.order_status === 'pending' && order.must_reread)
    return `Waits to be read again at ${order.source_name}: what it has of this order may have changed.`;
  if (order.order_status === 'pending' && order.release_after && order.release_after > new Date())
    return 'Goes to the warehouse within ten seconds, unless the link or mapping that mended it is undone.';
  if (order.order_status === 'pending') return 'Waits to be sent: for a connected warehouse, or for its time window to open.';
  if (order.order_status === 'packing' && isKeptThere) return keptByWarehouse;
  if (order.order_status === 'packing') return `Waits for the warehouse to ${isPacked(order) ? 'ship it' : 'pack and ship it'}.`;
  if (order.order_status === 'partially_shipped' && second !== null) return second;
  const rest = order.units_ordered - order.units_shipped;
  if (order.order_status === 'partially_shipped') return `Waits for the ${rest === 1 ? 'last unit' : `other ${rest} units`}.`;
  return `Waits for ${order.source_name}.`;
}

/** Whether the channel added goods that were not sent. */
const hasAddedGoods = ({ issues }: DetailRow) =>
  issues?.some(({ type, subject }) => type === 'changed_after_release' && subject === 'added') ?? false;

/** Whether the warehouse said so. */
const isPacked = ({ events }: DetailRow) => events?.findLast(({ kind }) => kind === 'packed' || kind === 'recalled')?.kind === 'packed';

function holdInWords({ hold_reason, hold_until, timezone, date_style }: DetailRow): string {
  const ends = hold_until ? 'The hold ends then, or when somebody ends it.' : 'The hold ends when somebody ends it.';
  const until = hold_until ? dayAt(hold_until, timezone) : undefined;
  return `On hold${termsInWords({ reason: hold_reason ?? undefined, until }, date_style)} ${ends}`;
}

/** What is certain about an incomplete address is said with what it lacks. */
function withSuggestion<Issue extends { type: string; sentence: string }>(issue: Issue, order: DetailRow): Issue {
  const suggestion = issue.type === 'address_incomplete' ? suggestedInWords(order) : null;
  return suggestion === null ? issue : { ...issue, sentence: `${issue.sentence} ${suggestion}`, suggested: order.revision };
}
