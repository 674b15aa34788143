import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { mostPreviewed } from '../../../../nouns/mappings/saves/contract.ts';
import { previewMapping } from '../../../../nouns/mappings/saves/preview.ts';
import { type ImportRow, jobOf } from '../running/import-row.ts';
import { storedRows } from '../shown-rows.ts';

type Link = { sku: string } & Columns<'connector_products', 'product_id' | 'units_per_sale'>;

/**
 * What becomes of orders at the warehouse if the checked rows of an import of links are applied: tried, and taken back. Null where none is
 * concerned, or the import has no links to change. What is new to the channel's list cannot have gone anywhere.
 */
export async function linksAtWarehouse(tenant: Tenant, row: ImportRow): Promise<string | null> {
  if (row.entity !== 'links' || row.state !== 'checked' || row.connection_id === null) return null;
  const { connection_id: connectionId } = row;
  const { columns } = jobOf(row).job;
  const stored = await storedRows(tenant, row, 'u', mostPreviewed + 1);
  const given = stored.slice(0, mostPreviewed).map(({ cells }) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])));
  const words = await previewMapping(tenant, connectionId, { kind: 'product', links: await meant(tenant, connectionId, given) });
  if (stored.length <= mostPreviewed) return words;
  const rest = `The first ${mostPreviewed} changed links were compared; the others are when it is applied.`;
  return words === null ? rest : `${words} ${rest}`;
}

/** The products and units that rows give what is listed; a column that the file has not leaves what there is. */
async function meant(tenant: Tenant, connectionId: number, given: Record<string, string>[]) {
  const { rows } = await sql<Link>`
    select g.channel_sku as sku, case when g.product_sku is null then cp.product_id else p.id end as product_id,
      case when g.units_per_sale is null then cp.units_per_sale else coalesce(nullif(g.units_per_sale, '')::int, 1) end as units_per_sale
    from json_to_recordset(${JSON.stringify(given)}::json) as g (channel_sku text, product_sku text, units_per_sale text)
    join connector_products cp on ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId}
      and cp.connector_product_sku = g.channel_sku
    left join products p on ${inAccount(tenant, 'p')} and p.sku = g.product_sku and g.product_sku <> ''`.execute(tenant.db);
  return rows;
}
