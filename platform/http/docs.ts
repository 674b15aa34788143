import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { authorise } from './authorise.ts';
import { type About, type Document, openApiDocument } from './openapi/document.ts';

/** The OpenAPI document at /api/openapi.json and a readable form at /api/docs, for signed-in people. */
export function docs(app: FastifyInstance, about: About): void {
  let document: Document | undefined;
  const written = () => {
    document ??= openApiDocument(app.web.endpoints, about);
    return document;
  };
  app.get(documentCall.path, { onRequest: demand }, async () => written());
  app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    // The plugin would describe Fastify's routes; our endpoints have more detail.
    transform: ({ url }) => ({ schema: { hide: true }, url }),
    transformObject: () => written(),
  });
  app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { url: '/api/openapi.json', docExpansion: 'none', deepLinking: true, validatorUrl: null },
    uiHooks: { onRequest: demand },
    staticCSP: policy,
    theme: { title: `${about.title} API`, css: [{ filename: 'theme.css', content: withoutBar }] },
  });
}

/** The bar names the library, and the address in it cannot be changed to anything useful. No reply links to another call. */
const withoutBar = '.swagger-ui .topbar, .swagger-ui .response-col_links { display: none; }';

const policy =
  "default-src 'none'; object-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Both are read as every call is made: by who is signed in, and has set up what their account demands. */
const documentCall = endpoint('GET /api/openapi.json', {
  may: 'signed_in',
  summary: 'What can be called, as OpenAPI',
  replies: { 200: z.unknown() },
});

async function demand(request: FastifyRequest): Promise<void> {
  await authorise(documentCall, request);
}
