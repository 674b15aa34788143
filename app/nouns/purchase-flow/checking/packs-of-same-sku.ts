import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { packsDiffer } from '../../catalogue/values/pack.ts';

type Line = Columns<'purchase_order_lines', 'id' | 'name'> & {
  listed: Column<'connector_products', 'name'> | null;
  product: Column<'products', 'name'>;
};

/** The lines of these purchase orders whose names say another number of units than the product that has their SKU, and no link does. */
export async function packsOfSameSku(tenant: Tenant, ids: number[]): Promise<number[]> {
  const { rows } = await sql<Line>`
    select l.id, l.name, link.name as listed, same.name as product
    from purchase_orders p
    join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id
    join products same on ${inAccount(tenant, 'same')} and same.sku = l.sku
    left join connector_products link on ${inAccount(tenant, 'link')} and link.connection_id = p.connection_id
      and link.connector_product_sku = l.sku
    where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[]) and l.remote_line_id is not null
      and link.product_id is null`.execute(tenant.db);
  return idsOf(rows.filter(({ name, listed, product }) => [name, listed].some((sold) => packsDiffer({ name: product }, { name: sold }))));
}
