import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { inSpan } from '../traces/spans.ts';
import { within, workOfRequest } from '../work.ts';
import type { Door, Place } from './door.ts';
import type { Refusal } from './refusal.ts';
import { watchBody } from './slow-bodies.ts';

const slow = 'ERR_HTTP_REQUEST_TIMEOUT';
const places = new WeakMap<IncomingMessage, Place>();
const refusals = new WeakMap<IncomingMessage, Refusal>();
/** The request whose work this is. */
const current = new AsyncLocalStorage<IncomingMessage>();

/**
 * Fastify's server behind the door: a request that waits for its account's turn has cost its headers and nothing else. `accountOf` says
 * whose a Cookie header is, as far as that is known without asking the database.
 */
export function serverBehind(door: Door, accountOf: (cookie: string | undefined) => number | null) {
  return (handle: RequestListener, { keepAliveTimeout = 72_000, requestTimeout = 0 }: FastifyServerOptions): Server => {
    const server = createServer((request, response) => {
      // As Node.js says it of a request that is not complete in time.
      watchBody(request, () => server.emit('clientError', Object.assign(new Error('slow body'), { code: slow }), request.socket));
      if (request.url === '/healthz' || request.url === '/readyz') return handle(request, response);
      const start = (place: Place) => {
        places.set(request, place);
        handle(request, response);
      };
      const refuse = (refusal: Refusal) => {
        refusals.set(request, refusal);
        handle(request, response);
      };
      response.once('close', door.enter(accountOf(request.headers.cookie), { start, refuse }).end);
    });
    return Object.assign(server, { keepAliveTimeout, requestTimeout });
  };
}

/** Tells those who were sent away so, and ends a request's place once its reply is sent: its reader may be slow. */
export function keepDoor(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const refusal = refusals.get(raw);
    if (refusal) throw refusal;
  });
  app.addHook('onSend', async ({ raw }) => places.get(raw)?.end());
}

/** Whose this request turned out to be. */
export const knownAs = ({ raw }: FastifyRequest, accountId: number): void => places.get(raw)?.belongsTo(accountId);

/** Runs a request's work, during which `whileWaiting` knows it, and each log line. Its trace has its route, never its address. */
export function workingOn<T>({ id, raw, method, routeOptions: { url = '' } }: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const attributes = { 'http.request.method': method, 'http.route': url, 'crossdock.request': id };
  const traced = () => inSpan(`${method} ${url}`, { parent: null, kind: 'SERVER', attributes }, work);
  return within(workOfRequest(id), () => current.run(raw, traced)).finally(() => places.get(raw)?.end());
}

/** From now on this request takes none of its account's share, however slowly the rest of it arrives. */
export const leaveDoor = ({ raw }: FastifyRequest): void => places.get(raw)?.end();

/** Waits for what other processes or systems do: from now on the request takes none of its account's share. */
export async function whileWaiting<T>(wait: () => Promise<T>): Promise<T> {
  const request = current.getStore();
  if (request) places.get(request)?.end();
  return wait();
}
