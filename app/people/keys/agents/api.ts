import type { FastifyInstance } from 'fastify';
import { allowance } from '../../../../platform/allowance.ts';
import { whileWaiting } from '../../../../platform/http/front-door.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { changeRoute, messageRoute, readRoute, route } from '../../../../platform/http/route.ts';
import type { Services } from '../../accounts/services.ts';
import { readAlone, setAlone } from './alone.ts';
import { readAsked } from './asking/asked.ts';
import { openClients } from './asking/client.ts';
import { openQuestion, questionOf } from './asking/consent.ts';
import { redirectTo } from './asking/redirects.ts';
import { connectAgent, disconnectAgent } from './commands.ts';
import { askConsentCall, disconnectAgentCall, giveConsentCall, letAgentsCall, listAgentsCall } from './contract.ts';
import { audienceAt, metadataApi } from './metadata.ts';
import { listAgents } from './queries.ts';
import { tokensApi } from './tokens/api.ts';

const tooMany = (seconds: number) =>
  refuse(429, 'too_many_requests', 'Your account connects too many agents at a time. Try again in a moment.', {
    'retry-after': String(seconds),
  });

/** Agents that people connect by OAuth: who asks, what a person allows, the tokens of it, and its end. */
export function connectedAgentsApi(app: FastifyInstance, { engine, env, directory }: Pick<Services, 'engine' | 'env' | 'directory'>): void {
  const [issuer, audience] = [env.baseUrl, audienceAt(env.baseUrl)];
  const clients = openClients(() => engine.sandboxOrigin);
  const aMinute = allowance(20, tooMany);
  metadataApi(app, { baseUrl: issuer });
  app.register(tokensApi({ directory }));

  readRoute(app, listAgentsCall, async (tenant) => ({
    agents: await listAgents(tenant, env.superTwoFactor),
    alone: await readAlone(tenant),
  }));
  route(app, askConsentCall, async ({ session, body }) => {
    aMinute.take(session.accountId);
    const read = await whileWaiting(() => readAsked(body.query, { clients, issuer, audience }));
    if ('redirect' in read) return { question: null, redirect: read.redirect };
    return { question: questionOf(read.asked, session, { seal: engine.seal, issuer }), redirect: null };
  });
  route(app, giveConsentCall, async ({ session, body: { request, scopes }, inTenant }) => {
    const question = openQuestion(request, session, engine.seal);
    const code = await inTenant((tenant) => connectAgent(tenant, { asked: question, scopes, audience }));
    return { redirect: redirectTo(question.redirectUri, { code, state: question.state, iss: issuer }) };
  });
  messageRoute(app, letAgentsCall, 'What agents may do is saved.', (tenant, { body }) => setAlone(tenant, body));
  changeRoute(app, disconnectAgentCall, async (tenant, { params }) => ({
    message: `${await disconnectAgent(tenant, params.id)} is disconnected.`,
  }));
}
