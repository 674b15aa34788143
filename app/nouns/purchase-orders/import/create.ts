import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordPacked } from '../../../base/changes/packed.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';
import { recordForAll } from '../../purchase-flow/history.ts';
import { enqueuePurchaseCheck } from '../../purchase-flow/recheck.ts';
import { purchaseOrders } from '../actions/edit-noun.ts';
import { headColumns } from './columns.ts';
import { type FileRow, headOf } from './file-row.ts';
import { itemOf } from './records.ts';

const zoneOf = ({ accountId }: Tenant) => sql`(select timezone from accounts where id = ${accountId})`;

/** Makes purchase orders of the rows of each. Their check maps, announces or stops them. */
export async function createOrders(tenant: Tenant, { group }: Pick<ImportJob, 'group'>, orders: FileRow[][]): Promise<void> {
  if (orders.length === 0) return;
  const ids = await createHeads(tenant, orders);
  await createLines(
    tenant,
    orders.flatMap((rows) => positioned(rows).map((line) => ({ ...line, purchase_order_id: ids.get(line.source_number) }))),
  );
  const created = [...ids.values()];
  await recordForAll(tenant, created, 'created', { code: 'created_by_file' });
  await recordPacked(tenant, { group, noun: purchaseOrders.name, form: 'created' }, created);
  await enqueuePurchaseCheck(tenant, created);
}

async function createHeads(tenant: Tenant, orders: FileRow[][]): Promise<Map<string, number>> {
  const heads = orders.map((rows) => ({
    source_number: rows[0]?.source_number,
    ...Object.fromEntries(headColumns.map((column) => [column, headOf(rows, column) ?? null])),
  }));
  const { rows } = await sql<Columns<'purchase_orders', 'id' | 'source_number'>>`
    insert into purchase_orders (account_id, source_number, vendor_number, vendor_name, expected_at, mapped_warehouse, edited_fields,
      carrier, freight_number, note, updated_by)
    with head as materialized (
      select *, expected_date::date::timestamp at time zone ${zoneOf(tenant)} as expected_at
      from json_to_recordset(${JSON.stringify(heads)}::json) as h (source_number text, vendor_number text, vendor_name text,
        expected_date text, mapped_warehouse text, carrier text, freight_number text, note text)
    )
    select ${tenant.accountId}, source_number, vendor_number, coalesce(vendor_name, ''), expected_at, mapped_warehouse,
      case when mapped_warehouse is null then '{}' else '{mapped_warehouse}'::text[] end, carrier, freight_number, note, ${tenant.userId}
    from head
    returning id, source_number`.execute(tenant.db);
  return new Map(rows.map(({ id, source_number }) => [source_number, id]));
}

type Positioned = FileRow & { position: number };

/** A row without a line's number gets the next one that is free. */
export function positioned(rows: readonly FileRow[], taken: readonly number[] = []): Positioned[] {
  let last = Math.max(0, ...taken, ...rows.map(({ line }) => Number(line)));
  return rows
    .filter(({ sku }) => sku !== '')
    .map((row) => {
      if (row.line === '') last += 1;
      return { ...row, position: row.line === '' ? last : Number(row.line) };
    });
}

async function createLines(tenant: Tenant, lines: (Positioned & { purchase_order_id: number | undefined })[]): Promise<void> {
  const given = lines.map(({ purchase_order_id, position, sku, quantity, lot_number, estimated_delivery_date }) => ({
    ...{ purchase_order_id, position, sku, quantity: Number(quantity), lot_number: lot_number || null },
    expected: estimated_delivery_date || null,
  }));
  await sql`
    insert into purchase_order_lines (account_id, purchase_order_id, position, sku, name, quantity, product_id, raw_material_id, mapped_sku,
      lot_number, expected_at)
    with line as materialized (
      select l.*, item.product_id, item.raw_material_id, item.sku as mapped_sku, item.name,
        l.expected::date::timestamp at time zone ${zoneOf(tenant)} as expected_at
      from json_to_recordset(${JSON.stringify(given)}::json) as l
        (purchase_order_id bigint, position int, sku text, quantity int, lot_number text, expected text)
      cross join lateral (${itemOf(tenant, sql`l.sku`)}) as item
    )
    select ${tenant.accountId}, purchase_order_id, position, sku, name, quantity, product_id, raw_material_id, mapped_sku, lot_number,
      expected_at
    from line returning 1`.execute(tenant.db);
}
