import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kept } from '../kit/collection.ts';
import { type Cut, numbered, pageLinks, type Query } from '../kit/paging.ts';
import type { Filter, Refusals } from '../kit/resource.ts';
import type { Account } from '../kit/stand-in.ts';
import type { Credentials, Shop } from './shop.ts';
import { readTime } from './times.ts';

export type ShopAccount = Credentials & Shop & Account;
export type ShopOf = (request: FastifyRequest) => ShopAccount;

/** A refusal as WordPress writes it. */
export const wpError = (status: number, code: string, message: string) => ({ status, body: { code, message, data: { status } } });
export const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send(wpError(status, code, message).body);
export const invalid = (name: string) => (reply: FastifyReply) => refuse(reply, 400, 'rest_invalid_param', `Invalid parameter(s): ${name}`);
export const noRoute = wpError(404, 'rest_no_route', 'No route was found matching the URL and request method.');
export const wpPages = { names: { page: 'page', size: 'per_page', offset: 'offset' }, size: { usual: 10, most: 100 } };

/** What is missing is called by its post type. An update of what is missing is a 400, and a read a 404. */
export const refusalsOf = (postType: string): Refusals => ({
  missing: (reply) => refuse(reply, reply.request.method === 'PUT' ? 400 : 404, `woocommerce_rest_${postType}_invalid_id`, 'Invalid ID.'),
  invalid: (reply, name) => invalid(name)(reply),
});

/** What lists of orders and of products have in common. */
export const wpList = <T extends Kept<object>>() => ({
  paging: numbered<T>(wpPages.names, wpPages.size),
  filters: {
    modified_after: ((value, query) => {
      const than = readTime(value, query.dates_are_gmt === 'true');
      return than === undefined ? undefined : ({ changedAt }) => Math.floor(changedAt / 1000) * 1000 > than;
    }) satisfies Filter<T>,
  },
  ...{ also: ['dates_are_gmt', 'order', 'orderby', '_fields', ...keysInQuery], sort, send: sendPage },
});

/** Where a host takes the header away, the key comes in the query. */
export const keysInQuery = ['consumer_key', 'consumer_secret'];

/** Newest first, unless it is said otherwise; there is no order by modification that holds while orders change. */
function sort({ orderby = 'date', order = 'desc' }: Query): (a: Kept<object>, b: Kept<object>) => number {
  const sign = order === 'asc' ? 1 : -1;
  const by = (record: Kept<object>) => (orderby === 'id' ? record.id : record.createdAt);
  return (a, b) => sign * (by(a) - by(b) || a.id - b.id);
}

/** Totals and links are headers; `_fields` leaves out all other fields. */
function sendPage(records: unknown[], cut: Cut<unknown>, reply: FastifyReply, request: FastifyRequest): unknown {
  const address = `${request.protocol}://${request.host}${request.url}`;
  reply.headers({ 'x-wp-total': cut.total, 'x-wp-totalpages': cut.pages ?? 1, ...pageLinks(address, 'page', cut) });
  const fields = (request.query as Query)._fields?.split(',');
  const kept = (record: unknown) => Object.fromEntries(Object.entries(record as object).filter(([name]) => fields?.includes(name)));
  return fields ? records.map(kept) : records;
}
