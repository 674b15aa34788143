import type { FastifyRequest } from 'fastify';
import { basicOf, type Tokens } from './tokens.ts';

/** Finds whose credential a request has, among the accounts of the stand-in. */
export type SignIn<A> = (request: FastifyRequest, accounts: A[]) => A | null;

export function basic<A>(pairOf: (account: A) => [user: string, password: string]): SignIn<A> {
  return header('authorization', (account) => basicOf(pairOf(account)));
}

export function bearer<A>(keyOf: (account: A) => string): SignIn<A> {
  return header('authorization', (account) => `Bearer ${keyOf(account)}`);
}

/** A header of the vendor's own, as `X-Auth-Token`. */
export function header<A>(name: string, keyOf: (account: A) => string): SignIn<A> {
  return (request, accounts) => accounts.find((account) => request.headers[name.toLowerCase()] === keyOf(account)) ?? null;
}

/** A token that the account's `tokens` issued and that has not ended; in `Authorization: Bearer`, or alone in a header of the vendor's own. */
export function byToken<A extends { tokens: Tokens }>(name = 'authorization'): SignIn<A> {
  return (request, accounts) => {
    const sent = String(request.headers[name.toLowerCase()] ?? '');
    const token = name === 'authorization' ? (/^bearer (.+)$/i.exec(sent)?.[1] ?? '') : sent;
    return accounts.find(({ tokens }) => tokens.isGood(token)) ?? null;
  };
}
