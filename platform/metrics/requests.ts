import type { FastifyInstance } from 'fastify';
import { requestSeconds } from './registry.ts';

/** Counts requests by the route that they matched, never by their address, which a stranger may choose. */
export function countRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ method, is404, routeOptions: { url = '' } }, { statusCode, elapsedTime }) => {
    requestSeconds.observe({ method, route: is404 ? 'none' : url, status: String(statusCode) }, elapsedTime / 1_000);
  });
}
