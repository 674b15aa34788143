import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { Invalid, Refusal } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { remove } from '../../purchase-orders/actions/delete.ts';
import { savePurchaseOrder } from '../../purchase-orders/actions/edit.ts';
import { type LockedPurchaseOrder, lockPurchaseOrders } from '../../purchase-orders/lock.ts';
import { refusalOf } from '../../purchase-orders/purchase-order.ts';
import type { Undone } from '../entity.ts';
import type { OrderChange } from './change.ts';

const changedSince = 'It was changed since the import.';
type Kept = Undone['kept'][number];

/** Takes back what an import did: what it created is deleted, what it changed is as it was, unless somebody changed it or goods have come. */
export async function undoPurchaseOrders(tenant: Tenant, changesId: number): Promise<Undone> {
  const { rows } = await sql<Columns<'import_changes', 'is_new' | 'rows'>>`
    select is_new, rows from import_changes where account_id = ${tenant.accountId} and id = ${changesId}`.execute(tenant.db);
  const [changes] = rows;
  if (!changes) return { undone: 0, kept: [] };
  return changes.is_new ? deleteCreated(tenant, changes.rows as number[]) : restoreChanged(tenant, changes.rows as OrderChange[]);
}

async function deleteCreated(tenant: Tenant, ids: number[]): Promise<Undone> {
  const orders = await lockPurchaseOrders(tenant, ids);
  const kept = orders.flatMap((order) => {
    const reason = order.revision > 1 ? changedSince : refusalOf('delete', order);
    return reason ? [{ id: order.id, label: order.po_number, reason }] : [];
  });
  const gone = orders.filter(({ id }) => !kept.some((each) => each.id === id));
  if (gone.length > 0) await remove(tenant, gone);
  return { undone: gone.length, kept };
}

async function restoreChanged(tenant: Tenant, changes: OrderChange[]): Promise<Undone> {
  const kept: Kept[] = [];
  for (const change of changes) {
    const [order] = await lockPurchaseOrders(tenant, [change.id]);
    const reason = order ? await restoreOne(tenant, order, change) : 'It was deleted since the import.';
    if (reason) kept.push({ id: change.id, label: order?.po_number ?? `#${change.id}`, reason });
  }
  return { undone: changes.length - kept.length, kept };
}

/** Returns why it stays as it is; null when it is as it was. */
async function restoreOne(tenant: Tenant, order: LockedPurchaseOrder, { id, revision, added, was }: OrderChange): Promise<string | null> {
  if (order.revision !== revision) return changedSince;
  const lines = [
    ...was.lines.map(({ id: line, quantity, lot_number, expected_at }) => ({ id: line, quantity, lot_number, expected_at })),
    ...added.map((line) => ({ id: line, isDelete: true })),
  ];
  const { mapped_warehouse, expected_at, carrier, freight_number, note } = was;
  const refusal = await refusalAt(tenant, () =>
    savePurchaseOrder(tenant, id, { mapped_warehouse, expected_at, carrier, freight_number, note, lines }),
  );
  if (refusal) return refusal;
  // What nobody had edited is its source's again.
  await sql`update purchase_orders set edited_fields = ${was.edited_fields}::text[] where account_id = ${tenant.accountId} and id = ${id}`.execute(
    tenant.db,
  );
  await sql`update purchase_order_lines l set source_quantity = before.source_quantity from json_to_recordset(${JSON.stringify(was.lines)}::json) as before (id bigint, source_quantity int)
    where l.account_id = ${tenant.accountId} and l.id = before.id`.execute(tenant.db);
  return null;
}

/** Does it wholly, or not at all and returns why. */
async function refusalAt(tenant: Tenant, save: () => Promise<void>): Promise<string | null> {
  await sql`savepoint restoring`.execute(tenant.db);
  try {
    await save();
    await sql`release savepoint restoring`.execute(tenant.db);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Invalid)) throw error;
    await sql`rollback to savepoint restoring`.execute(tenant.db);
    return error instanceof Invalid ? (Object.values(error.fields).flat()[0] ?? error.message) : error.message;
  }
}
