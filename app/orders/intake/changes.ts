import { sql } from 'kysely';
import type { ChannelOrder } from '../../../connectors/contract.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { closeIssues } from '../../issues/commands.ts';
import { editableColumns } from '../fields.ts';
import { type Changes, type OrderEvent, recordEvents } from '../history.ts';
import { withdrawUnsent } from '../release/withdraw.ts';
import { settleOrders } from '../settle.ts';
import { noteAfterRelease } from './after-release.ts';
import type { Source } from './intake.ts';
import { lineIds, noteSourceQuantities, updateLines } from './lines.ts';
import { orderRow } from './row.ts';
import { changedColumns, changedLines, linesOf } from './tell-changes.ts';

export type ChangedOrder = { order: ChannelOrder; orderId: number };
type ReleaseState = { id: number; in_amware: number; warehouse_order_id: number | null; edited_fields: string[]; order_status: string };

/** Columns that the channel fills and a person may have edited: sync then leaves them alone. */
const editable = editableColumns.filter((column) => column !== 'shipping_code');

/**
 * Takes the channel's newer words for known orders. Not yet released: the order follows, except where a person edited it.
 * With the warehouse: nothing is changed behind its back; a cancellation becomes a request, anything else an issue.
 */
export async function applyChanges(tenant: Tenant, source: Source, changed: ChangedOrder[]): Promise<void> {
  if (changed.length === 0) return;
  const ids = changed.map(({ orderId }) => orderId);
  await withdrawUnsent(tenant, ids);
  const { rows } = await sql<ReleaseState>`
    select id, in_amware, warehouse_order_id, edited_fields, order_status from orders where account_id = ${tenant.accountId} and id = any(${ids}::bigint[])`.execute(
    tenant.db,
  );
  const places = new Map(rows.map((row) => [row.id, row]));
  const at = (orderId: number) => places.get(orderId) as ReleaseState;
  const free = changed.filter(({ orderId }) => at(orderId).warehouse_order_id === null);
  const released = changed.filter(({ orderId }) => at(orderId).warehouse_order_id !== null);
  await followChannel(tenant, source, free, (orderId) => at(orderId).edited_fields);
  await noteAfterRelease(tenant, source, released);
}

async function followChannel(
  tenant: Tenant,
  source: Source,
  changed: ChangedOrder[],
  edited: (orderId: number) => string[],
): Promise<void> {
  if (changed.length === 0) return;
  const columns = await followChannelFields(tenant, changed);
  const lines = await replaceLines(
    tenant,
    source,
    changed.filter(({ orderId }) => !edited(orderId).includes('lines')),
  );
  await noteSourceQuantities(
    tenant,
    changed.filter(({ orderId }) => edited(orderId).includes('lines')),
  );
  await recordEvents(
    tenant,
    changed.map(({ order, orderId }) => {
      const changes = { ...columns.get(orderId), ...lines.get(orderId) };
      return followed(order, orderId, source.label, changes, edited(orderId).length > 0);
    }),
  );
  const ended = changed.filter(({ order }) => order.state === 'cancelled' || order.state === 'shipped');
  await closeIssues(tenant, { orderIds: ended.map(({ orderId }) => orderId) });
  // Here, because the check passes over orders that have ended.
  await settleOrders(
    tenant,
    changed.map(({ orderId }) => orderId),
  );
}

/** The channel's words, except where a person edited. What the channel itself ended goes on when it takes that back. Answers what changed. */
async function followChannelFields(tenant: Tenant, changed: ChangedOrder[]): Promise<Map<number, Changes>> {
  const rows = changed.map(({ order, orderId }) => ({ id: orderId, ...orderRow(order) }));
  const kept = editable.map(
    (column) =>
      sql`${sql.ref(column)} = case when ${sql.lit(column)} = any(o.edited_fields) then o.${sql.ref(column)} else row.${sql.ref(column)} end`,
  );
  const { rows: written } = await sql<{ id: number; changes: Changes }>`
    update orders o set ${sql.join(kept)},
      source_status = row.source_status, source_state = row.source_state, source_ref_num = row.source_ref_num, order_date = row.order_date,
      store_id = row.store_id, store_name = row.store_name, currency = row.currency, customer_id = row.customer_id,
      source_shipping = row.source_shipping, source_shipping_description = row.source_shipping_description, shipping_cost = row.shipping_cost,
      tax_cost = row.tax_cost, total_cost = row.total_cost, weight_grams = row.weight_grams, content_hash = row.content_hash,
      remote_modified_at = row.remote_modified_at,
      units_ordered = case when 'lines' = any(o.edited_fields) then o.units_ordered else row.units_ordered end,
      cancelled_at = case when row.source_state = 'cancelled' then coalesce(o.cancelled_at, now()) when o.source_state <> 'cancelled' then o.cancelled_at end,
      confirmed_at = case when row.source_state = 'shipped' then coalesce(o.confirmed_at, row.remote_modified_at) when o.source_state <> 'shipped' then o.confirmed_at end,
      checked_at = null, changed_while_locked = false, revision = o.revision + 1
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id bigint, source_status text, source_state text, source_ref_num text, order_date timestamptz, store_id text, store_name text, currency text, customer_id text, customer_name text, customer_phone text, customer_email text,
      company_name text, address text, address_2 text, city text, state text, postal_code text, country text, note text, source_shipping text,
      source_shipping_description text, shipping_cost numeric, tax_cost numeric, total_cost numeric, weight_grams int, content_hash text,
      remote_modified_at timestamptz, units_ordered int)
    where o.account_id = ${tenant.accountId} and o.id = row.id
    returning o.id, ${changedColumns} as changes`.execute(tenant.db);
  return new Map(written.map(({ id, changes }) => [id, changes]));
}

function followed(order: ChannelOrder, orderId: number, label: string, changes: Changes, isEdited: boolean): OrderEvent {
  if (order.state === 'cancelled') return { orderId, kind: 'cancelled', sentence: `${label} cancelled it.` };
  if (order.state === 'shipped')
    return { orderId, kind: 'confirmed', sentence: `${label} says that it has shipped; it never went to our warehouse.` };
  const sentence = isEdited ? `${label} changed it. What people edited here was kept.` : `${label} changed it.`;
  // The revision is always among them.
  return { orderId, kind: 'changed', sentence, ...(Object.keys(changes).length > 1 && { changes }) };
}

async function replaceLines(tenant: Tenant, { connectionId }: Source, changed: ChangedOrder[]): Promise<Map<number, Changes>> {
  const ids = changed.map(({ orderId }) => orderId);
  const before = await linesOf(tenant, ids);
  const kept = changed.flatMap(({ order, orderId }) => lineIds(order).map((id) => `${orderId}:${id}`));
  await sql`
    delete from order_lines where account_id = ${tenant.accountId} and order_id = any(${ids}::bigint[])
      and not (order_id || ':' || remote_line_id = any(${kept}::text[]))`.execute(tenant.db);
  await updateLines(tenant, connectionId, changed);
  return changedLines(before, await linesOf(tenant, ids));
}
