import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listBuildings } from '../../../base/buildings.ts';
import { type By, lastChangedBy } from '../../../base/changes/since.ts';
import { somebodyElse } from '../../../base/changes/unchanged.ts';
import type { PurchaseOrderChange } from '../../purchase-flow/bodies.ts';
import { type LockedPurchaseOrder, lockPurchaseOrders } from '../../purchase-flow/lock.ts';
import { purchaseOrders } from './edit-noun.ts';
import type { EditRefusal } from './edit-refusal.ts';
import { lockedByOthers } from './lock.ts';

/** What an edit changes of a purchase order itself. A day is one of the account's time zone. */
export type Head = Columns<'purchase_orders', 'mapped_warehouse' | 'carrier' | 'freight_number' | 'note'> & { expected_at: string | null };

export type Line = Columns<
  'purchase_order_lines',
  'id' | 'sku' | 'quantity' | 'lot_number' | 'remote_line_id' | 'received_before' | 'quantity_received' | 'units_per_sale' | 'position'
> & { expected_on: string | null; has_receipts: boolean };

/** What a new line is of. */
export type Item = Columns<'products', 'sku' | 'name'> & Columns<'purchase_order_lines', 'product_id' | 'raw_material_id'>;

/** What edits of some purchase orders are planned from, by their ids. */
export type ReadForEdit = {
  orders: ReadonlyMap<number, LockedPurchaseOrder>;
  lockedByOthers: ReadonlyMap<number, EditRefusal>;
  /** Who changed those last that an edit saw as they were before. */
  changedBy: ReadonlyMap<number, By>;
  heads: ReadonlyMap<number, Head>;
  lines: ReadonlyMap<number, Line[]>;
  items: ReadonlyMap<string, Item>;
  warehouses: ReadonlySet<string>;
};

/** Locks the purchase orders of these edits, and reads what they and the edits name. */
export async function readForEdit(tenant: Tenant, edits: readonly PurchaseOrderChange[]): Promise<ReadForEdit> {
  const orders = await lockPurchaseOrders(tenant, idsOf(edits));
  const edited = edits.filter(({ lines = [] }) => lines.length > 0);
  const ids = idsOf(edited);
  const added = edited.flatMap(({ lines = [] }) => lines.flatMap(({ id, sku }) => (id === undefined && sku ? [sku] : [])));
  return {
    orders: new Map(orders.map((order) => [order.id, order])),
    lockedByOthers: await lockedByOthers(tenant, orders),
    changedBy: await changedSince(tenant, edits, orders),
    heads: await readHeads(tenant, idsOf(orders)),
    lines: ids.length > 0 ? await readLines(tenant, ids) : new Map(),
    items: added.length > 0 ? await readItems(tenant, [...new Set(added)]) : new Map(),
    warehouses: edits.some(({ mapped_warehouse }) => mapped_warehouse) ? await readWarehouses(tenant) : new Set(),
  };
}

async function changedSince(
  tenant: Tenant,
  edits: readonly PurchaseOrderChange[],
  orders: readonly LockedPurchaseOrder[],
): Promise<Map<number, By>> {
  const changed = new Map<number, By>();
  for (const { id, revision } of edits) {
    if (revision === undefined || revision === orders.find((order) => order.id === id)?.revision) continue;
    changed.set(id, (await lastChangedBy(tenant, { noun: purchaseOrders.name, recordId: id })) ?? somebodyElse);
  }
  return changed;
}

async function readHeads(tenant: Tenant, ids: number[]): Promise<Map<number, Head>> {
  const { rows } = await sql<Head & Columns<'purchase_orders', 'id'>>`
    select id, mapped_warehouse, carrier, freight_number, note, (expected_at at time zone (select timezone from accounts
      where id = account_id))::date::text as expected_at
    from purchase_orders where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  return new Map(rows.map(({ id, ...head }) => [id, head]));
}

async function readLines(tenant: Tenant, ids: number[]): Promise<Map<number, Line[]>> {
  const { rows } = await sql<Line & Columns<'purchase_order_lines', 'purchase_order_id'>>`
    select id, purchase_order_id, sku, quantity, lot_number, remote_line_id, received_before, quantity_received, units_per_sale, position,
      (expected_at at time zone (select timezone from accounts where id = account_id))::date::text as expected_on,
      exists (select from receipt_lines r where ${inAccount(tenant, 'r')} and r.line_id = purchase_order_lines.id) as has_receipts
    from purchase_order_lines where ${inAccount(tenant)} and purchase_order_id = any(${ids}::bigint[])`.execute(tenant.db);
  return Map.groupBy(rows, ({ purchase_order_id }) => purchase_order_id);
}

/** By SKU. A product comes before a raw material of the same SKU. */
export async function readItems(tenant: Tenant, skus: string[]): Promise<Map<string, Item>> {
  const { rows } = await sql<Item>`
    select null::bigint as product_id, id as raw_material_id, sku, name from raw_materials where ${inAccount(tenant)}
      and sku = any(${skus}::text[])
    union all
    select id, null, sku, name from products where ${inAccount(tenant)} and sku = any(${skus}::text[])`.execute(tenant.db);
  return new Map(rows.sort((a, b) => Number(a.product_id !== null) - Number(b.product_id !== null)).map((item) => [item.sku, item]));
}

const readWarehouses = async (tenant: Tenant) => new Set((await listBuildings(tenant)).map(({ code }) => code));
