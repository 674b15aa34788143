import { z } from 'zod';
import type { ChannelOrder, Cursor, Orders, Page, Result } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import { prefix } from './bookings.ts';
import type { Opened } from './opened.ts';
import * as queries from './queries.ts';
import { idsOf, namesOf, oneOrder, pageOf } from './reading.ts';
import { because } from './reasons.ts';
import { dropShippedBy, linesBy, rowsBy } from './related.ts';
import { goods, translateOrder } from './translate-order.ts';
import { walkStream } from './walk.ts';

/** Each order of a page costs rows of six tables, so a page is not as long as NetSuite would let it be. */
const most = 200;

/** Sales orders, as the orders of a channel. */
export function ordersOf(opened: Opened): Orders {
  const { client, zone, subsidiary } = opened;
  const read = (heads: unknown[]) => readOrders(opened, heads as Row[]);
  return {
    stream: walkStream<ChannelOrder>({
      ...{ client, zone, most, read },
      query: (place) => queries.headsAfter('SalesOrd', place, subsidiary),
      allowed: () => client.anyOf('salesOrder'),
    }),
    get: (remoteId) => oneOrder(client, { id: remoteId, type: 'SalesOrd', name: 'salesOrder' }, read),
    listOpen: { everySeconds: 1_800, read: (cursor) => readOpen(opened, cursor) },
    async listShippingCodes() {
      const found = await namesOf(client, queries.shippingMethods);
      return mapResult(found, (methods) => methods.map(({ name }) => ({ code: name, description: name, carrier: null })));
    },
    listLocations: () => namesOf(client, queries.locations(subsidiary)),
    sourceFields,
  };
}

const openAt = z.object({ beyond: z.string().regex(/^\d{1,20}$/) });

/** One page of the orders that are open there: an order that was deleted is in no stream, and not in this list. */
async function readOpen({ client, subsidiary }: Opened, cursor: Cursor | null): Promise<Result<Page<string>>> {
  const { beyond } = openAt.safeParse(cursor).data ?? { beyond: '0' };
  const found = await client.query(queries.openOrders(beyond, subsidiary));
  if (!found.ok) return found;
  const { rows, more } = found.value;
  const allowed = rows.length === 0 ? await client.anyOf('salesOrder') : null;
  if (allowed && !allowed.ok) return allowed;
  const records = idsOf(rows);
  const last = more ? records.at(-1) : undefined;
  return { ok: true, value: { records, unreadable: [], gone: [], next: { beyond: last ?? '0' }, more: last !== undefined } };
}

type Row = Record<string, unknown>;

async function readOrders({ client, zone }: Opened, heads: Row[]) {
  const orders = idsOf(heads);
  const lines = await linesBy(client, orders);
  if (!lines.ok) return lines;
  const hidden = allHidden([...lines.value.values()].flat());
  if (hidden) return hidden;
  const dropped = await dropShippedBy(client, orders);
  if (!dropped.ok) return dropped;
  const partial = orders.filter((id) => lines.value.get(id)?.some(({ done }) => Number(done ?? 0) > 0));
  const idsIn = (column: 'shippingaddress' | 'entity') => heads.map((head) => head[column]);
  const addresses = await rowsBy(client, idsIn('shippingaddress'), 'nkey', queries.addresses);
  if (!addresses.ok) return addresses;
  const customers = await rowsBy(client, idsIn('entity'), 'id', queries.customers);
  if (!customers.ok) return customers;
  const shipments = await rowsBy(client, orders, 'doc', queries.shipments);
  if (!shipments.ok) return shipments;
  const others = await rowsBy(client, partial, 'transaction', (ids) => queries.shippedByOthers(ids, prefix));
  if (!others.ok) return others;
  const one = (rows: Map<string, Row[]>, key: unknown) => rows.get(String(key))?.[0] ?? null;
  const translated = heads.map((head) =>
    translateOrder(
      {
        head,
        lines: lines.value.get(String(head.id)) ?? [],
        address: one(addresses.value, head.shippingaddress),
        customer: one(customers.value, head.entity),
        shipment: one(shipments.value, head.id),
        others: others.value.get(String(head.id)) ?? [],
        dropped: dropped.value.get(String(head.id)) ?? [],
      },
      zone,
    ),
  );
  return { ok: true, value: pageOf(translated) } as const;
}

/** When no line shows its item, the role may see none: that waits for a person once, and not order by order. */
export function allHidden(lines: Row[]): Extract<Result<never>, { ok: false }> | null {
  const ofGoods = lines.filter(({ itemtype }) => goods.has(String(itemtype)));
  if (ofGoods.length === 0 || ofGoods.some(({ sku }) => sku !== undefined)) return null;
  return {
    ok: false,
    failure: {
      kind: 'forbidden',
      reason: because({ code: 'netsuite.sees_no_items' }),
    },
  };
}

const sourceFields = [
  { path: 'head.otherrefnum', name: 'PO #', description: 'The number that the customer gave for the order.' },
  { path: 'head.memo', name: 'Memo', description: 'The note on the order.' },
  { path: 'head.locationname', name: 'Location', description: 'The location that the order is to leave from.' },
  { path: 'head.subsidiary', name: 'Subsidiary', description: 'The id of the subsidiary that sells.' },
  { path: 'customer.entityid', name: 'Customer ID', description: 'The number or name of the customer.' },
  { path: 'shipment.methodname', name: 'Ship via', description: 'The shipping method that was chosen.' },
];
