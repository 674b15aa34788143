import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signedInOf } from './authorise.ts';
import { openApiDocument } from './openapi.ts';
import { refuse } from './refusal.ts';

/** The OpenAPI document at /api/openapi.json and a readable form at /api/docs, for signed-in people. */
export function docs(app: FastifyInstance, about: { title: string; description: string }): void {
  let document: ReturnType<typeof openApiDocument> | undefined;
  const written = () => {
    document ??= openApiDocument(app.web.endpoints, about);
    return document;
  };
  app.get('/api/openapi.json', { onRequest: demandSession }, async () => written());
  app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    // The plugin would describe Fastify's routes; our endpoints have more detail.
    transform: ({ url }) => ({ schema: { hide: true }, url }),
    transformObject: () => written(),
  });
  app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { url: '/api/openapi.json', docExpansion: 'none', deepLinking: true, validatorUrl: null },
    uiHooks: { onRequest: demandSession },
    staticCSP: policy,
    theme: { title: `${about.title} API`, css: [{ filename: 'theme.css', content: withoutBar }] },
  });
}

/** The bar names the library, and the address in it cannot be changed to anything useful. */
const withoutBar = '.swagger-ui .topbar { display: none; }';

const policy =
  "default-src 'none'; object-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

async function demandSession(request: FastifyRequest): Promise<void> {
  if (!(await signedInOf(request))) throw refuse(401, 'signed_out', 'You are signed out. Sign in again.');
}
