import { sql } from 'kysely';
import type { ChannelOrder } from '../../../connectors/contract.ts';
import { notify } from '../../../platform/events.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { askForCheck } from '../checking/ask.ts';
import { record } from '../history.ts';
import { applyChanges, type ChangedOrder } from './changes.ts';
import { insertLines } from './lines.ts';
import { insertPayloads } from './payloads.ts';
import { contentHash } from './prepare.ts';
import { orderRow } from './row.ts';

export type Intake = { created: number; changed: number; unchanged: number; skipped: number };
/** The connection that the orders came from, and the account's zone, which decides an order's day. */
export type Source = { connectionId: number; label: string; timezone: string };

/**
 * Stores a page of a channel's orders, payloads and all, before anything is decided about them, and asks for their check.
 * The same order twice changes nothing: (account, connection, remote id) is unique and its content is compared by hash.
 */
export async function storeOrders(tenant: Tenant, source: Source, page: ChannelOrder[]): Promise<Intake> {
  const orders = newestOfEach(page);
  const before = await hashesOf(tenant, source, orders);
  const created = await insertNew(
    tenant,
    source,
    orders.filter(({ remoteId }) => !before.has(remoteId)),
  );
  const known = orders.filter(({ remoteId }) => !created.has(remoteId));
  const differing = known.filter((order) => before.get(order.remoteId) !== contentHash(order));
  const { changed, skipped } = differing.length === 0 ? { changed: [], skipped: 0 } : await updateKnown(tenant, source, differing);
  const fresh = orders.filter(({ remoteId }) => created.has(remoteId));
  const withIds = fresh.map((order) => ({ order, orderId: created.get(order.remoteId) as number }));
  await insertLines(tenant, source.connectionId, withIds);
  await insertPayloads(tenant, [...withIds, ...changed]);
  await record(
    tenant,
    withIds.map(({ orderId }) => ({ orderId, kind: 'arrived', sentence: `Arrived from ${source.label}.` })),
  );
  await askForCheck(tenant, [...created.values(), ...changed.map(({ orderId }) => orderId)]);
  if (created.size > 0) notify(tenant, 'orders', [...created.values()]);
  return { created: created.size, changed: changed.length, skipped, unchanged: known.length - changed.length - skipped };
}

/** A page may hold an order twice while its window shifts: the newest word counts. */
function newestOfEach(page: ChannelOrder[]): ChannelOrder[] {
  const newest = new Map<string, ChannelOrder>();
  for (const order of page) {
    const other = newest.get(order.remoteId);
    if (!other || other.modifiedAt <= order.modifiedAt) newest.set(order.remoteId, order);
  }
  return [...newest.values()];
}

/** What is stored already, by its content: most of what is read again has not changed, and costs no more than this. */
async function hashesOf(tenant: Tenant, { connectionId }: Source, orders: ChannelOrder[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ remote_id: string; content_hash: string }>`
    select remote_id, content_hash from orders
    where account_id = ${tenant.accountId} and connection_id = ${connectionId} and remote_id = any(${orders.map(({ remoteId }) => remoteId)}::text[])`.execute(
    tenant.db,
  );
  return new Map(rows.map((row) => [row.remote_id, row.content_hash]));
}

/**
 * The conflict is for two readers at once. A shipping code that is mapped already takes its method along, which spares the
 * check a second writing.
 */
async function insertNew(tenant: Tenant, source: Source, orders: ChannelOrder[]): Promise<Map<string, number>> {
  if (orders.length === 0) return new Map();
  const rows = orders.map((order) => orderRow(order, source.timezone));
  const { rows: made } = await sql<{ id: number; remote_id: string }>`
    insert into orders (account_id, connection_id, remote_id, source_order_number, source_ref_num, source_status, source_state, order_date, imported_day,
      store_id, store_name, currency, customer_id, customer_name, customer_phone, customer_email, company_name, address, address_2, city, state,
      postal_code, country, note, source_shipping, source_shipping_description, shipping_cost, tax_cost, total_cost, weight_grams, content_hash,
      remote_modified_at, units_ordered, shipping_code, cancelled_at, confirmed_at, order_status)
    select ${tenant.accountId}, ${source.connectionId}, remote_id, source_order_number, source_ref_num, source_status, source_state, order_date, imported_day,
      store_id, store_name, currency, customer_id, customer_name, customer_phone, customer_email, company_name, address, address_2, city, state,
      postal_code, country, note, source_shipping, source_shipping_description, shipping_cost, tax_cost, total_cost, weight_grams, content_hash,
      remote_modified_at, units_ordered,
      so.amware_code,
      case when source_state = 'cancelled' then now() end,
      case when source_state = 'shipped' then remote_modified_at end,
      case source_state when 'cancelled' then 'cancelled' when 'shipped' then 'fulfilled' else 'pending' end
    from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (
      remote_id text, source_order_number text, source_ref_num text, source_status text, source_state text, order_date timestamptz, imported_day date,
      store_id text, store_name text, currency text, customer_id text, customer_name text, customer_phone text, customer_email text,
      company_name text, address text, address_2 text, city text, state text, postal_code text, country text, note text, source_shipping text,
      source_shipping_description text, shipping_cost numeric, tax_cost numeric, total_cost numeric, weight_grams int, content_hash text,
      remote_modified_at timestamptz, units_ordered int)) with ordinality as row
    left join shipping_options so
      on so.account_id = ${tenant.accountId} and so.connection_id = ${source.connectionId} and so.connector_code = row.source_shipping
    order by row.ordinality
    on conflict (account_id, connection_id, remote_id) do nothing
    returning id, remote_id`.execute(tenant.db);
  return new Map(made.map(({ id, remote_id }) => [remote_id, id]));
}

type Known = { id: number; remote_id: string; content_hash: string; locked: boolean; deleted: boolean; stale: boolean };

async function updateKnown(tenant: Tenant, source: Source, orders: ChannelOrder[]): Promise<{ changed: ChangedOrder[]; skipped: number }> {
  const { rows } = await sql<Known>`
    select o.id, o.remote_id, o.content_hash, o.locked, o.deleted_at is not null as deleted, o.remote_modified_at > sent.modified as stale
    from orders o
    join unnest(${orders.map((order) => order.remoteId)}::text[], ${orders.map((order) => order.modifiedAt)}::timestamptz[]) as sent (remote_id, modified)
      on sent.remote_id = o.remote_id
    where o.account_id = ${tenant.accountId} and o.connection_id = ${source.connectionId}
    order by o.id for update of o`.execute(tenant.db);
  const known = new Map(rows.map((row) => [row.remote_id, row]));
  const differing = orders.flatMap((order) => {
    const row = known.get(order.remoteId);
    return row && !row.stale && !row.deleted && row.content_hash !== contentHash(order)
      ? [{ order, orderId: row.id, locked: row.locked }]
      : [];
  });
  const changed = differing.filter(({ locked }) => !locked);
  await applyChanges(tenant, source, changed);
  await noteLocked(
    tenant,
    source,
    differing.filter(({ locked }) => locked).map(({ orderId }) => orderId),
  );
  return { changed, skipped: differing.length - changed.length };
}

/** Said once, however often the same words come: unlocked, the order is read again. */
async function noteLocked(tenant: Tenant, { label }: Source, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    update orders set changed_while_locked = true
    where account_id = ${tenant.accountId} and id = any(${orderIds}::bigint[]) and not changed_while_locked returning id`.execute(
    tenant.db,
  );
  await record(
    tenant,
    rows.map(({ id }) => ({ orderId: id, kind: 'changed', sentence: `${label} changed it. It is locked, so nothing was taken over yet.` })),
  );
}
