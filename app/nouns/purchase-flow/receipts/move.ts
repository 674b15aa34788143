import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { checkPurchaseOrders } from '../checking/check.ts';
import { bringBackDeleted, waitReasonSql } from '../counting/adopt.ts';
import { countAnew } from '../counting/count-to-lines.ts';
import { recordPurchaseEvents } from '../history.ts';
import { enqueuePurchaseCheck } from '../recheck.ts';
import { receipts, reportUnknown } from './report-unknown.ts';

type OrderId = Column<'purchase_orders', 'id'>;

/** The announcement `a` of another purchase order, of which the warehouse says by now that a receipt `r` is. */
const isOfOther = sql`a.connection_id = r.connection_id and a.remote_id = r.asn_id and a.purchase_order_id <> r.purchase_order_id`;

/** The other purchase order that a booked receipt is of by now; null where it is of its own, or of none here. */
export async function orderNamed(tenant: Tenant, receiptId: number): Promise<OrderId | null> {
  const { rows } = await sql<Columns<'asns', 'purchase_order_id'>>`
    select a.purchase_order_id from receipts r join asns a on ${inAccount(tenant, 'a')} and ${isOfOther}
    where ${inAccount(tenant, 'r')} and r.id = ${receiptId} and r.waits_for = 'changed'`.execute(tenant.db);
  return rows[0]?.purchase_order_id ?? null;
}

/**
 * Gives a booked receipt to the purchase order that it is of, as processed: its correction at the source is a person's. Where that order is
 * held or has ended, it waits there. Call it with both locked.
 */
export async function moveReceipt(tenant: Tenant, receiptId: number, from: OrderId, to: OrderId): Promise<void> {
  const { rows } = await sql<Columns<'receipts', 'sku' | 'asn_id'> & { units: Column<'receipts', 'quantity'> }>`
    update receipts r set purchase_order_id = p.id, booking_id = null, waits_for = ${waitReasonSql} from purchase_orders p
    where ${inAccount(tenant, 'r')} and r.id = ${receiptId} and ${inAccount(tenant, 'p')} and p.id = ${to}
    returning r.sku, r.asn_id, r.quantity as units`.execute(tenant.db);
  await bringBackDeleted(tenant, [to]);
  await countAnew(tenant, to, receiptId);
  await recordPurchaseEvents(
    tenant,
    rows.flatMap(({ sku, units, asn_id: announcement }) => [
      { purchaseOrderId: from, kind: 'received' as const, sentence: { code: 'receipt_taken_off' as const, units, sku, announcement } },
      { purchaseOrderId: to, kind: 'received' as const, sentence: { code: 'receipt_assigned' as const, units, sku, announcement } },
    ]),
  );
  await checkPurchaseOrders(
    tenant,
    [from, to].sort((a, b) => a - b),
  );
}

/**
 * Those of these receipts that are of another order by now, and were not booked after all, are free: the check of that takes them. One of
 * an announcement that is of no order here is reported, unless a person gave it to its order.
 */
export async function freeOfOrder(tenant: Tenant, receiptIds: number[]): Promise<void> {
  const { rows } = await sql<Columns<'asns', 'purchase_order_id'>>`
    update receipts r set purchase_order_id = null from asns a
    where ${inAccount(tenant, 'r')} and r.id = any(${receiptIds}::bigint[]) and ${inAccount(tenant, 'a')} and ${isOfOther}
    returning a.purchase_order_id`.execute(tenant.db);
  await enqueuePurchaseCheck(tenant, [...new Set(rows.map(({ purchase_order_id }) => purchase_order_id))]);
  await freeOfNone(tenant, receiptIds);
}

type Freed = Columns<'receipts', 'id' | 'connection_id' | 'sku' | 'quantity' | 'asn_id'> & { former: OrderId };

async function freeOfNone(tenant: Tenant, receiptIds: number[]): Promise<void> {
  const { rows } = await sql<Freed>`
    update receipts r set purchase_order_id = null
    where ${inAccount(tenant, 'r')} and r.id = any(${receiptIds}::bigint[]) and r.purchase_order_id is not null
      and not exists (select from asns a where ${inAccount(tenant, 'a')} and a.connection_id = r.connection_id and a.remote_id = r.asn_id)
      and not exists (select from changes c where ${inAccount(tenant, 'c')} and c.noun = ${receipts.name} and c.record_id = r.id
        and c.packed is null and c.undoes is null
        and not exists (select from changes undo where ${inAccount(tenant, 'undo')} and undo.undoes = c.id))
    returning r.id, r.connection_id, r.sku, r.quantity, r.asn_id, old.purchase_order_id as former`.execute(tenant.db);
  await recordPurchaseEvents(
    tenant,
    rows.map(({ former, sku, quantity: units, asn_id: announcement }) => ({
      ...{ purchaseOrderId: former, kind: 'received', sentence: { code: 'receipt_taken_off', units, sku, announcement } },
    })),
  );
  for (const [connectionId, unknown] of Map.groupBy(rows, ({ connection_id }) => connection_id))
    await reportUnknown(tenant, connectionId, unknown);
}
