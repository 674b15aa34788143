import type { Cursor, Result } from '../../contract.ts';
import { inPieces } from '../../http/pieces.ts';
import { idIn } from '../../http/records.ts';
import type { ShopifyClient } from '../client.ts';
import { changedFulfillmentOrder, type RawOrder } from '../wire.ts';
import { cursorOf, queryOf, readOn, rested, toParts, type Walk, walkAt } from './walk.ts';

export type RawPage = { raws: RawOrder[]; next: Cursor; more: boolean };

/** As many orders as one query may cost. */
const mostAtOnce = 5;

/** One page of orders, and after the last one the first of those whose parts alone have changed. */
export async function readPage(client: ShopifyClient, cursor: Cursor | null, since: Date, now: Date): Promise<Result<RawPage>> {
  const start = walkAt(cursor, since, now);
  if (start.step === 'parts') return readParts(client, start, [], now);
  const listed = await client.listOrders({ after: start.after, query: queryOf(start) });
  if (!listed.ok) return listed;
  const { nodes: raws, pageInfo } = listed.value;
  const after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
  const { walk, ended } = readOn(start, { updated: raws.flatMap(updatedIn), after });
  return ended ? readParts(client, toParts(walk), raws, now) : { ok: true, value: { raws, next: cursorOf(walk), more: true } };
}

const updatedIn = ({ updatedAt }: RawOrder) => {
  const at = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN;
  return Number.isNaN(at) ? [] : [new Date(at)];
};

/** `read`: the orders of this page already. An order that changed since its part did is, or will be, in the list of orders. */
async function readParts(client: ShopifyClient, start: Walk, read: RawOrder[], now: Date): Promise<Result<RawPage>> {
  const listed = await client.listChanged({ after: start.after, query: queryOf(start) });
  if (!listed.ok) return listed;
  const { nodes, pageInfo } = listed.value;
  const after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
  const { walk, ended } = readOn(start, { updated: nodes.flatMap(updatedIn), after });
  const readIds = new Set(read.map((raw) => idIn(raw, ['id'])?.split('/').at(-1)));
  // One that cannot be read names no order: when its order changes, that says so itself.
  const parts = nodes.flatMap((node) => changedFulfillmentOrder.safeParse(node).data ?? []);
  const changed = new Set(
    parts.flatMap(({ order, updatedAt }) => (order.updatedAt < updatedAt && !readIds.has(order.id) ? [order.id] : [])),
  );
  const found = await byId(client, [...changed]);
  if (!found.ok) return found;
  const next = cursorOf(ended ? rested(walk, now) : walk);
  return { ok: true, value: { raws: [...read, ...found.value], next, more: !ended } };
}

/** Orders as they are now. One that Shopify does not show is left out: whether it has gone, a look at it by itself says. */
export async function byId(client: ShopifyClient, ids: string[]): Promise<Result<RawOrder[]>> {
  const found: RawOrder[] = [];
  for (const some of inPieces(ids, mostAtOnce)) {
    const read = await client.getOrders(some);
    if (!read.ok) return read;
    found.push(...read.value.filter((raw) => raw !== null));
  }
  return { ok: true, value: found };
}
