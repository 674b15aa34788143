import type { Endpoint } from '../../endpoint.ts';

const refusalRef = { $ref: '#/components/schemas/Refusal' };
const fieldsRef = { $ref: '#/components/schemas/WrongFields' };

/** What every refusal says, and what a form that is filled in wrongly gets. */
export const sharedSchemas = {
  Refusal: {
    type: 'object',
    description: 'Why nothing was done: a sentence for people, and a code for programs.',
    properties: { errorMessage: { type: 'string' }, code: { type: 'string' } },
    required: ['errorMessage', 'code'],
  },
  WrongFields: {
    type: 'object',
    description: 'The sentences about each field that is wrong, by its name; in some calls also one about all of them.',
    properties: { errorMessage: { type: 'string' } },
    additionalProperties: { type: 'array', items: { type: 'string' } },
  },
};

const names: Record<string, [name: string, description: string]> = {
  400: ['Damaged', 'The request cannot be read'],
  401: ['SignedOut', 'There is no session'],
  403: ['NotAllowed', 'The role or the origin may not'],
  404: ['NotHere', 'There is no such record in the account'],
  405: ['WrongMethod', 'The address takes other methods'],
  409: ['Conflict', 'The record is not as the request saw it, or is at work'],
  413: ['TooLarge', 'The body is larger than this call takes'],
  415: ['WrongKind', 'This kind of content is not accepted here'],
  429: ['TooMany', 'Too many requests: `Retry-After` says when to try again'],
  500: ['Failed', 'A mistake of the server, which is in its log'],
  503: ['Busy', 'The server is busy: `Retry-After` says when to try again'],
  504: ['TakesLonger', 'The work takes longer than a call may wait, and goes on'],
};

export const isShared = (status: string): boolean => status in names;
export const refOfReply = (status: string) => ({ $ref: `#/components/responses/${names[status]?.[0]}` });

const later = { 'Retry-After': { description: 'Seconds until it is worth trying again', schema: { type: 'integer' } } };

export const sharedReplies = {
  ...Object.fromEntries(
    Object.entries(names).map(([status, [name, description]]) => [
      name,
      {
        description,
        ...((status === '429' || status === '503') && { headers: later }),
        content: { 'application/json': { schema: refusalRef } },
      },
    ]),
  ),
  WrongFields: { description: 'Some fields are wrong', content: { 'application/json': { schema: fieldsRef } } },
};

/** Replies that a call may give whatever it does. */
export function everyReply({ may, query, body, form, viaXhr }: Endpoint) {
  const takes = body !== undefined || form !== undefined;
  const statuses = [...(may === 'anyone' ? [] : [401, 403]), ...(viaXhr ? [405] : []), ...(takes ? [413] : []), 429, 503];
  return {
    ...Object.fromEntries(statuses.map((status) => [status, refOfReply(String(status))])),
    ...((query || body) && { 422: { $ref: '#/components/responses/WrongFields' } }),
  };
}
