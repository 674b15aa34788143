import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, May, messageReply, Replies } from '../endpoint.ts';
import type { SignedIn } from '../signed-in.ts';
import { atOneMoment, inTenant, reading, type Tenant, type Within } from '../tenant.ts';
import { mustAudit } from '../watch-writes.ts';
import { nothingHere } from './allowed-methods.ts';
import { authorise, signedInOf } from './authorise.ts';
import { checkMediaType } from './check-media-type.ts';
import { workingOn } from './front-door.ts';
import { holdBodyOf } from './held-bodies.ts';
import { checkNamedIds } from './named-ids.ts';
import { actorIn } from './other-account.ts';
import { isPageRequest } from './page-request.ts';
import { parse } from './parse.ts';
import { refuse } from './refusal.ts';

/** What a handler gets: the session, its account's transaction, and input that passed the endpoint's schemas. */
export type CallOf<P, Q, B, M> = {
  /** Null only where `may` is 'anyone'. */
  session: M extends 'anyone' ? SignedIn | null : SignedIn;
  /** One transaction of the session's account. */
  inTenant: Within;
  /** A read-only transaction, with fewer round trips. */
  reading: Within;
  /** A read-only transaction that may copy rows to a stream. */
  copying: Within;
  /** One transaction of this account, which may be another one for super admins: see other-account.ts. */
  inAccount: <T>(accountId: number, work: (tenant: Tenant) => Promise<T>) => Promise<T>;
  /** The same, read-only. */
  readingAccount: <T>(accountId: number, work: (tenant: Tenant) => Promise<T>) => Promise<T>;
  params: P;
  query: Q;
  body: B;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The type of a handler that is written separately: `(call: Call<typeof saveOrder>) => …`. */
export type Call<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R> ? CallOf<z.output<P>, z.output<Q>, z.output<B>, E['may']> : never;

/** What a handler returns: a reply of the endpoint; `reply` when it has been sent. */
export type ReplyInput<R extends Replies> = { [S in keyof R]: z.input<R[S]> }[keyof R];

/** In bytes. Calls that nobody need be signed in for take an address, a password or a token. */
const largestFromAnyone = 16_384;

/**
 * Mounts an endpoint: authorise, read the body, parse, run, reply. The handler's value is sent with the endpoint's lowest 2xx status,
 * or the one it set with `reply.code(…)`; it ends otherwise by throwing `refuse(…)` or `invalid(…)`.
 */
export function route<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Replies,
  M extends May,
  const X extends ReplyInput<R> | FastifyReply,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R> & { may: M },
  handler: (call: CallOf<z.output<P>, z.output<Q>, z.output<B>, M>) => Promise<X>,
): void {
  const success = Math.min(
    ...Object.keys(endpoint.replies)
      .map(Number)
      .filter((status) => status < 300),
  );
  (endpoint.byKey ? app.web.endpointsByKey : app.web.endpoints).push(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyLimit ?? (endpoint.may === 'anyone' && !endpoint.webhook ? largestFromAnyone : undefined),
    // HEAD would run the GET handler, which must not happen when that changes something.
    exposeHeadRoute: !endpoint.viaXhr,
    config: {
      webhook: endpoint.webhook,
      byKey: endpoint.byKey !== undefined,
      form: endpoint.form !== undefined,
      plainForm: endpoint.plainForm,
      withErrorMessage: endpoint.withErrorMessage,
    },
    // After the limits by address, which are of onRequest, and before anybody can make us read a body.
    async preParsing(request, reply) {
      if (asPage(endpoint, request)) return;
      const session = await authorise(endpoint, request);
      if (session) holdBodyOf(session.accountId, request, reply);
    },
    onSend: app.web.checkReplies ? checkMediaType(endpoint) : undefined,
    async handler(request, reply) {
      const page = asPage(endpoint, request);
      if (page) return page(request, reply);
      const session = endpoint.webhook ? null : await signedInOf(request);
      if (session && endpoint.may !== 'anyone') checkNamedIds(session, [request.body], endpoint.namesOthers);
      const run = app.web.checkReplies && leavesAudit(endpoint) ? withAudit(endpoint) : now;
      const call: CallOf<z.output<P>, z.output<Q>, z.output<B>, M> = {
        session: session as CallOf<P, Q, B, M>['session'],
        inTenant: async (work) => inTenant(app.web.database, { ...actorOf(session), address: request.ip }, work),
        reading: async (work) => reading(app.web.database, actorOf(session), work),
        copying: async (work) => atOneMoment(app.web.database, actorOf(session), 1, ([tenant]) => work(tenant as Tenant)),
        inAccount: async (id, work) => inTenant(app.web.database, { ...actorIn(id, actorOf(session)), address: request.ip }, work),
        readingAccount: async (id, work) => reading(app.web.database, actorIn(id, actorOf(session)), work),
        params: paramsIn(endpoint, request),
        query: parse(endpoint.query, 'query', request.query),
        body: parse(endpoint.body, 'body', request.body),
        request,
        reply,
      };
      const work = () => run(() => handler(call));
      const result = await workingOn(request, work);
      return send(endpoint, reply, result, success);
    },
  });
}

