import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { exportFailed } from '../../../shared/exports/contract.ts';
import type { ExportFile } from '../../../shared/exports/export-file.ts';
import { type FileColumn, safe } from '../../../shared/exports/selected/file.ts';

/**
 * A row a SKU, linked or not: the columns that imports of links read, then the names, which nothing reads back. A file that is imported
 * again unchanged changes nothing.
 */
const columns: FileColumn[] = [
  safe('channel_sku', 'cp.connector_product_sku'),
  safe('product_sku', 'p.sku'),
  ['units_per_sale', sql`cp.units_per_sale`],
  ['alias', sql`case when cp.is_alias then 'yes' end`],
  safe('channel', 'c.name'),
  safe('title', 'cp.name'),
  safe('product_name', 'p.name'),
];

/** The file of the links of a connection, by SKU. */
export function linksFile({ connection_id }: Columns<'exports', 'connection_id'>): ExportFile {
  return {
    name: 'links',
    noun: { one: 'link', many: 'links' },
    failed: exportFailed('links'),
    async count(tenant) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n ${rowsOf(tenant, connection_id)}`.execute(tenant.db);
      return rows[0]?.n ?? 0;
    },
    rows(tenant, part) {
      const values = columns.map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
      return sql`select ${sql.join(values)} ${rowsOf(tenant, connection_id)} and ${part} order by cp.sku_key, cp.id`;
    },
  };
}

/** Values are literals: see `ExportFile`. */
const rowsOf = (tenant: Tenant, connectionId: number | null) => sql`
  from connector_products cp join connections c on ${inAccount(tenant, 'c')} and c.id = cp.connection_id
  left join products p on ${inAccount(tenant, 'p')} and p.id = cp.product_id
  where ${inAccount(tenant, 'cp')} and cp.connection_id = ${sql.lit(connectionId)} and cp.deleted_at is null`;
