import type { ByKey, Endpoint } from '../../endpoint.ts';
import { problem } from '../problem.ts';
import { jsonSchema } from './json-schema.ts';

/** What every call with a key replies where it does nothing. */
export const problemSchemas = { Problem: jsonSchema(problem, 'output') };

const later = { 'Retry-After': { description: 'Seconds until it is worth trying again', schema: { type: 'integer' } } };

/** By status: what the reply is called, what it means, and a code and sentence as an example. */
const names: Record<number, [name: string, description: string, title: string, code: string, detail: string]> = {
  400: ['Damaged', 'The request cannot be read', 'Bad Request', 'unknown_version', 'There is no such version.'],
  401: ['NoKey', 'There is no key, or it does not work', 'Unauthorized', 'unknown_key', 'This key is not known here.'],
  403: ['NotAllowed', 'The key or its maker may not', 'Forbidden', 'lacks_scope', 'This takes a key with the scope read_orders.'],
  404: ['NotHere', 'There is no such record in the account', 'Not Found', 'not_found', 'There is no such record in this account.'],
  409: [
    'Conflict',
    'The record is not in a state for this, or the same request is at work',
    'Conflict',
    'wrong_state',
    'SO-1042 is not on hold.',
  ],
  410: ['Gone', 'What follows this cursor is not known here', 'Gone', 'cursor_expired', 'Events behind this cursor were deleted.'],
  412: ['NotAsSeen', 'It is not what `If-Match` names', 'Precondition Failed', 'not_as_seen', 'It was changed since. Read it again.'],
  413: ['TooLarge', 'The body is larger than this call takes', 'Payload Too Large', 'too_large', 'This is too large: at most 1 MB.'],
  415: ['WrongKind', 'The body is no JSON', 'Unsupported Media Type', 'unsupported', 'This kind of content is not accepted here.'],
  422: ['WrongValues', 'Some values are wrong', 'Unprocessable Entity', 'invalid', 'Some values are wrong.'],
  429: ['TooMany', 'Too many requests', 'Too Many Requests', 'too_many_requests', 'This key has made 600 calls in this minute.'],
  503: ['Busy', 'The server is busy', 'Service Unavailable', 'overloaded', 'The server is busy just now. Try again in a moment.'],
};

export const sharedProblems = Object.fromEntries(
  Object.entries(names).map(([status, [name, description, title, code, detail]]) => [
    name,
    {
      description,
      ...((status === '429' || status === '503') && { headers: later }),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          example: { type: `urn:crossdock:problem:${code}`, title, status: Number(status), code, detail, request: 'b3f1' },
        },
      },
    },
  ]),
);

export const problemRef = (status: string | number) => ({ $ref: `#/components/responses/${names[Number(status)]?.[0]}` });

/** Problems that a call with a key may reply whatever it does. */
export function everyProblem({ query, body, byKey }: Endpoint) {
  const changes = byKey?.named ? [409, ...(byKey.asSeen ? [412] : [])] : [];
  const wrong = [...(body ? [413, 415] : []), ...(query || body || byKey?.named ? [422] : [])];
  const statuses = [400, 401, 403, ...changes, ...wrong, 429, 503];
  return Object.fromEntries(statuses.map((status) => [status, problemRef(status)]));
}

/** What a request that changes something says of itself. */
export const headersOf = ({ named, asSeen }: ByKey) => [
  ...(named ? [{ ...idempotencyKey, required: named === 'must' }] : []),
  ...(asSeen ? [ifMatch] : []),
];

const idempotencyKey = {
  ...{ name: 'Idempotency-Key', in: 'header' },
  description:
    'What you call this request, of your own choice: sent again with the same, within 24 hours, it changes nothing and gets the first reply',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const ifMatch = {
  ...{ name: 'If-Match', in: 'header', required: false },
  description: 'The `ETag` of the record as you read it: where it is another by now, nothing is changed',
  schema: { type: 'string' },
};

/** Takes a call out of the version that its key is pinned to. */
export const otherVersion = {
  ...{ name: 'Crossdock-Version', in: 'header', required: false },
  description: 'A version of this API, as `2026-11-27`, instead of that of the key',
  schema: { type: 'string', format: 'date' },
};
