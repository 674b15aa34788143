import { randomBytes } from 'node:crypto';
import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOfApi, nothingHere } from './allowed-methods.ts';
import { policyOfPage } from './security-headers.ts';

/** Renders a page; `nonce` is the one that the response's policy allows. */
export type RenderPage = (request: FastifyRequest, webRequest: Request, nonce: string) => Promise<Response | WholePage>;

/** A page as one text, with its status and headers. */
export type WholePage = Response & { html: string };

/** Kept beside the Response: as its body the text would become a stream, to be read back piece by piece. */
export const wholePage = (html: string, init: ResponseInit): WholePage => Object.assign(new Response(null, init), { html });

/** Serves every other GET as a page. Pages only read; changes go through endpoints. */
export function pages(app: FastifyInstance, render: RenderPage | undefined): void {
  if (!render) return;
  app.web.page = async (request, reply) => replyWithPage(request, reply, render);
  app.get('/*', async (request, reply) => {
    if (isOfApi(request.url.split('?', 1)[0] ?? '')) throw nothingHere(request);
    return replyWithPage(request, reply, render);
  });
}

async function replyWithPage(request: FastifyRequest, reply: FastifyReply, render: RenderPage): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64');
  const webRequest = asRead(createRequest(request.raw, reply.raw, { host: request.host, protocol: `${request.protocol}:` }));
  const response = await render(request, webRequest, nonce);
  reply.header('content-security-policy', policyOfPage(nonce));
  reply.header('cache-control', response.headers.get('cache-control') ?? 'no-store');
  if (request.method === 'HEAD') return sendHead(reply, response);
  // A form that was refused has set its own status.
  const status = reply.statusCode === 200 ? response.status : reply.statusCode;
  return 'html' in response ? sendWhole(reply, response, status) : reply.send(response);
}

/** A page only reads, also where it is shown again for a form that was refused. */
function asRead(request: Request): Request {
  return request.method === 'GET' || request.method === 'HEAD' ? request : new Request(request.url, { headers: request.headers });
}

/** Fastify cannot do it itself: it would count the bytes of a Response. */
function sendHead(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  body?.cancel().catch(() => undefined);
  for (const [name, value] of headers) reply.header(name, value);
  return reply.code(status).send();
}

function sendWhole(reply: FastifyReply, { html, headers }: WholePage, status: number): FastifyReply {
  for (const [name, value] of headers) reply.header(name, value);
  // Encoded once: for a string the server would count its bytes, then encode it again when it writes.
  return reply.code(status).send(Buffer.from(html));
}
