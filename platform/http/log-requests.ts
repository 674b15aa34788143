import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';

const refused = new Set([401, 403, 429]);

/** Logs one line per request after its reply, with account and person. Assets and probes only at debug level. */
export function logRequests(app: FastifyInstance, log: Log): void {
  // Redaction costs more than a small request, and this line cannot contain a secret.
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
        // Who tries what they may not is to be found.
        ...(refused.has(reply.statusCode) && { address: request.ip }),
      },
      'answered',
    );
  });
}
