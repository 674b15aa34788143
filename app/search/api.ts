import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { searchOrdersCall } from './contract.ts';
import { searchOrders } from './queries.ts';

export function searchApi(app: FastifyInstance): void {
  route(app, searchOrdersCall, async ({ reading, query, reply }) => {
    const found = await reading((tenant) => searchOrders(tenant, query.q));
    if (found.length > 0) return found.map(({ is_equal: _, ...order }) => order);
    reply.code(204);
    return null;
  });
}
