import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { id, text } from '../../../../platform/endpoint.ts';
import { tableApi } from '../table.ts';
import { linkChangesApi } from './link-changes.ts';
import { link, readLinks } from './read-links.ts';

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
  linkChangesApi(app);
}
