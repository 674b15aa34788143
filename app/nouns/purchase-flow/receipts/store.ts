import { sql } from 'kysely';
import type { WarehouseReceipt } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { subjectOfReceipt } from '../../../shared/issues/types/purchase-orders.ts';
import { queueStockOfSkus } from '../../stock-out/queue.ts';
import { checkPurchaseOrders } from '../checking/check.ts';
import { bringBackDeleted, waitReasonSql } from '../counting/adopt.ts';
import type { PurchaseEventSentence } from '../events/sentences.ts';
import { recordPurchaseEvents } from '../history.ts';
import { correctedToNone } from './corrected-to-none.ts';
import { reportUnknown } from './report-unknown.ts';

type Stored = Columns<'receipts', 'id' | 'purchase_order_id' | 'sku' | 'quantity' | 'lot_number' | 'asn_id' | 'type'> & {
  is_new: boolean;
  /** Under which SKU it was known, where the warehouse has corrected it. */
  former_sku: Column<'receipts', 'sku'> | null;
  /** Of which it was, where the warehouse told it before. */
  former_order: Column<'receipts', 'purchase_order_id'>;
};

/**
 * Stores what the warehouse received, each delivery once however often it is told. It counts to the lines of its purchase order;
 * what came for one that is held, cancelled, closed out or deleted waits for a person, and what belongs to none is reported. `page`: all
 * that was read with them.
 */
export async function storeReceipts(
  tenant: Tenant,
  connectionId: number,
  told: WarehouseReceipt[],
  page: WarehouseReceipt[] = told,
): Promise<{ done: number; skipped: number }> {
  const receipts = [...told.filter(({ isEmpty }) => !isEmpty), ...(await correctedToNone(tenant, connectionId, told, page))];
  const once = [...new Map(receipts.map((receipt) => [receipt.remoteId, receipt])).values()];
  await lockOrdersOf(tenant, connectionId, once);
  const stored = await store(tenant, connectionId, once);
  const ids = [...new Set(stored.flatMap(({ purchase_order_id, former_order }) => [purchase_order_id ?? [], former_order ?? []].flat()))];
  ids.sort((a, b) => a - b);
  await bringBackDeleted(tenant, ids);
  await recordPurchaseEvents(
    tenant,
    stored.flatMap((receipt) => eventsOf(receipt)),
  );
  const placed = stored.filter(({ is_new, purchase_order_id, former_order }) => !is_new && purchase_order_id && former_order === null);
  const subjects = placed.map(({ id }) => subjectOfReceipt(id));
  if (placed.length > 0) await closeIssues(tenant, { connectionId, types: ['unknown_receipt'], subjects });
  await reportUnknown(
    tenant,
    connectionId,
    stored.filter(({ purchase_order_id }) => purchase_order_id === null),
  );
  await checkPurchaseOrders(tenant, ids);
  await queueStockOfSkus(
    tenant,
    stored.flatMap(({ sku, former_sku }) => [sku, ...(former_sku === null ? [] : [former_sku])]),
  );
  return { done: stored.length, skipped: Math.max(0, told.length - stored.length) };
}

/** What the timelines say of it: of the order that it is of, and of that from which the warehouse took it. */
function eventsOf({ purchase_order_id: order, former_order: former, ...receipt }: Stored) {
  const { sku, quantity: units, lot_number: lot, type, is_new, asn_id: announcement } = receipt;
  const isSame = !is_new && order === former;
  const code = isSame ? 'receipt_corrected' : type === 'adjustment' ? 'adjusted' : 'received';
  const event = (purchaseOrderId: number, sentence: PurchaseEventSentence) => ({ purchaseOrderId, kind: 'received' as const, sentence });
  return [
    ...(former === null || former === order ? [] : [event(former, { code: 'receipt_taken_off', units, sku, announcement })]),
    ...(order === null ? [] : [event(order, { code, units, sku, lot })]),
  ];
}

