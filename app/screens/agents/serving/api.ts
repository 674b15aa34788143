import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf } from '../../../../platform/http/errors.ts';
import { requireOwnOrigin } from '../../../../platform/http/origin.ts';
import { Invalid, Refusal, refuse } from '../../../../platform/http/refusal.ts';
import { type Call, route } from '../../../../platform/http/route.ts';
import { agentNamed } from '../../../base/changes/agent-named.ts';
import { needsScope } from '../../../people/keys/agents/metadata.ts';
import { allows } from '../../../people/keys/scopes.ts';
import type { Tool } from '../tool.ts';
import { agentCall } from './contract.ts';
import { serverFor } from './server.ts';

/** Mounts the server of the Model Context Protocol. It keeps nothing from one request to the next. */
export const agentsApi =
  (tools: readonly Tool[]) =>
  (app: FastifyInstance): void =>
    route(app, agentCall, async (call) => {
      const { request, reply, body } = call;
      requireOwnOrigin(request);
      // One message a request, so that the limits of a key count what it does.
      if (Array.isArray(body)) throw refuse(400, 'bad_request', 'Send one message a request.');
      requireScope(call, tools);
      const { fetch: serve } = createMcpHandler(
        () => serverFor(callerOf(call), tools, { agent: agentOf(request), told: toldOf(request) }),
        {
          // Its tools stay the same, so there is nothing to listen for.
          ...{ maxSubscriptions: 0, keepAliveMs: 0 },
          onerror: (error) => request.log.info({ error }, 'message of an agent refused'),
        },
      );
      return send(reply, await serve(asWebRequest(request), { parsedBody: body }));
    });

type AgentCall = Call<typeof agentCall>;

function callerOf({ session, reading, inTenant, request }: AgentCall) {
  const { id = 0, name = '', scopes = [], isAgent = false } = session.key ?? {};
  const linkTo = (path: string) => `${request.server.web.baseUrl}${path}`;
  return {
    reading,
    inTenant,
    key: { id, name: isAgent ? agentNamed(name) : name },
    may: (scope: string) => allows(scopes, scope),
    linkTo,
    role: session.role,
    timezone: session.timezone,
  };
}

/** Whoever calls a tool that its key may not use is refused as by any other call, and its log shows so. @throws Refusal 403 */
function requireScope({ body, session, request }: AgentCall, tools: readonly Tool[]): void {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  const tool = method === 'tools/call' ? tools.find(({ name }) => name === params?.name) : undefined;
  if (!tool?.scope || allows(session.key?.scopes ?? [], tool.scope)) return;
  const { scope } = tool;
  const headers = { 'www-authenticate': needsScope(request.server.web.baseUrl, scope) };
  throw new Refusal(403, 'lacks_scope', `${tool.name} takes a key with the scope ${scope}.`, headers, { scope });
}

/** What a program calls itself that does not say so in the protocol. */
const agentOf = ({ headers }: FastifyRequest): string => headers['user-agent'] ?? '';

const toldOf = (request: FastifyRequest) => (error: unknown) => {
  if (error instanceof Invalid) return { code: 'invalid', errors: error.fields };
  const { code, message, details } = refusalOf(error, request);
  return { ...details, code, message };
};

const ofTheProtocol = /^(accept|content-type|mcp-.+)$/;

function asWebRequest({ headers, raw, server }: FastifyRequest): Request {
  const own = Object.entries(headers).flatMap(([name, value]) =>
    ofTheProtocol.test(name) ? [[name, String(value)] as [string, string]] : [],
  );
  const left = new AbortController();
  raw.once('close', () => raw.destroyed && left.abort());
  return new Request(`${server.web.baseUrl}/mcp`, { method: 'POST', headers: own, signal: left.signal });
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const text = await response.text();
  reply.code(response.status).header('cache-control', 'no-store');
  const type = response.headers.get('content-type');
  if (text === '' || type === null) return reply.send();
  return reply.type(type).send(text);
}
