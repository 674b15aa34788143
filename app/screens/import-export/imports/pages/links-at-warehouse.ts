import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { type MeantLink, undoneLinks } from '../../../../nouns/links/import/undone-links.ts';
import { mostPreviewed } from '../../../../nouns/mappings/saves/contract.ts';
import { previewMapping } from '../../../../nouns/mappings/saves/preview.ts';
import { type ImportRow, jobOf } from '../running/import-row.ts';
import { storedRows } from '../shown-rows.ts';

/**
 * What becomes of orders at the warehouse if the checked rows of an import of links are applied, or those that it applied are undone:
 * tried, and taken back. Null where none is concerned, or the import has no links to change.
 */
export async function linksAtWarehouse(tenant: Tenant, row: ImportRow): Promise<string | null> {
  const { entity, state, connection_id: connectionId } = row;
  if (entity !== 'links' || connectionId === null || (state !== 'checked' && state !== 'applied')) return null;
  const { job } = jobOf(row);
  const links = state === 'checked' ? await checkedLinks(tenant, row) : await undoneLinks(tenant, job, mostPreviewed + 1);
  const change = { kind: 'product' as const, links: links.slice(0, mostPreviewed) };
  const words = (await previewMapping(tenant, [{ connectionId, change }]))?.words ?? null;
  if (links.length <= mostPreviewed) return words;
  const rest = `The first ${mostPreviewed} changed links were compared; the others are when it is ${state === 'checked' ? 'applied' : 'undone'}.`;
  return words === null ? rest : `${words} ${rest}`;
}

/** Those that are listed differently, and those that are no longer listed. */
async function checkedLinks(tenant: Tenant, row: ImportRow): Promise<MeantLink[]> {
  const changed = await storedRows(tenant, row, 'u', mostPreviewed + 1);
  const created = changed.length > mostPreviewed ? [] : await storedRows(tenant, row, 'c', mostPreviewed + 1 - changed.length);
  const { columns } = jobOf(row).job;
  const given = [...changed, ...created].map(({ cells }) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])));
  return meant(tenant, row.connection_id ?? 0, given);
}

/** The products and units that rows give; a column that the file has not, or units that are empty, leave what there is. */
async function meant(tenant: Tenant, connectionId: number, given: Record<string, string>[]): Promise<MeantLink[]> {
  const { rows } = await sql<MeantLink>`
    select g.channel_sku as sku, case when g.product_sku is null then cp.product_id else p.id end as product_id,
      coalesce(nullif(g.units_per_sale, '')::int, cp.units_per_sale, 1) as units_per_sale
    from json_to_recordset(${JSON.stringify(given)}::json) as g (channel_sku text, product_sku text, units_per_sale text)
    left join connector_products cp on ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId}
      and cp.connector_product_sku = g.channel_sku
    left join products p on ${inAccount(tenant, 'p')} and p.sku = g.product_sku and g.product_sku <> ''`.execute(tenant.db);
  return rows;
}
