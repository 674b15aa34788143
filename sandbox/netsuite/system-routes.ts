import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { type AccountOf, refuse } from './replies.ts';

/** The server's clock for anybody, and how many requests may run at once for administrators. */
export function systemRoutes(app: FastifyInstance, accountOf: AccountOf, clock: Clock) {
  app.get('/system/v1/serverTime', { config: { operation: 'server_time' } }, () => ({ serverTime: new Date(clock.now()).toISOString() }));

  app.get('/system/v1/governanceLimits', { config: { operation: 'governance' } }, (request, reply) => {
    const { preferences, running } = accountOf(request);
    if (!preferences.administrator)
      return refuse(reply, {
        ...{ status: 403, code: 'INSUFFICIENT_PERMISSION' },
        detail: 'Permission Violation: Only administrators can see the limits of integrations.',
      });
    const limit = running.most() ?? 1000;
    return { accountConcurrencyLimit: limit, unallocatedConcurrencyLimit: limit, limitType: 'accountLimit' };
  });
}
