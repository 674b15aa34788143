import type { FastifyInstance } from 'fastify';
import { agentScopes } from './agent-scopes.ts';

/** Where the tokens of agents count. */
export const audienceAt = (baseUrl: string): string => `${baseUrl}/mcp`;

const metadataPath = '/.well-known/oauth-protected-resource';

/** What programs find out by themselves: what a token is needed for, and where people consent. Sources: RFC 9728, RFC 8414. */
export function metadataApi(app: FastifyInstance, { baseUrl }: { baseUrl: string }): void {
  const resource = {
    resource: audienceAt(baseUrl),
    authorization_servers: [baseUrl],
    scopes_supported: agentScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Crossdock',
  };
  for (const path of [metadataPath, `${metadataPath}/mcp`]) app.get(path, async () => resource);
  app.get('/.well-known/oauth-authorization-server', async () => ({
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    scopes_supported: agentScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }));
  sayWhereToConsent(app, baseUrl);
}

/** Whoever is refused at /mcp for want of a key or token is told where one is to be had. */
function sayWhereToConsent(app: FastifyInstance, baseUrl: string): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 401 || request.routeOptions.url !== '/mcp') return;
    const wrong = request.headers.authorization === undefined ? '' : ', error="invalid_token"';
    const where = `resource_metadata="${baseUrl}${metadataPath}/mcp", scope="${agentScopes.join(' ')}"`;
    reply.header('www-authenticate', `Bearer realm="Crossdock", ${where}${wrong}`);
  });
}

/** The same for who needs another scope. */
export const needsScope = (baseUrl: string, scope: string): string =>
  `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${baseUrl}${metadataPath}/mcp"`;
