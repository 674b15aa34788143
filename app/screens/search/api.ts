import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import { searchAllCall, searchOrdersCall } from './contract.ts';
import { searchAll, searchOrders } from './queries.ts';

export function searchApi(app: FastifyInstance): void {
  route(app, searchOrdersCall, async ({ reading, query, reply }) => {
    const found = await reading((tenant) => searchOrders(tenant, query.q));
    if (found.length > 0) return found.map(({ is_equal: _, ...order }) => order);
    reply.code(204);
    return null;
  });
  route(app, searchAllCall, ({ reading, query }) => reading((tenant) => searchAll(tenant, query.q)));
}
