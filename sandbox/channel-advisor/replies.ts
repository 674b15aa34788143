import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AdvisorAccount } from './account.ts';

export type AccountOf = (request: FastifyRequest) => AdvisorAccount;

/** A refusal as OData words it. */
export const refusal = (message: string) => ({ error: { code: '', message } });

export const notFound = (reply: FastifyReply) => reply.code(404).send(refusal('Resource not found for the segment.'));

/** The body as its schema reads it; null when it was refused. Unknown properties are refused, as the API refuses them. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown, reply: FastifyReply): T | null {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  reply.code(400).send(refusal(`The request is invalid. ${issue?.path.join('.')}: ${issue?.message}`));
  return null;
}

export const queryOf = (request: FastifyRequest) => request.query as Record<string, string>;

/** The address that the caller used, as it is before `Orders(5)` was taken apart. */
export const addressOf = (request: FastifyRequest) => new URL(request.originalUrl, `http://${request.headers.host}`);
