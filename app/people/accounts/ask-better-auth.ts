import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../platform/env.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { tooMany } from './attempts/guesses.ts';
import { addressHeader, type SignIn } from './sign-in.ts';

/** `path` below /api/auth, the request's own by default; `cookie` instead of all that the browser sent. */
type Options = { path?: string; cookie?: string };
/** What better-auth replied, and the cookies that it set, as a browser would send them back. */
type Answer = { body: Record<string, unknown>; cookie: string };

/** Hands a request with this body to better-auth: its cookies are set, and its refusals are thrown with our sentences. */
export type AskBetterAuth = (request: FastifyRequest, reply: FastifyReply, body: object, options?: Options) => Promise<Answer>;

export const askBetterAuth =
  (signIn: SignIn, { baseUrl }: Pick<Environment, 'baseUrl'>): AskBetterAuth =>
  async (request, reply, body, { path, cookie = request.headers.cookie ?? '' } = {}) => {
    const headers = {
      'content-type': 'application/json',
      cookie,
      'user-agent': request.headers['user-agent'] ?? '',
      [addressHeader]: request.ip,
    };
    const url = baseUrl + (path ? `/api/auth${path}` : request.url);
    const response = await signIn.handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
    const cookies = response.headers.getSetCookie();
    if (response.ok) for (const each of cookies) reply.header('set-cookie', each);
    else throw await refusalOf(response);
    return { body: (await response.json()) as Answer['body'], cookie: cookies.map((each) => each.split(';', 1)[0]).join('; ') };
  };

const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'E-mail or password is wrong.',
  INVALID_EMAIL: 'Email address must be valid',
  INVALID_TOKEN: 'This link was used already or is older than an hour. Ask for a new one.',
  INVALID_CODE: 'This code is wrong. Type the one that your app shows now.',
  INVALID_BACKUP_CODE: 'This recovery code is wrong, or was used already.',
  INVALID_TWO_FACTOR_COOKIE: 'That took too long. Sign in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Sign in again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Try again in 15 minutes.',
};

async function refusalOf(response: Response) {
  const { code = 'refused' } = (await response.json().catch(() => ({}))) as { code?: string };
  if (response.status === 429 && !(code in sentences)) return tooMany(Number(response.headers.get('x-retry-after')) || 60);
  if (response.status >= 500) return new Error(`Sign-in failed: ${code}`);
  return new Refusal(response.status, code, sentences[code] ?? 'There was an error processing your request');
}