/** In the order of their ids, as every command locks them: those that the receipts are of, and those from which they are taken. */
async function lockOrdersOf(tenant: Tenant, connectionId: number, receipts: WarehouseReceipt[]): Promise<void> {
  await sql`select p.id from purchase_orders p where ${inAccount(tenant, 'p')} and p.id in (
      select a.purchase_order_id from asns a where ${inAccount(tenant, 'a')} and a.connection_id = ${connectionId}
        and a.remote_id = any(${receipts.map(({ asnId }) => asnId)}::text[])
      union all select r.purchase_order_id from receipts r where ${inAccount(tenant, 'r')} and r.connection_id = ${connectionId}
        and r.remote_id = any(${receipts.map(({ remoteId }) => remoteId)}::text[]))
    order by p.id for update`.execute(tenant.db);
}

/**
 * A receipt that the warehouse corrected before it was booked counts anew, for the order of the announcement that it names now; one that is
 * booked, or being booked, waits for a person where it was booked.
 */
async function store(tenant: Tenant, connectionId: number, receipts: WarehouseReceipt[]): Promise<Stored[]> {
  const { rows: stored } = await sql<Stored>`
    with incoming as (
      select * from json_to_recordset(${JSON.stringify(receipts.map(rowOf))}::json) as r (place int, "remoteId" text, "asnId" text,
        type text, "receivedAt" timestamptz, "notBefore" timestamptz, sku text,
        quantity int, lot text, carrier text, "freightNumber" text, raw text, "expiresOn" date, serials text[])
    ),
    written as (
      insert into receipts (account_id, connection_id, purchase_order_id, remote_id, asn_id, type, received_at, sku, quantity, lot_number,
        carrier, freight_number, raw, expires_on, serials, waits_for, not_before)
      select ${tenant.accountId}, ${connectionId}, p.id, r."remoteId", r."asnId", r.type, r."receivedAt", r.sku, r.quantity, r.lot,
        r.carrier, r."freightNumber", r.raw::json, r."expiresOn", r.serials,
        ${waitReasonSql}, r."notBefore"
      from incoming r
      left join asns a on ${inAccount(tenant, 'a')} and a.connection_id = ${connectionId} and a.remote_id = r."asnId"
      left join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
      order by r.place
      on conflict (account_id, connection_id, remote_id) do update set quantity = excluded.quantity, sku = excluded.sku,
        lot_number = excluded.lot_number, raw = excluded.raw, expires_on = excluded.expires_on, serials = excluded.serials,
        set_aside_at = null, asn_id = excluded.asn_id,
        purchase_order_id = case when ${moves} then excluded.purchase_order_id else receipts.purchase_order_id end,
        accepted_at = case when ${moves} then null else receipts.accepted_at end,
        accepted_by = case when ${moves} then null else receipts.accepted_by end,
        waits_for = case when ${isBooked} then 'changed' when ${moves} then excluded.waits_for else receipts.waits_for end
        where (receipts.quantity, receipts.sku, receipts.lot_number, receipts.asn_id)
          is distinct from (excluded.quantity, excluded.sku, excluded.lot_number, excluded.asn_id)
      returning id, purchase_order_id, sku, quantity, lot_number, asn_id, type, old.id is null as is_new, old.sku as former_sku, waits_for,
        old.purchase_order_id as former_order
    ),
    recounted as (
      delete from receipt_lines l using written w where ${inAccount(tenant, 'l')} and l.receipt_id = w.id and not w.is_new
        and w.waits_for is distinct from 'changed'
    )
    select id, purchase_order_id, sku, quantity, lot_number, asn_id, type, is_new, former_sku, former_order
      from written order by id`.execute(tenant.db);
  return stored;
}

const rowOf = ({ raw, serials, wholeOf: _, ...receipt }: WarehouseReceipt, place: number) => ({
  ...{ ...receipt, place, raw: JSON.stringify(raw) ?? 'null' },
  // A unit has one serial number at most.
  serials: serials && serials.length > 0 ? serials.slice(0, Math.max(0, receipt.quantity)) : null,
});

const isBooked = sql`(receipts.booking_id is not null or receipts.processed_at is not null)`;
/** The warehouse names another announcement than it did, and nothing of it is booked, which stays where it was booked. */
const moves = sql`(receipts.asn_id is distinct from excluded.asn_id and not ${isBooked})`;
