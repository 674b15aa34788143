import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { searchItems } from '../catalogue/queries.ts';
import { searchProductsCall } from './contract.ts';

export function productsApi(app: FastifyInstance): void {
  route(app, searchProductsCall, async ({ inTenant, query, reply }) => {
    const found = await inTenant((tenant) => searchItems(tenant, 'products', query));
    if (!found) reply.code(204);
    return found;
  });
}
