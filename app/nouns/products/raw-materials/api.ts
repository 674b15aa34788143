import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import type { Services } from '../../../people/accounts/services.ts';
import { itemsOf } from '../../catalogue/item-api.ts';
import { createItem } from '../../catalogue/items/commands.ts';
import { listItems, searchItems } from '../../catalogue/queries.ts';
import { listRawMaterialsCall, searchRawMaterialsCall } from './contract.ts';

export function rawMaterialsApi(app: FastifyInstance, parts: Services): void {
  itemsOf('raw_materials', (tenant, item) => createItem(tenant, 'raw_materials', item), app, parts);
  route(app, listRawMaterialsCall, ({ reading, query }) => reading((tenant) => listItems(tenant, 'raw_materials', query)));
  route(app, searchRawMaterialsCall, async ({ reading, query, reply }) => {
    const found = await reading((tenant) => searchItems(tenant, 'raw_materials', query));
    if (!found) reply.code(204);
    return found;
  });
}
