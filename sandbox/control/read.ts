import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

/** The body as its schema reads it; null when it was refused, with the fields at fault. */
export function read<T>(schema: z.ZodType<T>, body: unknown, reply: FastifyReply): T | null {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  reply.code(422).send({ errors: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) });
  return null;
}
