import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { FaultBook } from '../faults.ts';
import { openDoor } from '../front-door.ts';
import type { NetsuiteAccount } from './account.ts';
import { adjustmentRoutes } from './adjustments.ts';
import { queryRoutes } from './query-routes.ts';
import { recordRoutes } from './record-routes.ts';
import { errorBody, refuse } from './replies.ts';
import { systemRoutes } from './system-routes.ts';
import { tokenRoutes } from './token-routes.ts';

export type NetsuiteParts = {
  accounts: () => NetsuiteAccount[];
  faults: FaultBook;
  clock: Clock;
  latencyMs: () => number;
  origin: () => string;
};

/** NetSuite's SuiteTalk REST services, to be registered under a prefix; each account has a host of its own there, and a path here. */
export async function netsuite(app: FastifyInstance, { accounts, faults, clock, latencyMs, origin }: NetsuiteParts) {
  const named = (request: FastifyRequest) => {
    const [, , id] = request.url.split('/');
    return accounts().find(({ accountId }) => accountId === id) ?? null;
  };
  await app.register(
    async (scope) => {
      const accountOf = openDoor<NetsuiteAccount>(scope, {
        target: 'netsuite',
        faults,
        latencyMs,
        identify: (request) => {
          const account = named(request);
          const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
          return request.routeOptions.config.operation === 'token' || account?.signIn.knows(token) ? account : null;
        },
        refusals: {
          unauthorized: refusal(401, 'INVALID_LOGIN', 'Invalid login attempt. For more details, see the Login Audit Trail.'),
          rate_limited: refusal(429, 'CONCURRENCY_LIMIT_EXCEEDED', 'Concurrent request limit exceeded. Request blocked.'),
          internal: refusal(500, 'UNEXPECTED_ERROR', 'An unexpected error occurred. Error ID: sandbox'),
        },
      });
      tokenRoutes(scope, accountOf, origin);
      queryRoutes(scope, accountOf);
      recordRoutes(scope, accountOf);
      adjustmentRoutes(scope, accountOf);
      systemRoutes(scope, accountOf, clock);
      scope.setNotFoundHandler({}, (_request, reply) =>
        refuse(reply, { status: 404, code: 'INVALID_URL', detail: 'There is no such resource.' }),
      );
      scope.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
        refuse(reply, { status: error.statusCode ?? 500, code: 'UNEXPECTED_ERROR', detail: error.message }),
      );
    },
    { prefix: '/:account/services/rest' },
  );
}

const refusal = (status: number, code: string, detail: string) => ({ status, body: errorBody({ status, code, detail }) });
