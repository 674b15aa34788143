import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** A channel's item that is linked to a product. */
export type LinkedItem = Columns<'connector_products', 'id' | 'connection_id' | 'name' | 'source_link' | 'units_per_sale'> &
  Columns<'connections', 'slug'> & {
    connection_name: Column<'connections', 'name'>;
    sku: Column<'connector_products', 'connector_product_sku'>;
    /** An alias of a channel that is told of stock: nothing is sent for it. */
    not_told: boolean;
  };

const mostShown = 50;

/** The channel items that are linked to this product. */
export async function listLinkedItems(tenant: Tenant, productId: number): Promise<{ linked: LinkedItem[]; more_linked: number }> {
  const query = sql<LinkedItem>`
    select i.id, i.connection_id, c.slug, c.name as connection_name, i.connector_product_sku as sku, i.name, i.source_link,
      i.units_per_sale,
      i.is_alias and s.connection_id is not null as not_told
    from connector_products i join connections c on ${inAccount(tenant, 'c')} and c.id = i.connection_id
    left join stock_settings s on ${inAccount(tenant, 's')} and s.connection_id = i.connection_id and s.mode <> 'off'
    where ${inAccount(tenant, 'i')} and i.product_id = ${productId} order by c.name, i.connector_product_sku
    limit ${sql.lit(mostShown + 1)}`;
  const rows = await readPrepared(tenant, query);
  return { linked: rows.slice(0, mostShown), more_linked: Math.max(0, rows.length - mostShown) };
}
