import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from './refusal.ts';

/** Reads JSON bodies: an empty body is undefined; NUL characters, which PostgreSQL cannot store, are refused, in addresses too. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === '') return done(null, undefined);
    if (text.includes('\\u0000')) return done(hasNul());
    return parse(request, text, done);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.includes('%00')) return;
    const page = pageWithout(request);
    if (!page) throw hasNul();
    return reply.redirect(page);
  });
}

/** Redirects a damaged link to the same page without NUL characters. The address is relative, so it stays on this site. */
function pageWithout({ method, url }: FastifyRequest): string | undefined {
  const [path = '', asked] = url.split('?', 2);
  if (method !== 'GET' || path.startsWith('/api/') || path.includes('%00') || asked === undefined) return undefined;
  return `?${asked.replaceAll('%00', '')}`;
}

function hasNul() {
  return refuse(400, 'bad_characters', 'Texts must not contain NUL characters.');
}
