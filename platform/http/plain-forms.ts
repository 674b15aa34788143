import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Invalid, Refusal, refuse } from './refusal.ts';
import type { RefusedForm } from './request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    refusedForm: RefusedForm | undefined;
  }
}

const mostFields = 100;

/**
 * Reads what a browser sends for a form of a page without JavaScript, only where the endpoint takes one. NUL characters, which
 * PostgreSQL cannot store, are refused with the address (`%00`); here they are left out, because a person cannot have meant them.
 */
export function readPlainForms(app: FastifyInstance): void {
  app.decorateRequest('refusedForm', undefined);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    if (!request.routeOptions.config.plainForm) return done(refuse(415, 'unsupported', 'This kind of content is not accepted here.'));
    const fields = [...new URLSearchParams(String(body))].slice(0, mostFields);
    return done(null, Object.fromEntries(fields.map(([name, value]) => [name, value.replaceAll('\u0000', '')])));
  });
}

/** Whether a browser sent this form by itself, and so wants a page for a reply. */
export const isPlainForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;

/**
 * A plain form that was refused is shown again on its page, as it was filled in, with what is wrong beside its fields, or above them.
 * Without a session it leads to the sign-in page, and from there back to the form's page. Null for what is no such form.
 */
export async function showFormAgain(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | null> {
  const { page } = request.server.web;
  if (!page || !request.routeOptions.config.plainForm || !isPlainForm(request)) return null;
  const values = (request.body ?? {}) as Record<string, string>;
  if (error instanceof Invalid) request.refusedForm = { values, fields: error.fields, sentence: null };
  else if (error instanceof Refusal && error.status < 500) {
    if (error.status === 401) return reply.redirect(request.server.web.signInAddress(request), 303);
    request.refusedForm = { values, fields: {}, sentence: error.message };
  } else return null;
  reply.code(error instanceof Refusal ? error.status : 422);
  return page(request, reply);
}
