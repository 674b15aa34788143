import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { Services } from '../../people/accounts/services.ts';
import { itemsOf } from '../catalogue/item-api.ts';
import { listProductsCall, productsByAccountCall, searchProductsCall } from '../catalogue/products/contract.ts';
import { listItems, searchItems } from '../catalogue/queries.ts';
import { createProduct } from './commands.ts';
import { productsByAccount } from './queries.ts';

export function productsApi(app: FastifyInstance, parts: Services): void {
  itemsOf('products', createProduct, app, parts);
  route(app, listProductsCall, ({ reading, query }) => reading((tenant) => listItems(tenant, 'products', query)));
  route(app, searchProductsCall, async ({ reading, query, reply }) => {
    const found = await reading((tenant) => searchItems(tenant, 'products', query));
    if (!found) reply.code(204);
    return found;
  });
  route(app, productsByAccountCall, async ({ reading, query }) => ({
    dataSet: await reading((tenant) => productsByAccount(tenant, query)),
  }));
}
