import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from './refusal.ts';

/** JSON bodies: an empty one is none, and NUL characters, which PostgreSQL cannot store, are refused here and in addresses. */
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

/** The page itself, asked without them, as whoever followed a damaged link would want it. Relative: it leads nowhere else. */
function pageWithout({ method, url }: FastifyRequest): string | undefined {
  const [path = '', asked] = url.split('?', 2);
  if (method !== 'GET' || path.startsWith('/api/') || path.includes('%00') || asked === undefined) return undefined;
  return `?${asked.replaceAll('%00', '')}`;
}

function hasNul() {
  return refuse(400, 'bad_characters', 'Texts must not contain NUL characters.');
}
