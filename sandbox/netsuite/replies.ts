import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NetsuiteAccount } from './account.ts';

export type AccountOf = (request: FastifyRequest) => NetsuiteAccount;

/** A refusal in NetSuite's form. `path` names the field at fault. */
export type Refusal = { status: number; code: string; detail: string; path?: string };

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

export function errorBody({ status, code, detail, path }: Refusal) {
  const details = { detail, 'o:errorCode': code, ...(path === undefined ? {} : { 'o:errorPath': path }) };
  return { type: 'https://www.rfc-editor.org/rfc/rfc9110.html', title: titles[status] ?? '', status, 'o:errorDetails': [details] };
}

export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply.code(refusal.status).type('application/vnd.oracle.resource+json; type=error').send(errorBody(refusal));
}

export const userError = (detail: string, path?: string): Refusal => ({
  ...{ status: 400, code: 'USER_ERROR', detail: `Error while accessing a resource. ${detail}` },
  ...(path === undefined ? {} : { path }),
});

export const notPermitted = (words: string): Refusal => ({
  status: 403,
  code: 'INSUFFICIENT_PERMISSION',
  detail: `Permission Violation: You need the 'Transactions${words}' permission to access this page. Please contact your account administrator.`,
});

export const unknownRecord: Refusal = {
  status: 404,
  code: 'NONEXISTENT_ID',
  detail: 'The record instance does not exist. Provide a valid record instance ID.',
};
