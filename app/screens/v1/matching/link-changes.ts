import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { id, text } from '../../../../platform/endpoint.ts';
import { invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { linkProduct, unlinkProduct } from '../../../nouns/links/saving/commands.ts';
import { deleteListing } from '../../../nouns/links/saving/delete.ts';
import { found } from '../call.ts';
import { requireRelease } from '../writing/releasing.ts';
import { type OfRecord, writes, writeV1 } from '../writing/write.ts';
import { goesOn, lockOfLive, requireLive } from './live.ts';
import { readLinks } from './read-links.ts';
import { unitsUnsaid } from './units-unsaid.ts';

const units = z.int().min(1).max(10_000).optional();
const perSale = 'How many units of the product one sale takes.';

const createLinkCall = writes('POST /v1/links', {
  summary: `Link what a channel lists or sold to a product. It is refused where it is linked already. ${goesOn}`,
  scope: 'write_links',
  body: z.strictObject({
    connection_id: id,
    sku: text(500).min(1),
    product_id: id,
    units_per_sale: units.meta({ description: `${perSale} ${unitsUnsaid}` }),
  }),
  reply: z.object({ id: z.number(), message: z.string(), waiting: z.number().meta({ description: 'How many records waited for it' }) }),
  sendsGoods: true,
});

const stopped = z.number().meta({ description: 'How many orders stopped, because they went by it' });

const changeLinkCall = writes('PATCH /v1/links/:id', {
  summary: `Link it to another product, or take its link away with null: orders that went by it stop. ${goesOn}, but to take a link away`,
  scope: 'write_links',
  body: z.strictObject({
    product_id: id.nullable().optional(),
    units_per_sale: units.meta({ description: `${perSale} As many as the record has where it is left out, of another product too` }),
  }),
  example: { body: { units_per_sale: 6 } },
  reply: z.object({ id: z.number(), message: z.string(), waiting: z.number(), stopped }),
  ...{ sendsGoods: true, asSeen: true },
});

const deleteLinkCall = writes('DELETE /v1/links/:id', {
  summary: 'Delete what a channel sells with its link: orders that went by it stop. It is listed again with the next order that has it',
  scope: 'write_links',
  reply: z.object({ id: z.number(), message: z.string(), stopped }),
  asSeen: true,
});

type Link = Columns<'connector_products', 'connection_id' | 'connector_product_sku' | 'product_id' | 'units_per_sale'>;
const lockLink = (tenant: Tenant, id: number) => lockOfLive<Link>(tenant, 'connector_products', id);

const ofLink: OfRecord = { lock: lockLink, read: async (tenant, id) => found((await readLinks(tenant, [id]))[0]) };

export function linkChangesApi(app: FastifyInstance): void {
  writeV1(
    app,
    createLinkCall,
    async (tenant, { session, body: { connection_id: connectionId, sku, product_id, units_per_sale: units } }) => {
      requireRelease(session, 'Goods may leave by a link.');
      await requireLive(tenant, connectionId);
      const { waiting } = await linkProduct(tenant, { connectionId, sku, productId: product_id, units, seen: null });
      return { id: await idOf(tenant, connectionId, sku), message: 'The SKU is linked.', waiting };
    },
  );
  writeV1(
    app,
    changeLinkCall,
    async (tenant, { session, params: { id }, body: { product_id, units_per_sale: units } }) => {
      const { connection_id: connectionId, connector_product_sku: sku, product_id: before } = await lockLink(tenant, id);
      if (product_id === null) {
        const { stopped } = await unlinkProduct(tenant, { connectionId, sku });
        return { id, message: 'The product is unlinked.', waiting: 0, stopped };
      }
      requireRelease(session, 'Goods may leave by a link.');
      const productId = product_id ?? before;
      if (productId === null) throw invalid({ product_id: ['It is not linked: say to which product.'] });
      const { waiting } = await linkProduct(tenant, { connectionId, sku, productId, units });
      return { id, message: 'The SKU is linked.', waiting, stopped: 0 };
    },
    ofLink,
  );
  writeV1(
    app,
    deleteLinkCall,
    async (tenant, { params: { id } }) => {
      const { connection_id: connectionId, connector_product_sku: sku } = await lockLink(tenant, id);
      const { stopped } = await deleteListing(tenant, { connectionId, sku });
      return { id, message: `${sku} is deleted.`, stopped };
    },
    ofLink,
  );
}

async function idOf(tenant: Tenant, connectionId: number, sku: string): Promise<number> {
  const { rows } = await sql<Columns<'connector_products', 'id'>>`
    select id from connector_products
    where ${inAccount(tenant)} and connection_id = ${connectionId} and connector_product_sku = ${sku}`.execute(tenant.db);
  return found(rows[0]).id;
}
