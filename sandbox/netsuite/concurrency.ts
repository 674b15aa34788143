import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { NetsuiteAccount } from './account.ts';
import { type Refusal, refuse } from './replies.ts';

const exceeded: Refusal = {
  status: 429,
  code: 'CONCURRENCY_LIMIT_EXCEEDED',
  detail:
    'Concurrent request limit exceeded. Request blocked. Verify your concurrency limits at Setup > Integration > Integration Management > Integration Governance.',
};

/** Refuses what is more than the account's limit at once. A request counts until its reply is out or its caller has gone. */
export function limitConcurrency(app: FastifyInstance, accountOf: (request: FastifyRequest) => NetsuiteAccount | null) {
  app.addHook('onRequest', (request, reply, done) => {
    const account = accountOf(request);
    if (!account) return done();
    const { running, counters } = account;
    const most = running.most();
    if (most !== null && running.now >= most) {
      counters.earned429 += 1;
      return void refuse(reply, exceeded);
    }
    running.now += 1;
    reply.raw.once('close', () => {
      running.now -= 1;
    });
    done();
  });
}
