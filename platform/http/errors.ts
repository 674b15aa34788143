import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { isLost } from '../is-lost.ts';
import { isUndone } from '../is-undone.ts';
import { isNodeLost } from '../nodes/lost-nodes.ts';
import { isByKey, replyWithProblem } from './problem.ts';
import { Invalid, Refusal, refuse } from './refusal.ts';
import type { RefusalCode } from './refusal-codes.ts';

/** Turns an error into a reply: 422 `{ field: [messages] }`, every other `{ errorMessage, code }`; to a key a problem of RFC 9457. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isByKey(request.url)) return replyWithProblem(error instanceof Invalid ? error : refusalOf(error, request), request, reply);
  if (error instanceof Invalid) return reply.code(422).send(fieldsOf(error, request));
  const refusal = refusalOf(error, request);
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .send({ ...refusal.details, errorMessage: refusal.message, code: refusal.code });
}

/** What whoever asked is told of an error. What is no refusal yet is logged, once, with the number of the request. */
export const refusalOf = (error: unknown, request: FastifyRequest): Refusal =>
  error instanceof Refusal ? error : translated(error, request);

/** With the messages as one sentence too, for the clients that read only that. */
function fieldsOf({ fields }: Invalid, { routeOptions }: FastifyRequest): Record<string, string[] | string> {
  return routeOptions.config.withErrorMessage ? { ...fields, errorMessage: [...new Set(Object.values(fields).flat())].join(' ') } : fields;
}

function translated(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof DatabaseError) return ofDatabase(error, request) ?? surprise(error, request);
  if (isLost(error)) {
    request.log.error({ error }, 'database unreachable');
    return refuse(503, 'unavailable', 'The database does not respond just now. Try again in a moment.', { 'retry-after': '2' });
  }
  const { statusCode } = error as Partial<FastifyError>;
  return statusCode && statusCode < 500 ? ofFastify(error as FastifyError, statusCode, request) : surprise(error, request);
}

/** PostgreSQL errors that input can cause despite the schemas: a value out of a column's range, a missing record. */
function ofDatabase(error: DatabaseError, request: FastifyRequest): Refusal | null {
  const code = error.code ?? '';
  if (code.startsWith('22')) {
    request.log.warn({ error }, 'input that the database cannot take');
    return refuse(400, 'bad_value', 'A value in this request is out of range or not in the right format.');
  }
  if (code === '23503' || code === '23505') {
    request.log.warn({ error }, 'input that contradicts what is stored');
    return refuse(409, 'conflict', 'This contradicts what is stored already: reload, and try again.');
  }
  // It was tried again and again in the meantime: see tenant.ts.
  if (isUndone(error)) {
    request.log.warn({ error }, 'others kept what this request needs');
    return refuse(409, 'being_changed', beingChanged, { 'retry-after': '2' });
  }
  if (!/^(08|40|53|57)/.test(code) && !isNodeLost(error)) return null;
  request.log.error({ error }, 'the database could not do it just now');
  return refuse(503, 'unavailable', 'The database is busy just now. Try again in a moment.', { 'retry-after': '2' });
}

const beingChanged = 'The same records are being changed by somebody else just now, and nothing of this was saved. Try again in a moment.';

const sentences: Record<number, [code: RefusalCode, sentence: string]> = {
  400: ['bad_request', 'This request cannot be read.'],
  404: ['not_found', 'There is no such address.'],
  414: ['too_long', 'This address is too long.'],
  415: ['unsupported', 'This kind of content is not accepted here.'],
  429: ['too_many_requests', 'Too many requests. Wait a moment, then try again.'],
};

function ofFastify(error: FastifyError, status: number, request: FastifyRequest): Refusal {
  if (status === 413) return bodyTooLarge(request);
  const [code, sentence] = sentences[status] ?? ['bad_request', 'This request cannot be read.'];
  return refuse(status, code, error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' ? 'The body is not JSON.' : sentence);
}

/** A body above its endpoint's limit. */
export function bodyTooLarge({ routeOptions: { bodyLimit } }: FastifyRequest): Refusal {
  return refuse(413, 'too_large', `This is too large: at most ${sizeOf(bodyLimit)}.`);
}

const sizeOf = (bytes: number) => (bytes < 1_048_576 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / 1_048_576)} MB`);

function surprise(error: unknown, request: FastifyRequest): Refusal {
  request.log.error({ error, account: request.signedIn?.accountId, user: request.signedIn?.userId }, 'request failed');
  return refuse(500, 'failed', `Something went wrong on our side. If it happens again, tell us this number: ${request.id}.`);
}
