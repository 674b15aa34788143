import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from './refusal.ts';

/** Forms with a small file, whole in memory: only where the endpoint declares one, and up to its limit. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (!request.routeOptions.config.form) throw refuse(415, 'unsupported', 'We do not take this kind of content here.');
    const form = new Response(new Uint8Array(body), { headers: { 'content-type': request.headers['content-type'] ?? '' } });
    return form.formData().catch(() => {
      throw refuse(400, 'bad_request', 'This form cannot be read.');
    });
  });
}

/** The file in this field of a form; null when there is none, or no form came. */
export function fileIn({ body }: FastifyRequest, field: string): File | null {
  const given = body instanceof FormData ? body.get(field) : null;
  return given instanceof File ? given : null;
}
