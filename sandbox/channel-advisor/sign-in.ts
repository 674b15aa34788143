import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FaultBook } from '../faults.ts';
import { openDoor } from '../front-door.ts';
import type { AdvisorAccount } from './account.ts';

export type ChannelAdvisorParts = { accounts: () => AdvisorAccount[]; faults: FaultBook; latencyMs: () => number };

const body = z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: z.string().min(1) });

/** The token endpoint: the application proves itself by Basic, and exchanges its refresh token. What is wrong there is a 400. */
export async function signIn(app: FastifyInstance, { accounts, faults, latencyMs }: ChannelAdvisorParts) {
  const invalid = (error: string) => ({ status: 400, body: { error } });
  const accountOf = openDoor<AdvisorAccount>(app, {
    target: 'channel_advisor',
    faults,
    latencyMs,
    identify: (request) => applicationOf(request, accounts()),
    unlimited: true,
    refusals: {
      unauthorized: invalid('invalid_client'),
      rate_limited: { status: 429, body: { error: 'too_many_requests' } },
      internal: { status: 500, body: { error: 'server_error' } },
    },
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
  app.post('/oauth2/token', { config: { operation: 'sign_in' } }, (request, reply) => {
    const parsed = body.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'invalid_request' });
    const issued = accountOf(request).grant.issue(parsed.data.refresh_token);
    return issued ?? reply.code(400).send({ error: 'invalid_grant' });
  });
}

function applicationOf(request: FastifyRequest, accounts: AdvisorAccount[]): AdvisorAccount | null {
  const sent = request.headers.authorization ?? '';
  const basic = (account: AdvisorAccount) => `Basic ${Buffer.from(`${account.applicationId}:${account.sharedSecret}`).toString('base64')}`;
  return accounts.find((account) => sent === basic(account)) ?? null;
}
