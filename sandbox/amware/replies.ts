import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { WarehouseAccount } from './account.ts';
import type { Refusal } from './refusals.ts';

export type ClientOf = (request: FastifyRequest) => WarehouseAccount;

export function refuse(reply: FastifyReply, { status, ...body }: Refusal): null {
  reply.code(status).send(body);
  return null;
}

export function notFound(reply: FastifyReply): null {
  return refuse(reply, { status: 404, code: 'not_found', message: 'There is no such record.' });
}

/** Parses a body by its schema, or refuses it and returns null. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown, reply: FastifyReply): T | null {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return refuse(reply, { status: 422, code: 'invalid', message: issue?.message ?? 'The body is not understood.', field: field.slice(1) });
}

/** A write that creates a record needs its reference in the header too, so that it can be retried safely. */
export function readKeyedBody<T extends { reference: string }>(
  schema: z.ZodType<T>,
  request: FastifyRequest,
  reply: FastifyReply,
): T | null {
  const body = readBody(schema, request.body, reply);
  if (!body || request.headers['idempotency-key'] === body.reference) return body;
  return refuse(reply, { status: 400, code: 'invalid', message: 'Idempotency-Key must equal reference.', field: 'reference' });
}
