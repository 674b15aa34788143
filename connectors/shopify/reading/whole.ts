import type { z } from 'zod';
import type { Result } from '../../contract.ts';
import { mapResult } from '../../http/result.ts';
import type { ShopifyClient } from '../client.ts';
import { notedIn } from '../shipping/noted.ts';
import * as wire from '../wire.ts';

/** An order as it was read, with all its parts, and the parcels of it that we told Shopify of. */
export type WholeOrder = wire.RawOrder & { ours: unknown[] };

const cut = wire.connection(wire.anyRecord);
type Cut = z.output<typeof cut>;
/** 500 fulfilment orders, 5,000 lines of one, or 12,500 of a parcel. */
const mostPages = 50;

/** Reads what an order has more of than the list gave. What cannot be read stays as it is: its translation says so. */
export async function wholeOrder(client: ShopifyClient, raw: wire.RawOrder): Promise<Result<WholeOrder>> {
  const listed = cut.safeParse(raw.fulfillmentOrders).data;
  if (!listed || typeof raw.id !== 'string') return { ok: true, value: { ...raw, ours: [] } };
  const id = raw.id;
  const all = await rest(listed, async (after) =>
    mapResult(await client.moreFulfillmentOrders(id, after), (order) => order?.fulfillmentOrders ?? none),
  );
  if (!all.ok) return all;
  const nodes: wire.RawOrder[] = [];
  for (const fulfillmentOrder of all.value.nodes) {
    const lineItems = await linesOf(client, fulfillmentOrder);
    if (!lineItems.ok) return lineItems;
    nodes.push(lineItems.value === null ? fulfillmentOrder : { ...fulfillmentOrder, lineItems: lineItems.value });
  }
  const ours = await oursOf(client, raw);
  return mapResult(ours, (ours) => ({ ...raw, fulfillmentOrders: { ...all.value, nodes }, ours }));
}

async function linesOf(client: ShopifyClient, { id, lineItems }: wire.RawOrder): Promise<Result<Cut | null>> {
  const listed = cut.safeParse(lineItems).data;
  if (!listed || typeof id !== 'string') return { ok: true, value: null };
  return rest(listed, async (after) => mapResult(await client.moreLines(id, after), (part) => part?.lineItems ?? none));
}

const none: Cut = { nodes: [], pageInfo: { hasNextPage: false } };

async function rest(listed: Cut, next: (after: string) => Promise<Result<Cut>>): Promise<Result<Cut>> {
  let { nodes, pageInfo } = listed;
  for (let page = 0; page < mostPages && pageInfo.hasNextPage && pageInfo.endCursor; page += 1) {
    const more = await next(pageInfo.endCursor);
    if (!more.ok) return more;
    nodes = [...nodes, ...more.value.nodes];
    pageInfo = more.value.pageInfo;
  }
  return { ok: true, value: { nodes, pageInfo } };
}

/** A parcel with all its lines; null where the shop has none of this id. What cannot be read stays as it is, as in an order. */
export async function wholeFulfillment(client: ShopifyClient, id: string): Promise<Result<wire.RawOrder | null>> {
  const found = await client.getFulfillment(id);
  if (!found.ok || found.value === null) return found;
  const { value } = found;
  const listed = cut.safeParse(value.fulfillmentLineItems).data;
  if (!listed) return found;
  const lines = await rest(listed, async (after) =>
    mapResult(await client.moreFulfillmentLines(id, after), (more) => more?.fulfillmentLineItems ?? none),
  );
  return mapResult(lines, (fulfillmentLineItems) => ({ ...value, fulfillmentLineItems }));
}

async function oursOf(client: ShopifyClient, raw: wire.RawOrder): Promise<Result<unknown[]>> {
  const ours: unknown[] = [];
  for (const id of new Set(notedIn(raw.parcels)?.values())) {
    const found = await wholeFulfillment(client, id);
    if (!found.ok) return found;
    if (found.value) ours.push(found.value);
  }
  return { ok: true, value: ours };
}
