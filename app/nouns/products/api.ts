import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { Services } from '../../people/accounts/services.ts';
import { itemsOf } from '../catalogue/item-api.ts';
import { productsByAccountCall } from '../catalogue/products/contract.ts';
import { createLinked } from './commands.ts';
import { productsByAccount } from './queries.ts';

export function itemsApi(app: FastifyInstance, parts: Services): void {
  itemsOf('products', (tenant, item) => createLinked(tenant, 'products', item), app, parts);
  itemsOf('raw_materials', (tenant, item) => createLinked(tenant, 'raw_materials', item), app, parts);
  route(app, productsByAccountCall, async ({ reading, query }) => ({
    dataSet: await reading((tenant) => productsByAccount(tenant, query)),
  }));
}