type InOneTransaction<E extends Endpoint, X> = (tenant: Tenant, call: Call<E>) => Promise<X>;

/** Mounts an endpoint whose handler is one transaction that reads. */
export const readRoute = <E extends Endpoint, const X extends ReplyInput<E['replies']> | FastifyReply>(
  app: FastifyInstance,
  endpoint: E,
  handler: InOneTransaction<E, X>,
): void => route(app, endpoint, (call) => call.reading((tenant) => handler(tenant, call as Call<E>)));

/** Mounts an endpoint whose handler is one transaction that writes. */
export const changeRoute = <E extends Endpoint, const X extends ReplyInput<E['replies']> | FastifyReply>(
  app: FastifyInstance,
  endpoint: E,
  handler: InOneTransaction<E, X>,
): void => route(app, endpoint, (call) => call.inTenant((tenant) => handler(tenant, call as Call<E>)));

/** Mounts an endpoint whose handler is one transaction that writes, and whose reply is this sentence. */
export const messageRoute = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E & { replies: { 200: typeof messageReply } },
  message: string,
  handler: InOneTransaction<E, unknown>,
): void =>
  changeRoute<E, never>(app, endpoint, async (tenant, call) => {
    await handler(tenant, call);
    return { message } as never;
  });

/** What the path names. @throws Refusal 404 or 405 where that cannot be an endpoint's */
function paramsIn<P extends z.ZodType>({ params }: { params?: P }, request: FastifyRequest): z.output<P> {
  const parsed = params?.safeParse(request.params);
  if (parsed && !parsed.success) throw nothingHere(request);
  return parsed?.data as z.output<P>;
}

const leavesAudit = ({ method, viaXhr, unaudited }: Endpoint) => (method !== 'GET' || viaXhr) && !unaudited;
const withAudit =
  ({ method, path }: Endpoint) =>
  <T>(call: () => Promise<T>) =>
    mustAudit(`${method} ${path}`, call);
const now = <T>(call: () => Promise<T>) => call();

const asPage = (endpoint: Endpoint, request: FastifyRequest) => (isPageRequest(endpoint, request) ? request.server.web.page : null);

function send(endpoint: Endpoint, reply: FastifyReply, result: unknown, success: number): unknown {
  if (result === reply || reply.sent) return reply;
  if (reply.statusCode === 200) reply.code(success);
  if (reply.server.web.checkReplies) endpoint.replies[reply.statusCode]?.parse(JSON.parse(JSON.stringify(result)));
  return result === null ? reply.send() : result;
}

function actorOf(session: SignedIn | null) {
  if (!session) throw refuse(401, 'signed_out', 'You are signed out. Sign in again.');
  return session;
}
