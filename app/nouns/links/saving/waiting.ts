import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

type Link = Columns<'connector_products', 'connection_id' | 'connector_product_sku'>;

/** The ids of the orders that wait for a link of one of these SKUs, the first by id. */
export async function ordersWaitingForLinks(tenant: Tenant, links: Link[]): Promise<number[]> {
  const { rows } = await sql<{ order_id: Column<'orders', 'id'> }>`
    select distinct i.order_id from json_to_recordset(${JSON.stringify(links)}::json) as link (connection_id bigint,
      connector_product_sku text)
    join issues i on ${inAccount(tenant, 'i')} and i.type = 'unmapped_sku' and i.connection_id = link.connection_id
      and i.subject = link.connector_product_sku
      and i.closed_at is null
    where i.order_id is not null order by 1`.execute(tenant.db);
  return rows.map(({ order_id }) => order_id);
}
