import { z } from 'zod';
import type { Result } from '../contract.ts';
import type { ConnectorHttp, HttpRequest, Reply } from '../http/request.ts';
import { mapResult } from '../http/result.ts';
import { rejection } from './refusals.ts';
import * as wire from './wire.ts';

export type NetsuiteClient = ReturnType<typeof netsuiteClient>;
export type Orders = 'salesOrder' | 'purchaseOrder';
export type Bookings = 'itemFulfillment' | 'itemReceipt';
export type RecordName = Orders | Bookings | 'inventoryItem';
export type Rows = { rows: unknown[]; more: boolean; total: number };

/** What a client's calls are about: the log is filtered by it, and SuiteQL alone does not say. */
export type About = 'sales_orders' | 'purchase_orders' | 'items' | 'stock';

/** The calls that we use. `base` is the account's own address, without a trailing slash. */
export function netsuiteClient(http: ConnectorHttp, base: string, about?: About) {
  const named = (verb: string) => `${verb}_${about ?? 'records'}`;
  const url = (path: string) => `${base}/services/rest/${path}`;
  const get = <T>(operation: string, path: string, reads: z.ZodType<T>, query = {}): Promise<Result<T>> =>
    http.request({ method: 'GET', url: url(path), query, operation, effect: 'read', reads, rejection });
  /** A page of rows; `most` is 1,000 at NetSuite, and divides `offset`. */
  const query = async (q: string, most = 1000, offset = 0): Promise<Result<Rows>> =>
    mapResult(
      await http.request({
        ...{ method: 'POST', url: url('query/v1/suiteql'), query: { limit: most, offset }, body: { json: { q } } },
        ...{ headers: { prefer: 'transient' }, operation: named('query'), effect: 'read', reads: wire.page, rejection },
      }),
      ({ items, hasMore, totalResults }) => ({ rows: items.map(withoutLinks), more: hasMore, total: totalResults }),
    );
  /** Creates a record; the reply has its id in an address alone. */
  const create = async (operation: string, path: string, json: unknown): Promise<Result<{ id: string | null }>> => {
    const request: HttpRequest<unknown> = {
      ...{ method: 'POST', url: url(path), body: { json }, operation, effect: 'once', rejection },
      reads: z.unknown(),
    };
    return mapResult(await http.reply(request), idIn);
  };
  return {
    query,
    serverTime: () => get('server_time', 'system/v1/serverTime', wire.serverTime),
    /** Whether the role may read records of a kind: SuiteQL only leaves out what it may not. */
    anyOf: (name: RecordName) => get(named('list'), `record/v1/${name}`, wire.collection, { limit: 1 }),
    record: (name: RecordName, id: string) =>
      get(named('get'), `record/v1/${name}/${encodeURIComponent(id)}`, wire.record, { expandSubResources: 'true' }),
    byExternalId: (name: RecordName, id: string) => get(named('find'), `record/v1/${name}/eid:${encodeURIComponent(id)}`, wire.record),
    governance: () => get('governance', 'system/v1/governanceLimits', wire.governance),
    transform: (from: Orders, id: string, to: Bookings, json: unknown) =>
      create(named('book'), `record/v1/${from}/${encodeURIComponent(id)}/!transform/${to}`, json),
    adjust: (json: unknown) => create(named('adjust'), 'record/v1/inventoryAdjustment', json),
  };
}

function idIn({ headers }: Reply): { id: string | null } {
  const [, id = null] = /\/(\d+)\/?$/.exec(headers.location ?? '') ?? [];
  return { id };
}

function withoutLinks(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const { links: _links, ...fields } = row as Record<string, unknown>;
  return fields;
}
