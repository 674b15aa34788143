import { sql } from 'kysely';
import { logoAddress } from '../../../../connectors/logos.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { whoOf } from '../../../base/changes/who-of.ts';
import { wordedIssue } from '../../../shared/issues/issue.ts';
import { dayAt } from '../../../ui/time/day.ts';
import { type TimeStyle, writeDateTime, writeDay } from '../../../ui/time/write-time.ts';
import type { PurchaseOrderDetail, PurchaseOrderItem } from '../../purchase-flow/contract/detail.ts';
import type { LogEntry } from '../../purchase-flow/contract/purchase-orders.ts';
import { actionLabelOf } from '../../purchase-flow/events/kinds.ts';
import { wordPurchaseEvent } from '../../purchase-flow/events/sentences.ts';
import { statusLabel } from '../../purchase-flow/purchase-order.ts';
import { announcementWaits } from './announcement-waits.ts';
import { type DetailRow, readDetailRow } from './row.ts';

/** A purchase order with its lines, receipts, fulfilments, issues and history; undefined when the account has none of this id. */
export async function getPurchaseOrder(tenant: Tenant, id: number): Promise<PurchaseOrderDetail | undefined> {
  const row = await readDetailRow(tenant, id);
  if (!row) return undefined;
  const { timezone, date_style, slug, source_name, connector, archived, lines, receipts, fulfilments, source_place, ...rest } = row;
  const { announcement, source_state, ...order } = rest;
  const style = { timezone, dateStyle: date_style as TimeStyle['dateStyle'] };
  const issues = row.issues.map(wordedIssue);
  return {
    ...order,
    issues,
    events: row.events.map((event) => ({ ...event, sentence: wordPurchaseEvent(event.sentence, style.dateStyle) })),
    status_label: { label: order.status, humanReadable: statusLabel[order.status] },
    error: order.open_issues > 0,
    error_message: issues[0]?.sentence ?? null,
    updated_at_formatted: writeDateTime(order.updated_at, style),
    expected_date_formatted: order.expected_at && writeDay(order.expected_at, style),
    expected_on: order.expected_at && dayAt(order.expected_at.getTime(), timezone),
    connector_source: {
      name: slug ?? 'manual',
      human_readable: source_name ?? 'Made here',
      image_url: connector && logoAddress(connector),
    },
    source_location: source_place,
    announcement_waits: announcementWaits({ announcement, source_name, source_state }),
    is_archived: archived,
    purchase_order_items: lines.map((line) => itemOf(line, style)),
    receipts: receipts.map((receipt) => ({ ...receipt, receipt_date_formatted: writeDateTime(new Date(receipt.received_at), style) })),
    fulfillments: fulfilments.map((one) => ({ ...one, ship_date_formatted: writeDay(new Date(one.ship_date), style) })),
  };
}

function itemOf(line: DetailRow['lines'][number], style: TimeStyle): PurchaseOrderItem {
  const { mapped_sku, quantity_announced, quantity_received, quantity_processed, announced_at, expected_at, ...rest } = line;
  const { units_per_sale: each } = line;
  const rest_of_it = (line.quantity - line.received_before) * each - quantity_received;
  return {
    ...rest,
    amware_reference_sku: mapped_sku,
    in_amware_date_formatted: announced_at && writeDay(new Date(announced_at), style),
    estimated_delivery_date_formatted: expected_at && writeDay(new Date(expected_at), style),
    expected_on: expected_at && dayAt(Date.parse(expected_at), style.timezone),
    announced: quantity_announced,
    received: line.received_before * each + quantity_received,
    processed: quantity_processed,
    open: Math.max(0, rest_of_it),
    over: Math.max(0, -rest_of_it),
  };
}

type Logged = Columns<'purchase_order_events', 'id' | 'at' | 'kind' | 'sentence'> & { edited_by: Column<'users', 'name'> | null };
const mostLogs = 500;

/** What was done with a purchase order, newest first; undefined when there is none. */
export async function listPurchaseLogs(tenant: Tenant, id: number, style: TimeStyle): Promise<LogEntry[] | undefined> {
  const { rows } = await sql<Logged>`
    select e.id, e.at, e.kind, e.sentence, ${whoOf} as edited_by
    from purchase_orders p join purchase_order_events e on ${inAccount(tenant, 'e')} and e.purchase_order_id = p.id left
      join users u on u.id = e.user_id
    where ${inAccount(tenant, 'p')} and p.id = ${id} and p.deleted_at is null order by e.id desc limit ${mostLogs}`.execute(tenant.db);
  if (rows.length === 0) return undefined;
  return rows.map(({ id: entry, at, kind, sentence, edited_by }) => ({
    ...{ id: entry, at, edited_by, action: actionLabelOf(kind), result: wordPurchaseEvent(sentence, style.dateStyle) },
    date_formatted: writeDateTime(at, style),
  }));
}

/** What its source sent, newest first. */
export async function listPurchasePayloads(
  tenant: Tenant,
  id: number,
): Promise<Columns<'purchase_order_payloads', 'id' | 'received_at' | 'raw'>[]> {
  const { rows } = await sql<Columns<'purchase_order_payloads', 'id' | 'received_at' | 'raw'>>`
    select y.id, y.received_at, y.raw from purchase_orders p join purchase_order_payloads y on ${inAccount(tenant, 'y')}
      and y.purchase_order_id = p.id
    where ${inAccount(tenant, 'p')} and p.id = ${id} and p.deleted_at is null order by y.id desc limit 50`.execute(tenant.db);
  return rows;
}
