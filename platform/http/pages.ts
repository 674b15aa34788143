import { randomBytes } from 'node:crypto';
import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './refusal.ts';
import { policyOfPage } from './security-headers.ts';

/** Renders a page: `nonce` is the one that this response's policy allows. */
export type RenderPage = (request: FastifyRequest, webRequest: Request, nonce: string) => Promise<Response>;

/** Answers every other GET with a page. Pages only read: whatever changes something is an endpoint. */
export function pages(app: FastifyInstance, render: RenderPage | undefined): void {
  if (!render) return;
  app.web.page = async (request, reply) => answer(request, reply, render);
  app.get('/*', async (request, reply) => {
    if (request.url.startsWith('/api/') || request.url === '/api') throw refuse(404, 'not_found', 'There is no such address.');
    return answer(request, reply, render);
  });
}

async function answer(request: FastifyRequest, reply: FastifyReply, render: RenderPage): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64');
  const webRequest = createRequest(request.raw, reply.raw, { host: request.host, protocol: `${request.protocol}:` });
  const response = await render(request, webRequest, nonce);
  reply.header('content-security-policy', policyOfPage(nonce));
  if (!response.headers.has('cache-control')) reply.header('cache-control', 'no-store');
  return reply.send(response);
}
