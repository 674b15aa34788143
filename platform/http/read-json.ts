import type { FastifyInstance } from 'fastify';
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
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw hasNul();
  });
}

function hasNul() {
  return refuse(400, 'bad_characters', 'Texts must not contain NUL characters.');
}
