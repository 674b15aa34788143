import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordTypeOf } from '../../../base/nouns.ts';
import { cutByIndex } from '../../../shared/exports/cut.ts';
import type { ExportFile, FileRequest } from '../../../shared/exports/export-file.ts';
import { dropTargets, fixTargets } from '../../../shared/runs/working/targets.ts';
import { tagNames } from '../../../shared/tags/in-file.ts';
import { itemFilter } from '../bulk/contract.ts';
import { matchingItems } from '../bulk/matching.ts';
import { type Kind, kinds } from '../kinds.ts';
import { filterKinds } from './contract.ts';
import { itemsExportTexts } from './texts.ts';

/** What an export of items is narrowed to, as its row keeps it. `source` is a connection's id. */
export const itemsFilter = z.union([
  z.object({ by: z.enum(filterKinds), values: z.array(z.string()).min(1) }),
  z.object({ by: z.literal('source'), values: z.array(z.string()).length(1) }),
  // As a list was narrowed: its items are fixed as the targets of the export's run. Whose list it was, where that matters.
  z.object({ by: z.literal('list'), filter: itemFilter, userId: z.number().nullable() }),
]);
export type ItemsFilter = z.output<typeof itemsFilter>;

type FileColumn = [name: string, value: RawBuilder<unknown>];

const safe = (column: string): FileColumn => [column, sql`formula_safe(${sql.ref(`i.${column}`)})`];

/**
 * The columns of our files of items: those that imports read, named as they are there, then the quantities and tags, which nothing reads
 * back. A file that is imported again unchanged changes nothing.
 */
const columns: FileColumn[] = [
  ...['sku', 'name', 'upc', 'description'].map(safe),
  ['category', sql`formula_safe(c.name)`],
  ...['image_url', 'unit'].map(safe),
  ['weight', sql`trim_scale(i.weight)`],
  safe('warehouse_location'),
  ['reorder_point', sql`i.reorder_point`],
  ['expiry_days', sql`i.expiry_days`],
  ['on_hand', sql`i.quantity_on_hand`],
  ['on_hold', sql`i.quantity_on_hold`],
  ['available', sql`i.in_stock`],
];

/**
 * The rows of a file of items, by SKU: see `ExportFile`. Categories are joined: formula_safe takes a column twenty times as fast as a
 * subquery, of which it cannot become a part.
 */
export function itemRows(
  tenant: Tenant,
  kind: Kind,
  { filter, runId }: { filter: ItemsFilter | null; runId: number },
  part: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const tags: FileColumn = ['tags', tagNames(tenant, recordTypeOf(kind), sql`i.id`)];
  const values = [...columns, tags].map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
  return sql`select ${sql.join(values)} from ${sql.table(kind)} i
    left join categories c on ${inAccount(tenant, 'c')} and c.id = i.category_id
    where ${matching(tenant, filter, runId)} and ${part} order by i.sku_key, i.id`;
}

/** All items, in parts. */
export const itemParts = (tenant: Tenant, kind: Kind) => cutByIndex(tenant, { table: kind, as: 'i', column: 'sku_key', direction: 'asc' });

/** How many items a file of them has; `runId` is that of an export of a list. */
export async function countItems(tenant: Tenant, kind: Kind, filter: ItemsFilter | null, runId = 0): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(kind)} i where ${matching(tenant, filter, runId)}`.execute(tenant.db);
  return rows[0]?.n ?? 0;
}

function matching(tenant: Tenant, filter: ItemsFilter | null, runId: number): RawBuilder<unknown> {
  const own = inAccount(tenant, 'i');
  if (!filter) return own;
  if (filter.by === 'list')
    return sql`${own} and i.id in (select unnest(t.ids) from run_targets t where ${inAccount(tenant, 't')}
      and t.run_id = ${sql.lit(runId)})`;
  const texts = sql.join(filter.values.map((value) => sql.lit(value)));
  const ids = () => sql.join(filter.values.map((value) => sql.lit(Number(value))));
  if (filter.by === 'warehouse_locations') return sql`${own} and i.warehouse_location in (${texts})`;
  if (filter.by === 'categories') return sql`${own} and i.category_id in (${ids()})`;
  if (filter.by === 'entities') return sql`${own} and i.id in (${ids()})`;
  return sql`${own} and exists (select from connector_products cp where ${inAccount(tenant, 'cp')} and cp.product_id = i.id
    and cp.connection_id = ${ids()})`;
}

/** The file of products or raw materials. */
export function itemsFile(kind: Kind, { filter: stored, run_id }: FileRequest): ExportFile {
  const filter = stored === null ? null : itemsFilter.parse(stored);
  return {
    name: kinds[kind].many.replaceAll(' ', '-'),
    noun: kinds[kind],
    failed: kind === 'products' ? itemsExportTexts.productsFailed : itemsExportTexts.notCreated,
    ...(filter?.by === 'list' && {
      async fix(tenant: Tenant) {
        await dropTargets(tenant, run_id);
        await fixTargets(tenant, run_id, await matchingItems(tenant, kind, filter.filter));
      },
    }),
    count: (tenant) => countItems(tenant, kind, filter, run_id),
    rows: (tenant, part) => itemRows(tenant, kind, { filter, runId: run_id }, part),
    ...(filter === null && { parts: (tenant: Tenant) => itemParts(tenant, kind) }),
  };
}
