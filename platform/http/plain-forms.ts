import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Invalid, refuse } from './refusal.ts';
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

/** A plain form that was refused is shown again on its page, as it was filled in, with what is wrong beside its fields; else null. */
export function showFormAgain(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | null {
  const { page } = request.server.web;
  if (!(error instanceof Invalid) || !page || !isPlainForm(request)) return null;
  request.refusedForm = { values: (request.body ?? {}) as Record<string, string>, fields: error.fields };
  reply.code(422);
  return page(request, reply);
}
