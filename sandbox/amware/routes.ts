import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { FaultBook } from '../faults.ts';
import { openDoor } from '../front-door.ts';
import type { WarehouseAccount } from './account.ts';
import { feedRoutes } from './feed-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { referenceRoutes } from './reference-routes.ts';
import type { Refusal } from './refusals.ts';

export type AmwareParts = { accounts: () => WarehouseAccount[]; faults: FaultBook; latencyMs: () => number };

export type ClientOf = (request: FastifyRequest) => WarehouseAccount;

/** The warehouse of `docs/connectors/amware.md`, to be registered under a prefix. */
export async function amware(app: FastifyInstance, { accounts, faults, latencyMs }: AmwareParts) {
  const clientOf = openDoor<WarehouseAccount>(app, {
    target: 'amware',
    faults,
    latencyMs,
    identify: (request) => accounts().find(({ apiKey }) => request.headers.authorization === `Bearer ${apiKey}`) ?? null,
    refusals: {
      unauthorized: { status: 401, body: { code: 'unauthorized', message: 'The key is missing, wrong or revoked.' } },
      rate_limited: { status: 429, body: { code: 'rate_limited', message: 'Too many requests in this minute.' } },
      internal: { status: 500, body: { code: 'internal', message: 'Something went wrong on our side.' } },
    },
  });
  app.setNotFoundHandler({}, (_request, reply) => notFound(reply));
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ code: (error.statusCode ?? 500) < 500 ? 'invalid' : 'internal', message: error.message }),
  );
  orderRoutes(app, clientOf);
  feedRoutes(app, clientOf);
  referenceRoutes(app, clientOf);
}

export function refuse(reply: FastifyReply, { status, ...body }: Refusal): null {
  reply.code(status).send(body);
  return null;
}

export function notFound(reply: FastifyReply): null {
  return refuse(reply, { status: 404, code: 'not_found', message: 'There is no such record.' });
}

/** Reads a body by its schema, or refuses it and gives null. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown, reply: FastifyReply): T | null {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return refuse(reply, { status: 422, code: 'invalid', message: issue?.message ?? 'The body is not understood.', field: field.slice(1) });
}

/** A write that makes a record must name it twice: a caller that does not cannot repeat it safely. */
export function readKeyedBody<T extends { reference: string }>(
  schema: z.ZodType<T>,
  request: FastifyRequest,
  reply: FastifyReply,
): T | null {
  const body = readBody(schema, request.body, reply);
  if (!body || request.headers['idempotency-key'] === body.reference) return body;
  return refuse(reply, { status: 400, code: 'invalid', message: 'Idempotency-Key must equal reference.', field: 'reference' });
}
