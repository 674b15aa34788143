import type { FastifyInstance } from 'fastify';
import type { FaultBook } from '../faults.ts';
import { openDoor } from '../front-door.ts';
import type { WarehouseAccount } from './account.ts';
import { asnRoutes } from './asn-routes.ts';
import { feedRoutes } from './feed-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { referenceRoutes } from './reference-routes.ts';
import { notFound } from './replies.ts';

export type AmwareParts = { accounts: () => WarehouseAccount[]; faults: FaultBook; latencyMs: () => number };

/** The warehouse of `docs/connectors/amware.md`, to be registered under a prefix. */
export async function amware(app: FastifyInstance, { accounts, faults, latencyMs }: AmwareParts) {
  const clientOf = openDoor<WarehouseAccount>(app, {
    target: 'amware',
    faults,
    latencyMs,
    // A key of another client than the one that is meant is no key.
    identify: ({ headers: { authorization, 'amware-account': meant } }) =>
      accounts().find(({ apiKey, id }) => authorization === `Bearer ${apiKey}` && (meant === undefined || meant === id)) ?? null,
    refusals: {
      unauthorized: { status: 401, body: { code: 'unauthorized', message: 'The key is missing, wrong or revoked.' } },
      rate_limited: { status: 429, body: { code: 'rate_limited', message: 'Too many requests in this minute.' } },
      internal: { status: 500, body: { code: 'internal', message: 'Something went wrong on our side.' } },
    },
  });
  app.setNotFoundHandler({}, (_request, reply) => notFound(reply));
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ code: (error.statusCode ?? 500) < 500 ? 'invalid' : 'internal', message: error.message }),
  );
  orderRoutes(app, clientOf);
  asnRoutes(app, clientOf);
  feedRoutes(app, clientOf);
  referenceRoutes(app, clientOf);
}
