import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { imagesOf } from '../catalogue/image-api.ts';
import { searchItems } from '../catalogue/queries.ts';
import type { Parts } from '../parts.ts';
import { searchRawMaterialsCall } from './contract.ts';

export function rawMaterialsApi(app: FastifyInstance, parts: Parts): void {
  imagesOf('raw_materials', app, parts);
  route(app, searchRawMaterialsCall, async ({ inTenant, query, reply }) => {
    const found = await inTenant((tenant) => searchItems(tenant, 'raw_materials', query));
    if (!found) reply.code(204);
    return found;
  });
}
