import { z } from 'zod';
import type { Result } from '../contract.ts';
import { type Headers, ifUnchanged } from '../http/headers.ts';
import type { ConnectorHttp, TimedReply } from '../http/request.ts';
import { mapResult } from '../http/result.ts';
import { rejection } from './refusals.ts';
import * as wire from './wire.ts';

export type ExtensivClient = ReturnType<typeof extensivClient>;
/** What an order or receiver is read with. */
export type Query = Record<string, string | number | null>;
/** A record, and the headers that make a write count only while it is so: none where it came without its ETag. */
export type Versioned = { raw: wire.Raw; version: Headers };

const hal = { accept: 'application/hal+json' };

/** The calls of https://3w.extensiv.com/Rels. `base` has no trailing slash. */
export function extensivClient(http: ConnectorHttp, base: string) {
  const address = (path: string) => `${base}/${path}`;
  const timed = <T>(operation: string, path: string, reads: z.ZodType<T>, query: Query = {}): Promise<Result<TimedReply<T>>> =>
    http.reply({ method: 'GET', effect: 'read', url: address(path), query, operation, reads, rejection, headers: hal });
  return {
    timed,
    get: async <T>(...asked: Parameters<typeof timed<T>>): Promise<Result<T>> => mapResult(await timed(...asked), ({ body }) => body),
    /** One record, to be changed. */
    async versioned(operation: string, path: string, query: Query = {}): Promise<Result<Versioned>> {
      const reply = await http.reply({
        ...{ method: 'GET', effect: 'read', url: address(path), query, operation, reads: wire.record, rejection, headers: hal },
      });
      return mapResult(reply, ({ body, headers }) => ({ raw: body, version: ifUnchanged(headers) }));
    },
    /** A new record. Twice may be two, so it is looked for before it is repeated. */
    create: (operation: string, path: string, json: unknown): Promise<Result<wire.Raw>> =>
      http.request({
        ...{ method: 'POST', effect: 'once', url: address(path), body: { json }, operation, reads: wire.record, rejection, headers: hal },
      }),
    /** Changes a record that is still at this version; 412 where it is not. */
    write: (operation: string, method: 'PUT' | 'POST', path: string, json: unknown, version: Headers): Promise<Result<unknown>> =>
      http.request({
        ...{ method, effect: 'idempotent', url: address(path), body: { json }, operation, rejection, reads: written },
        headers: { ...hal, ...version },
      }),
    hold: (orderId: string, how: Query) =>
      http.request({
        ...{ method: 'PUT', effect: 'idempotent', url: address('orders/orderholder'), query: how, operation: 'hold_order', headers: hal },
        ...{ body: { json: { orderIdentifiers: [{ id: Number(orderId) }] } }, reads: wire.holding, rejection },
      }),
  };
}

/** Nothing (204) or the record, which is not read. */
const written = z.union([z.null(), z.looseObject({})]);
