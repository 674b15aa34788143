import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, May, Replies } from '../endpoint.ts';
import type { SignedIn } from '../signed-in.ts';
import type { Tenant } from '../tenant.ts';

/** What a handler gets: who asks, their account's transaction, and input that passed the endpoint's schemas. */
export type CallOf<P, Q, B, M> = {
  /** Null only where `may` is 'anyone'. */
  session: M extends 'anyone' ? SignedIn | null : SignedIn;
  /** One transaction of the session's account. */
  inTenant: <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;
  params: P;
  query: Q;
  body: B;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The same for handlers written apart: `(call: Call<typeof saveOrder>) => …`. */
export type Call<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R> ? CallOf<z.output<P>, z.output<Q>, z.output<B>, E['may']> : never;

/** What a handler gives: a reply of the endpoint, in which a Date may stand for its ISO text; `reply` when it was sent already. */
export type Given<R extends Replies> = { [S in keyof R]: Sendable<z.input<R[S]>> }[keyof R];

type Sendable<T> = string extends T ? T | Date : T extends object ? { readonly [K in keyof T]: Sendable<T[K]> } : T;

/** Mounts an endpoint: parse, authorise, run, reply. */
export function route<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Replies,
  M extends May,
  const X extends Given<R> | FastifyReply,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R> & { may: M },
  handler: (call: CallOf<z.output<P>, z.output<Q>, z.output<B>, M>) => Promise<X>,
): void {
  app.route({ method: endpoint.method, url: endpoint.path, handler: (request, reply) => handler({ request, reply } as never) });
}
