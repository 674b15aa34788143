import { sql } from 'kysely';
import { z } from 'zod';
import { instant } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** What a channel sells, as its calls reply it. */
export const link = z.object({
  id: z.number(),
  connection_id: z.number(),
  sku: z.string().meta({ description: 'What the channel calls it' }),
  name: z.string().nullable(),
  product_id: z.number().nullable().meta({ description: 'The product that it is linked to; null where it waits for a link' }),
  units_per_sale: z.number().meta({ description: 'How many units of the product one sale takes' }),
  linked_at: instant.nullable(),
  linked_by: z.string().nullable().meta({ description: 'Null where the same SKU was linked by itself' }),
  created_at: instant,
});
type Link = z.output<typeof link>;

/** Links as their calls reply them, in any order. */
export async function readLinks(tenant: Tenant, ids: number[]): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select l.id, l.connection_id, l.connector_product_sku as sku, l.name, l.product_id, l.units_per_sale, l.linked_at, u.name as linked_by,
      l.created_at
    from connector_products l left join users u on u.id = l.linked_by
    where ${inAccount(tenant, 'l')} and l.id = any(${ids}::bigint[])`.execute(tenant.db);
  return rows;
}
