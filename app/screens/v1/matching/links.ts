import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { id, instant, text } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { tableApi } from '../table.ts';

const link = z.object({
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

/** What channels sell, and which product each is. */
export function linksApi(app: FastifyInstance): void {
  tableApi(app, {
    ...{ path: '/v1/links', scope: 'read_links', table: 'connector_products', alias: 'l', record: link, read: readLinks },
    summaries: { list: 'What channels sell, and the product that each is linked to', record: 'A link' },
    never: sql`l.deleted_at is not null`,
    filters: {
      connection_id: id.optional(),
      product_id: id.optional(),
      linked: z.enum(['true', 'false']).optional(),
      sku: text(500).optional(),
    },
    conditions: ({ connection_id, product_id, linked, sku }) => ({
      where: [
        ...(connection_id === undefined ? [] : [sql`l.connection_id = ${connection_id}`]),
        ...(product_id === undefined ? [] : [sql`l.product_id = ${product_id}`]),
        ...(sku === undefined ? [] : [sql`l.sku_key = lower(${sku})`]),
      ],
      tests: linked === undefined ? [] : [linked === 'true' ? sql`l.product_id is not null` : sql`l.product_id is null`],
    }),
  });
}

async function readLinks(tenant: Tenant, ids: number[]): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select l.id, l.connection_id, l.connector_product_sku as sku, l.name, l.product_id, l.units_per_sale, l.linked_at, u.name as linked_by,
      l.created_at
    from connector_products l left join users u on u.id = l.linked_by
    where ${inAccount(tenant, 'l')} and l.id = any(${ids}::bigint[])`.execute(tenant.db);
  return rows;
}
