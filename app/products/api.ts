import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { imagesOf } from '../catalogue/image-api.ts';
import { searchItems } from '../catalogue/queries.ts';
import type { Parts } from '../parts.ts';
import { searchProductsCall } from './contract.ts';

export function productsApi(app: FastifyInstance, parts: Parts): void {
  imagesOf('products', app, parts);
  route(app, searchProductsCall, async ({ inTenant, query, reply }) => {
    const found = await inTenant((tenant) => searchItems(tenant, 'products', query));
    if (!found) reply.code(204);
    return found;
  });
}
