import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Invalid, type Refusal } from './refusal.ts';

/** Whether an address is of those that are called with a key. */
export const isByKey = (url: string): boolean => /^\/(v1|mcp)($|[/?])/.test(url);

const wrong = z.object({
  pointer: z.string().optional().meta({ description: 'Where in the body, as a JSON Pointer' }),
  parameter: z.string().optional().meta({ description: 'Which parameter of the address' }),
  detail: z.string(),
});

/** The body of a reply that is no success. Source: RFC 9457. */
export const problem = z.object({
  type: z.string().meta({ description: 'What kind of problem: `urn:crossdock:problem:` and its code' }),
  title: z.string(),
  status: z.int(),
  code: z.string().meta({ description: 'What a program tells problems apart by' }),
  detail: z.string().meta({ description: 'A sentence for people' }),
  request: z.string().meta({ description: 'The number of the request, which its log lines have too' }),
  errors: z.array(wrong).optional().meta({ description: 'With status 422: each value that is wrong' }),
  scope: z.string().optional().meta({ description: 'With the code `lacks_scope`: the scope that it takes, where it is one' }),
  missing: z.array(z.number()).optional().meta({ description: 'Of a call that names many records: the ids of those that are not there' }),
});
type Problem = z.output<typeof problem>;

/** Replies with a problem as `application/problem+json`. */
export function replyWithProblem(error: Invalid | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = error instanceof Invalid ? ofFields(error, request) : ofRefusal(error, request);
  if (!(error instanceof Invalid)) reply.headers(error.headers);
  return reply
    .code(body.status)
    .type('application/problem+json')
    .send(Buffer.from(JSON.stringify(body)));
}

const ofRefusal = ({ status, code, message, details }: Refusal, { id }: FastifyRequest): Problem => ({
  ...details,
  ...kind(status, code),
  detail: message,
  request: id,
});

function ofFields({ fields }: Invalid, { id, body }: FastifyRequest): Problem {
  const errors = Object.entries(fields).flatMap(([field, messages]) => messages.map((detail) => ({ ...placeOf(field, body), detail })));
  return { ...kind(422, 'invalid'), detail: 'Some values are wrong.', request: id, errors };
}

const kind = (status: number, code: string) => ({
  type: `urn:crossdock:problem:${code}`,
  title: STATUS_CODES[status] ?? 'Refused',
  status,
  code,
});

/** A call takes its values from its body, or else from its address. */
const placeOf = (field: string, body: unknown) => (body === undefined ? { parameter: field } : { pointer: pointerTo(field) });

/** Where a field of an `Invalid` is in the body. Source: RFC 6901. */
export function pointerTo(field: string): string {
  const parts = field === 'body' ? [] : field.split('.');
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
