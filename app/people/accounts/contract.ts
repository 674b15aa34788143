import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text } from '../../../platform/endpoint.ts';

const done = z.object({});
const password = text(1_000);

const account = z.object({ id, name: z.string(), timezone: z.string() });
export type Account = z.output<typeof account>;
const mail = z.object({ id, to: z.string(), subject: z.string(), text: z.string(), at: instant });
export type StoredMail = z.output<typeof mail>;

export const signIn = endpoint('POST /api/auth/sign-in/email', {
  may: 'anyone',
  summary: 'Sign in with e-mail and password; the reply sets the session cookie, or says that a code is needed too',
  unaudited: 'sign-ins are log lines, right and wrong',
  body: z.object({ email: text(320), password }),
  replies: { 200: z.object({ needsCode: z.literal(true).optional() }), 401: refusal, 403: refusal, 429: refusal },
});

export const signOut = endpoint('POST /api/auth/sign-out', {
  may: 'anyone',
  summary: 'End this session',
  unaudited: 'sign-ins are log lines, and so is their end',
  replies: { 200: done },
});

export const requestPasswordReset = endpoint('POST /api/auth/request-password-reset', {
  may: 'anyone',
  summary: 'Mail a link to choose a new password; the reply is the same whether or not the address is known',
  unaudited: 'nothing changes until the link is followed',
  body: z.object({ email: z.email('Email address must be valid').max(320) }),
  replies: { 200: done, 429: refusal },
});

export const resetPassword = endpoint('POST /api/auth/reset-password', {
  may: 'anyone',
  summary: 'Choose a new password with the token of a mailed link; ends every session of that person',
  body: z.object({ token: text(200), newPassword: password }),
  replies: { 200: done, 400: refusal },
});

export const changePasswordCall = endpoint('POST /api/auth/change-password', {
  may: 'signed_in',
  summary: 'Change the own password; ends every other session of that person',
  body: z.object({ currentPassword: password, newPassword: password }),
  replies: { 200: messageReply, 429: refusal },
});

export const listAllAccounts = endpoint('GET /api/accounts', {
  may: 'portal',
  summary: 'The accounts by name, a thousand at most, or those whose name has `search` in it',
  query: z.object({ search: text(200).trim().optional() }),
  replies: { 200: z.object({ accounts: z.array(account) }) },
});

export const actAsAccount = endpoint('POST /api/accounts/act-as', {
  may: 'portal',
  confirmed: true,
  summary: "Work in another account from now on; recorded in that account's access log",
  body: z.object({ accountId: id }),
  namesOthers: ['accountId'],
  replies: { 200: done, 404: refusal },
});

export const stopActingAsAccount = endpoint('DELETE /api/accounts/act-as', {
  may: 'portal',
  summary: 'Back to the own account',
  replies: { 200: done },
});

export const listOutbox = endpoint('GET /api/outbox', {
  may: 'anyone',
  summary: 'Mails that the demo did not send; exists in the demo alone',
  replies: { 200: z.object({ mails: z.array(mail) }), 404: refusal },
});
