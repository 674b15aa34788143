import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { type FileColumn, safe, type TargetsFile, targetsFile } from '../../../shared/exports/selected/file.ts';
import { tagNames } from '../../../shared/tags/in-file.ts';

/** A day in the zone of the session, which is the account's. */
const day = (name: string, column: string): FileColumn => [name, sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`];

/**
 * A row a line, named as imports read them, and beside them what nothing reads back: who made it, how far it is, and its tags. A file that
 * is imported again unchanged changes nothing.
 */
const columns: TargetsFile['columns'] = [
  safe('source_number', 'r.source_number'),
  ['po_number', sql`r.po_number`],
  ['source', sql`formula_safe(coalesce(c.name, 'Made here'))`],
  ['status', sql`r.status`],
  safe('vendor_number', 'r.vendor_number'),
  safe('vendor_name', 'r.vendor_name'),
  day('date', 'r.ordered_at'),
  day('expected_date', 'r.expected_at'),
  safe('mapped_warehouse', 'r.mapped_warehouse'),
  safe('asn', 'r.warehouse_reference_number'),
  ...['carrier', 'freight_number', 'note'].map((name) => safe(name, `r.${name}`)),
  ['line', sql`l.position`],
  safe('sku', 'l.sku'),
  safe('name', 'l.name'),
  safe('warehouse_sku', 'l.mapped_sku'),
  ['quantity', sql`l.quantity`],
  safe('lot_number', 'l.lot_number'),
  day('estimated_delivery_date', 'l.expected_at'),
  // As its source counts it, like the quantity: of packs those that are complete.
  ['received', sql`l.received_before + floor(l.quantity_received::numeric / l.units_per_sale)::int`],
  ['processed', sql`floor(l.quantity_processed::numeric / l.units_per_sale)::int`],
  ['units_per_sale', sql`l.units_per_sale`],
  ['archived', sql`case when r.archived_at is null then 'no' else 'yes' end`],
  ['tags', (tenant) => tagNames(tenant, 'purchase_order', sql`r.id`)],
];

/** A row a line; a purchase order without lines has a row too. */
export const purchaseOrdersFile = targetsFile({
  kind: 'purchase_orders',
  rows: { one: 'line', many: 'lines' },
  columns,
  joins: (tenant) => sql`left join connections c on ${inAccount(tenant, 'c')} and c.id = r.connection_id
    left join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.purchase_order_id = r.id`,
  unless: sql`r.deleted_at is not null`,
  order: sql`r.id desc, l.position, l.id`,
});
