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

const when = '`Retry-After` says when to try again';

/** By status: what the reply is called, what it means, and a code and sentence as an example. */
const names: Record<string, [name: string, description: string, code: string, sentence: string]> = {
  400: ['Damaged', 'The request cannot be read', 'bad_request', 'This form cannot be read.'],
  401: ['SignedOut', 'There is no session', 'signed_out', 'You are signed out. Sign in again.'],
  403: ['NotAllowed', 'The role or the origin may not', 'not_allowed', 'Your role does not allow this. Ask an admin of your account.'],
  404: ['NotHere', 'There is no such record in the account', 'not_found', 'This record does not exist.'],
  405: ['WrongMethod', 'The address takes other methods', 'wrong_method', 'This address takes POST, and not GET.'],
  409: ['Conflict', 'The record is not as the request saw it, or is at work', 'conflict', 'Somebody else changed this a moment ago.'],
  413: ['TooLarge', 'The body is larger than this call takes', 'too_large', 'This is too large: at most 1 MB.'],
  415: ['WrongKind', 'This kind of content is not accepted here', 'unsupported', 'This kind of content is not accepted here.'],
  429: ['TooMany', `Too many requests: ${when}`, 'too_many_requests', 'Too many requests. Try again in 20 seconds.'],
  500: ['Failed', 'A mistake of the server, which is in its log', 'failed', 'Something went wrong on our side.'],
  503: ['Busy', `The server is busy: ${when}`, 'overloaded', 'The server is busy just now. Try again in a moment.'],
  504: ['TakesLonger', 'The work takes longer than a call may wait, and goes on', 'still_exporting', 'Your data is still being exported.'],
};

export const isShared = (status: string): boolean => status in names;
export const refOfReply = (status: string) => ({ $ref: `#/components/responses/${names[status]?.[0]}` });

const later = { 'Retry-After': { description: 'Seconds until it is worth trying again', schema: { type: 'integer' } } };

export const sharedReplies = {
  ...Object.fromEntries(
    Object.entries(names).map(([status, [name, description, code, errorMessage]]) => [
      name,
      {
        description,
        ...((status === '429' || status === '503') && { headers: later }),
        content: { 'application/json': { schema: refusalRef, example: { errorMessage, code } } },
      },
    ]),
  ),
  WrongFields: {
    description: 'Some fields are wrong',
    content: { 'application/json': { schema: fieldsRef, example: { name: ['Is required'] } } },
  },
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
