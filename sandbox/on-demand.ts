import { createServer, type Server } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { plainPath } from './channel-advisor/routes.ts';

/** What is under one path, as `/amware`, and registers its routes there. */
export type Stand = { path: string; register: (app: FastifyInstance) => Promise<void> };

/**
 * One server for all, each of which is set up when it is first called: most tests call two or three of a dozen, and the routes of all cost
 * more than such a test.
 */
export function serveOnDemand(stands: readonly Stand[]): Server {
  const opened = new Map<string, Promise<FastifyInstance>>();
  const server = createServer(async (request, response) => {
    const path = `/${(request.url ?? '').split(/[/?]/, 2)[1]}`;
    const stand = stands.find((each) => each.path === path);
    if (!stand) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Nothing is here."}');
    const app = opened.get(path) ?? open(stand);
    opened.set(path, app);
    (await app).routing(request, response);
  });
  // As patient as Fastify's own: an idle connection that is closed just when it is used again would be a fault that nobody asked for.
  return Object.assign(server, { keepAliveTimeout: 72_000, requestTimeout: 0 });
}

async function open({ path, register }: Stand): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: 50_000_000, rewriteUrl: ({ url }) => plainPath(url ?? '/') });
  await app.register(register, { prefix: path });
  await app.ready();
  return app;
}
