import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import type { AccountOf } from './replies.ts';

/** OAuth 2.0 client credentials: a form with an assertion that the client has signed. */
export function tokenRoutes(app: FastifyInstance, accountOf: AccountOf, origin: () => string) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, { ...parse(String(body)) }),
  );
  app.post('/auth/oauth2/v1/token', { config: { operation: 'token' } }, async (request, reply) => {
    const account = accountOf(request);
    const audience = `${origin()}/netsuite/${account.accountId}/services/rest/auth/oauth2/v1/token`;
    const granted = await account.signIn.grant(request.body, audience);
    return reply.code('error' in granted ? 400 : 200).send(granted);
  });
}
