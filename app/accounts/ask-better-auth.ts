import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../platform/env.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { addressHeader, type SignIn } from './sign-in.ts';

/** Hands a request with this body to better-auth: its cookies are set, and its refusals are thrown with our sentences. */
export type AskBetterAuth = (request: FastifyRequest, reply: FastifyReply, body: object) => Promise<Record<string, never>>;

export const askBetterAuth =
  (signIn: SignIn, { baseUrl }: Pick<Environment, 'baseUrl'>): AskBetterAuth =>
  async (request, reply, body) => {
    const headers = {
      'content-type': 'application/json',
      cookie: request.headers.cookie ?? '',
      'user-agent': request.headers['user-agent'] ?? '',
      [addressHeader]: request.ip,
    };
    const response = await signIn.handler(new Request(baseUrl + request.url, { method: 'POST', headers, body: JSON.stringify(body) }));
    if (!response.ok) throw await refusalOf(response);
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
    return {};
  };

export function tooMany(seconds: number) {
  const wait = seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return refuse(429, 'too_many_attempts', `Too many attempts. Try again in ${wait}.`, { 'retry-after': String(seconds) });
}

const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'E-mail or password is wrong.',
  INVALID_EMAIL: 'Email address must be valid',
  INVALID_TOKEN: 'This link was used already or is older than an hour. Ask for a new one.',
};

async function refusalOf(response: Response) {
  if (response.status === 429) return tooMany(Number(response.headers.get('x-retry-after')) || 60);
  const { code = 'refused' } = (await response.json()) as { code?: string };
  if (response.status >= 500) return new Error(`Sign-in failed: ${code}`);
  return refuse(response.status, code, sentences[code] ?? 'There was an error processing your request');
}
