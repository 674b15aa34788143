import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit.ts';
import { invalid } from '../../../platform/http/refusal.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { PurchaseOrderEdit } from '../bodies.ts';
import { checkPurchaseOrders } from '../checking/check.ts';
import { recordPurchaseEvents } from '../history.ts';
import { lockFor } from '../lock.ts';
import { closeAndRetry } from './clear-errors.ts';
import { editLines } from './edit-lines.ts';
import { requireUnlocked } from './lock.ts';

type Change = { from: unknown; to: unknown };

/**
 * Saves what a person edited: sync does not overwrite it. It clears the error and its message, and checks again.
 * @throws Refusal 404; 409 where somebody else saved it since, or it is locked by another person; Invalid
 */
export async function savePurchaseOrder(tenant: Tenant, id: number, edit: PurchaseOrderEdit): Promise<void> {
  const order = await lockFor(tenant, id, 'edit');
  await requireUnlocked(tenant, order);
  requireUnchanged({ was: edit.revision, now: order.revision }, () => 'Somebody else changed this purchase order meanwhile.');
  const changes = { ...(await editHead(tenant, id, edit)), ...(await editLines(tenant, order, edit.lines ?? [])) };
  await closeAndRetry(tenant, [id]);
  if (Object.keys(changes).length > 0)
    await recordPurchaseEvents(tenant, [{ purchaseOrderId: id, kind: 'edited', sentence: inWords(changes), changes }]);
  const values = (side: 'from' | 'to') => Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[side]]));
  await writeAudit(tenant, {
    verb: 'edited',
    noun: 'purchase order',
    record: { id, name: order.po_number },
    from: values('from'),
    to: values('to'),
  });
  await checkPurchaseOrders(tenant, [id]);
}

const labels: Record<string, string> = {
  mapped_warehouse: 'Mapped location',
  expected_at: 'Expected date',
  carrier: 'Carrier',
  freight_number: 'Freight number',
  note: 'Note',
};

function inWords(changes: Record<string, Change>): string {
  const parts = Object.entries(changes).map(([field, { from, to }]) => `${labels[field] ?? field}: ${written(from)} → ${written(to)}`);
  return `Edited. ${parts.join('; ')}.`;
}

const written = (value: unknown) => (value === null || value === undefined || value === '' ? 'nothing' : String(value));

/** Writes the fields that differ, and returns them. A day is midnight in the account's time zone. */
async function editHead(tenant: Tenant, id: number, edit: PurchaseOrderEdit): Promise<Record<string, Change>> {
  if (edit.mapped_warehouse) await requireWarehouse(tenant, edit.mapped_warehouse);
  const { rows } = await sql<Record<string, string | null>>`
    select mapped_warehouse, carrier, freight_number, note, (expected_at at time zone (select timezone from accounts where id = account_id))::date::text as expected_at
    from purchase_orders where account_id = ${tenant.accountId} and id = ${id}`.execute(tenant.db);
  const before = rows[0] ?? {};
  const meant = {
    mapped_warehouse: edit.mapped_warehouse,
    carrier: edit.carrier,
    freight_number: edit.freight_number,
    note: edit.note,
    expected_at: edit.expected_at,
  };
  const changed = Object.entries(meant).filter(([field, to]) => to !== undefined && (to || null) !== before[field]);
  for (const [field, to] of changed) {
    const value =
      field === 'expected_at'
        ? sql`${to || null}::date::timestamp at time zone (select timezone from accounts where id = account_id)`
        : sql`${to || null}`;
    await sql`update purchase_orders set ${sql.ref(field)} = ${value}, edited_fields = array(select distinct unnest(edited_fields || ${field}::text))
      where account_id = ${tenant.accountId} and id = ${id}`.execute(tenant.db);
  }
  await sql`update purchase_orders set revision = revision + 1, updated_by = ${tenant.userId} where account_id = ${tenant.accountId} and id = ${id}`.execute(
    tenant.db,
  );
  return Object.fromEntries(changed.map(([field, to]) => [field, { from: before[field] ?? null, to: to || null }]));
}

/** @throws Invalid for a warehouse that there is not */
export async function requireWarehouse(tenant: Tenant, code: string): Promise<void> {
  const found = await tenant.db
    .selectFrom('warehouses')
    .select('code')
    .where('account_id', '=', tenant.accountId)
    .where('code', '=', code)
    .executeTakeFirst();
  if (!found) throw invalid({ mapped_warehouse: ['This warehouse does not exist.'] });
}
