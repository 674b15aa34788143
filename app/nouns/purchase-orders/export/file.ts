import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ExportFile } from '../../../shared/exports/export-file.ts';
import { purchaseExportFailed } from './contract.ts';

type FileColumn = [name: string, value: RawBuilder<unknown>];

const safe = (name: string, column: string): FileColumn => [name, sql`formula_safe(${sql.ref(column)})`];
/** A day in the zone of the session, which is the account's. */
const day = (name: string, column: string): FileColumn => [name, sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`];

/**
 * A row a line, named as imports read them, and beside them what nothing reads back: who made it, and how far it is. A file that is
 * imported again unchanged changes nothing.
 */
const columns: FileColumn[] = [
  safe('source_number', 'p.source_number'),
  ['po_number', sql`p.po_number`],
  ['source', sql`formula_safe(coalesce(c.name, 'Made here'))`],
  ['status', sql`p.status`],
  safe('vendor_number', 'p.vendor_number'),
  safe('vendor_name', 'p.vendor_name'),
  day('date', 'p.ordered_at'),
  day('expected_date', 'p.expected_at'),
  safe('mapped_warehouse', 'p.mapped_warehouse'),
  safe('asn', 'p.warehouse_reference_number'),
  ...['carrier', 'freight_number', 'note'].map((name) => safe(name, `p.${name}`)),
  ['line', sql`l.position`],
  safe('sku', 'l.sku'),
  safe('name', 'l.name'),
  safe('warehouse_sku', 'l.mapped_sku'),
  ['quantity', sql`l.quantity`],
  safe('lot_number', 'l.lot_number'),
  day('estimated_delivery_date', 'l.expected_at'),
  ['received', sql`l.received_before + l.quantity_received`],
  ['processed', sql`l.quantity_processed`],
  ['archived', sql`case when p.archived_at is null then 'no' else 'yes' end`],
];

/** The file of the purchase orders that a run has as its targets, a row a line; one without lines has a row too. */
export function purchaseOrdersFile({ run_id }: Columns<'exports', 'run_id'>): ExportFile {
  return {
    name: 'purchase-orders',
    noun: { one: 'line', many: 'lines' },
    failed: purchaseExportFailed,
    async count(tenant) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n ${rowsOf(tenant, run_id)}`.execute(tenant.db);
      return rows[0]?.n ?? 0;
    },
    rows(tenant, part) {
      const values = columns.map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
      return sql`select ${sql.join(values)} ${rowsOf(tenant, run_id)} and ${part} order by p.id desc, l.position, l.id`;
    },
  };
}

/** Values are literals: see `ExportFile`. */
const rowsOf = ({ accountId }: Tenant, runId: number) => sql`
  from purchase_orders p left join connections c on c.account_id = p.account_id and c.id = p.connection_id
  left join purchase_order_lines l on l.account_id = p.account_id and l.purchase_order_id = p.id
  where p.account_id = ${sql.lit(accountId)} and p.deleted_at is null
    and p.id in (select unnest(t.ids) from run_targets t where t.account_id = ${sql.lit(accountId)} and t.run_id = ${sql.lit(runId)})`;
