import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';

/** One line a request when it is answered, with its account and person. Files and probes only when debugging. */
export function logRequests(app: FastifyInstance, log: Log): void {
  // Looking for secrets in a line costs more than answering a small request, and this line can hold none.
  const plain = log.child({}, { redact: { paths: [] } });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const level = request.routeOptions.config?.quiet ? 'debug' : 'info';
    plain[level](
      {
        request: request.id,
        method: request.method,
        url: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        account: request.signedIn?.accountId,
        user: request.signedIn?.userId,
      },
      'answered',
    );
  });
}
