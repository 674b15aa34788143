import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasModestShape } from './json-shape.ts';
import { refuse } from './refusal.ts';

/**
 * Reads JSON bodies: an empty body is undefined; deep or endless ones are refused unparsed; NUL characters, which PostgreSQL cannot store,
 * are refused, in addresses too.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === '') return done(null, undefined);
    if (text.includes('\\u0000')) return done(hasNul());
    if (!hasModestShape(text)) return done(tooComplex());
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
  const [path = '', query] = url.split('?', 2);
  if (method !== 'GET' || path.startsWith('/api/') || path.includes('%00') || query === undefined) return undefined;
  return `?${query.replaceAll('%00', '')}`;
}

const tooComplex = () => refuse(400, 'too_complex', 'This body is nested too deeply, or has too many values.');

function hasNul() {
  return refuse(400, 'bad_characters', 'Texts must not contain NUL characters.');
}
