import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Counters, countFault, countRequest } from './counters.ts';
import type { Fault, FaultBook, FaultKind, FaultRequest } from './faults.ts';
import { limitHeaders, type Meter, type Running, type Standing } from './limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's name in faults and counters. */
    operation?: string;
    /** True for a route that returns a page of records. */
    lists?: boolean;
  }
  interface FastifyRequest {
    fault: Fault | null;
  }
}

/** The account of a key, as far as sign-in, limits and faults need it. */
export type Caller = {
  counters: Counters;
  standing: Meter;
  /** Where the vendor counts requests that run at once. One counts until its reply is out or its caller has gone. */
  running?: Running;
};

export type Refusal = 'unauthorized' | 'rate_limited' | 'internal';

export type Door<A extends Caller> = {
  target: FaultRequest['target'];
  faults: FaultBook;
  latencyMs: () => number;
  identify: (request: FastifyRequest) => A | null;
  /** Where one path is asked everything, as in GraphQL: what a request is, by its body. */
  named?: (request: FastifyRequest) => { operation: string; writes: boolean };
  /** Requests here do not count. */
  unlimited?: boolean;
  /** The vendor says nothing of its limit, neither before nor when it refuses. */
  silentLimit?: boolean;
  /** What each reply says of the limit, also one that refuses: without it `Retry-After` says when to come again. */
  limitHeaders?: (standing: Standing) => Record<string, string>;
  /** The refusal's status and body in the vendor's own words. */
  refusals: Record<Refusal, { status: number; body: object }>;
  /** Faults that this vendor alone has, in its own words. A stand-in without them gives none. */
  own?: Partial<Record<FaultKind, { status: number; body: object }>>;
};

/** Adds sign-in, limit, latency and faults to every route of a stand-in. Returns a function that finds the account of a request. */
export function openDoor<A extends Caller>(app: FastifyInstance, door: Door<A>): (request: FastifyRequest) => A {
  const callers = new WeakMap<FastifyRequest, A>();
  const refuse = (reply: FastifyReply, refusal: Refusal) => reply.code(door.refusals[refusal].status).send(door.refusals[refusal].body);
  app.decorateRequest('fault', null);
  // A body is not read earlier.
  app.addHook(door.named ? 'preHandler' : 'onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { lists = false } = request.routeOptions.config;
    const { operation, writes } = door.named?.(request) ?? namedByRoute(request);
    const caller = door.identify(request);
    if (caller?.running && !door.unlimited && !run(caller.running, reply)) {
      caller.counters.earned429 += 1;
      return void refuse(reply, 'rate_limited');
    }
    if (caller) {
      callers.set(request, caller);
      countRequest(caller.counters, operation);
    }
    const fault = door.faults.take({ target: door.target, operation, writes, lists });
    request.fault = fault;
    if (fault && caller) countFault(caller.counters, fault.kind);
    if (fault?.kind === 'hang') return hang(request, fault.ms);
    if (fault && fault.kind in injected) {
      if (fault.kind === '429') reply.header('Retry-After', '2').header('X-Rate-Limit-Remaining', '0').header('X-Rate-Limit-Reset', '2');
      return void refuse(reply, injected[fault.kind] as Refusal);
    }
    if (!caller) return void refuse(reply, 'unauthorized');
    const own = fault && door.own?.[fault.kind];
    if (own) return void reply.code(own.status).send(own.body);
    const standing = door.unlimited ? null : caller.standing(1, operation);
    if (standing && !door.silentLimit) reply.headers((door.limitHeaders ?? limitHeaders)(standing));
    if (standing?.refused) {
      caller.counters.earned429 += 1;
      if (!door.silentLimit && !door.limitHeaders) reply.header('Retry-After', standing.resetS);
      return void refuse(reply, 'rate_limited');
    }
    waited(door, fault, done);
  });
  app.addHook('onSend', (request, reply, payload, done) => spoil(request, reply, payload, done));
  return (request) => callers.get(request) as A;
}

const injected: Partial<Record<FaultKind, Refusal>> = {
  '429': 'rate_limited',
  '429_bare': 'rate_limited',
  '500': 'internal',
  expired_credentials: 'unauthorized',
};

const namedByRoute = ({ routeOptions, method }: FastifyRequest) => ({
  operation: routeOptions.config.operation ?? 'unknown',
  writes: method !== 'GET',
});

/** Goes on after the latency, and what a fault adds to it. */
function waited({ latencyMs, faults }: Pick<Door<Caller>, 'latencyMs' | 'faults'>, fault: Fault | null, done: () => void): void {
  const latency = latencyMs();
  if (fault?.kind === 'slow') void faults.pause(fault, latency + (fault.ms ?? 1000)).then(() => done());
  else if (latency > 0) setTimeout(done, latency);
  else done();
}

/** Counts a request until it has ended. False: as many as may be at once run already. */
function run(running: Running, reply: FastifyReply): boolean {
  const most = running.most();
  if (most !== null && running.now >= most) return false;
  running.now += 1;
  running.peak = Math.max(running.peak, running.now);
  reply.raw.once('close', () => {
    running.now -= 1;
  });
  return true;
}

/** The request gets no reply; with a time, the connection breaks after it. */
function hang(request: FastifyRequest, ms: number | undefined) {
  if (ms !== undefined) setTimeout(() => request.raw.socket.destroy(), ms).unref();
}

function spoil(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: null, payload: unknown) => void) {
  const kind = request.fault?.kind;
  if (kind === 'drop_after_accept') {
    reply.hijack();
    request.raw.socket.destroy();
  } else if (kind === 'truncated') {
    const whole = String(payload);
    reply.hijack();
    reply.raw.writeHead(reply.statusCode, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) });
    reply.raw.write(whole.slice(0, whole.length / 2), () => request.raw.socket.destroy());
  } else if (kind === 'malformed') {
    const whole = String(payload);
    done(null, `${whole.slice(0, Math.ceil(whole.length / 2))}<html><body>Bad Gateway</body></html>`);
  } else done(null, payload);
}

/** A page of records as a faulty feed returns it: shuffled, or starting with a record of the page before. */
export function createPageSpoiler<T>(): (request: FastifyRequest, records: T[]) => T[] {
  let last: T | undefined;
  return (request, records) => {
    const before = last;
    last = records.at(-1) ?? last;
    if (request.fault?.kind === 'out_of_order') return records.toReversed();
    if (request.fault?.kind !== 'duplicate') return records;
    const again = before ?? records.at(0);
    return again === undefined ? records : [again, ...records, ...records.slice(-1)];
  };
}
