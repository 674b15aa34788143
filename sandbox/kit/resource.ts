import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPageSpoiler } from '../front-door.ts';
import type { Collection, Kept } from './collection.ts';
import { type Cut, numbered, type Paging, type Query, type Size } from './paging.ts';

/** A filter keeps the records that fit the value of its parameter. Undefined: the value is not understood. */
export type Filter<T> = (value: string, query: Query) => ((record: T) => boolean) | undefined;

type Timed = { createdAt: number; changedAt: number };

/** Keeps what was made or changed from a time on; `grainMs`: how exactly the vendor compares. */
export const since =
  (of: keyof Timed, grainMs = 1) =>
  (value: string) => {
    const at = Date.parse(value);
    return Number.isNaN(at) ? undefined : (record: Timed) => Math.floor(record[of] / grainMs) * grainMs >= at;
  };

/** Keeps records of which a word is in a list with commas. */
export const among =
  <T>(wordOf: (record: T) => string): Filter<T> =>
  (value) => {
    const words = value.split(',');
    return (record) => words.includes(wordOf(record));
  };

/** The same of its number. */
export const byId: Filter<{ id: number }> = among(({ id }) => String(id));

/** Keeps records of these SKUs, in any case. */
export const bySku = (value: string) => {
  const skus = value.toLowerCase().split(',');
  return ({ sku }: { sku: string }) => sku !== '' && skus.includes(sku.toLowerCase());
};

/** A list of an account that is read in pages. */
export type Listed<A, T> = {
  path: string;
  /** What faults, counters and connectors call it. */
  operation: string;
  /** Null: there is no such list, as of an order that does not exist. */
  of: (account: A, request: FastifyRequest) => T[] | null;
  filters?: Record<string, Filter<T>>;
  /** Parameters of the vendor that change nothing in a stand-in, or that `sort`, `render` or `send` looks at. */
  also?: string[];
  sort?: (query: Query) => (a: T, b: T) => number;
  paging: Paging<T>;
  render: (record: T, account: A, request: FastifyRequest) => unknown;
  /** What is around the records; without it they are the body. */
  send?: (records: unknown[], cut: Cut<T>, reply: FastifyReply, request: FastifyRequest) => unknown;
};

/** How a vendor refuses a request: what it lacks, and a parameter at fault. */
export type Refusals = { missing: (reply: FastifyReply) => unknown; invalid: (reply: FastifyReply, name: string) => unknown };

export type Handle<A, T> = (record: T, account: A, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Returns what adds the routes of one record, whose id is in the path: one that is not there is refused. */
export function recordRoutes<A, T>(
  app: FastifyInstance,
  accountOf: (request: FastifyRequest) => A,
  { missing }: Pick<Refusals, 'missing'>,
  find: (account: A, id: string) => T | undefined,
) {
  return (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, operation: string, handle: Handle<A, T>): void => {
    app.route<{ Params: { id: string } }>({
      ...{ method, url: path, config: { operation } },
      handler(request, reply) {
        const account = accountOf(request);
        const record = find(account, request.params.id);
        return record === undefined ? missing(reply) : handle(record, account, request, reply);
      },
    });
  };
}

/** The same of what is asked of an account itself. */
export const accountRoutes = <A>(app: FastifyInstance, accountOf: (request: FastifyRequest) => A) =>
  recordRoutes<A, A>(app, accountOf, { missing: (reply) => reply.code(404).send() }, (account) => account);

/** A write that goes on with the record as it was read alone, by its ETag: 412 where it has changed, 428 where none is sent. */
export function ifMatch<A, T>(etagOf: (record: T) => string, handle: Handle<A, T>): Handle<A, T> {
  return (record, account, request, reply) => {
    const sent = request.headers['if-match'];
    return sent === etagOf(record) ? handle(record, account, request, reply) : reply.code(sent === undefined ? 428 : 412).send();
  };
}

/** The rows of a record in pages: the newest first, unless the query asks for `order=asc`. `refuse` where it is not understood. */
export function inPages<A, Row, Name extends string, T extends Record<Name, Row[]>>(
  { names, size }: { names: Parameters<typeof numbered>[0]; size: Size },
  name: Name,
  render: (row: Row, record: T) => unknown,
  refuse: (reply: FastifyReply) => unknown,
): Handle<A, T> {
  const paging = numbered<Row>(names, size);
  return (record, _account, request, reply) => {
    const query = request.query as Query;
    const cut = paging.cut(query.order === 'asc' ? record[name] : record[name].toReversed(), query);
    return cut ? cut.records.map((row) => render(row, record)) : refuse(reply);
  };
}

/**
 * Adds the route of a list. A parameter that is not declared is refused, though the vendor would ignore it: what a connector relies on
 * must not pass here by luck.
 */
export function listRoute<A, T>(
  app: FastifyInstance,
  accountOf: (request: FastifyRequest) => A,
  refusals: Refusals,
  { path, operation, of, filters = {}, also = [], sort, paging, render, send = (records) => records }: Listed<A, T>,
): void {
  const spoil = createPageSpoiler<T>();
  const names = new Set([...Object.keys(filters), ...also, ...paging.names]);
  app.get<{ Querystring: Query }>(path, { config: { operation, lists: true } }, (request, reply) => {
    const { query } = request;
    const account = accountOf(request);
    const unknown = Object.keys(query).find((name) => !names.has(name));
    if (unknown) return refusals.invalid(reply, unknown);
    let records = of(account, request);
    if (!records) return refusals.missing(reply);
    for (const [name, filter] of Object.entries(filters)) {
      const value = query[name];
      if (value === undefined) continue;
      const fits = filter(value, query);
      if (!fits) return refusals.invalid(reply, name);
      records = records.filter(fits);
    }
    const cut = paging.cut(sort ? records.toSorted(sort(query)) : records, query);
    if (!cut) return refusals.invalid(reply, paging.names[0] ?? '');
    const rendered = spoil(request, cut.records).map((record) => render(record, account, request));
    return send(rendered, cut, reply, request);
  });
}

/** `get`: what one is called. `lists`: whether the list has it, where it does not have all. */
type InCollection<A, T extends object> = Omit<Listed<A, Kept<T>>, 'of'> & {
  of: (account: A) => Collection<T>;
  get: string;
  lists?: (record: Kept<T>, request: FastifyRequest) => boolean;
};

/** The routes of the records of a collection: their list, and one by its id. Returns what adds further routes of one. */
export function collectionRoutes<A, T extends object>(
  app: FastifyInstance,
  accountOf: (request: FastifyRequest) => A,
  refusals: Refusals,
  { of, get, lists = () => true, ...list }: InCollection<A, T>,
): ReturnType<typeof recordRoutes<A, Kept<T>>> {
  const listed: Listed<A, Kept<T>>['of'] = (account, request) =>
    of(account)
      .all()
      .filter((record) => lists(record, request));
  listRoute<A, Kept<T>>(app, accountOf, refusals, { ...list, of: listed });
  const route = recordRoutes<A, Kept<T>>(app, accountOf, refusals, (account, id) => of(account).get(id));
  route('GET', `${list.path}/:id`, get, list.render);
  return route;
}
