import { z } from 'zod';
import type { ChannelOrder, Orders, Page, Result } from '../contract.ts';
import { onward, walkAt, wholeSecond } from '../http/modified.ts';
import { idIn, oneRecord, type Translate, translateAll } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { codesOfZones } from '../http/shipping-zones.ts';
import type { BigCommerceClient } from './client.ts';
import { because } from './reasons.ts';
import { openStatuses, partlyShipped, translateOrder } from './translate.ts';
import { shipmentsOf, wholeOrder } from './whole.ts';
import { shipped } from './wire.ts';

const pageSize = 50;
export const modified = ({ date_modified }: Record<string, unknown>): unknown => date_modified;

export function ordersOf(client: BigCommerceClient, now: () => Date): Orders {
  return {
    stream: {
      mode: 'cursor',
      async read(cursor, since) {
        const walk = walkAt(cursor, since);
        const query = { min_date_modified: wholeSecond(walk.since), sort: 'date_modified:asc', page: walk.page, limit: pageSize };
        const listed = await client.listOrders(query);
        if (!listed.ok) return listed;
        const next = onward(walk, listed.value.map(modified), pageSize, now());
        return mapResult(await readAll(client, listed.value), (read) => ({ ...read, ...next }));
      },
    },
    async get(remoteId) {
      const raw = await client.getOrder(remoteId);
      if (!raw.ok) return raw;
      const read = await readAll(client, [raw.value]);
      return read.ok ? oneRecord(read.value.records, read.value.unreadable) : read;
    },
    listOpen: {
      everySeconds: 1_800,
      async read(cursor) {
        const { at, page } = openAt.safeParse(cursor).data ?? { at: 0, page: 1 };
        const listed = await client.listOpen({ status_id: openStatuses[at], sort: 'id:asc', page, limit: 250 });
        return mapResult(listed, (found) => {
          const next = found.length === 250 ? { at, page: page + 1 } : { at: at + 1, page: 1 };
          const more = next.at < openStatuses.length;
          return { records: found.map(({ id }) => id), unreadable: [], gone: [], next: more ? next : { at: 0, page: 1 }, more };
        });
      },
    },
    // Orders carry the name of their method alone, so one name in several zones is one code.
    listShippingCodes: async () =>
      codesOfZones(await client.listZones(), client.listMethods, ({ name }) => (name ? { code: name, title: name } : null)),
    sourceFields,
  };
}

const sourceFields = [
  { path: 'customer_message', name: 'Customer message', description: 'What the buyer wrote at the checkout.' },
  { path: 'payment_method', name: 'Payment method', description: 'How the buyer paid, in words.' },
  { path: 'order_source', name: 'Source', description: 'Where the order was made, as www or external.' },
];

const statusIn = z.int().min(0).lt(openStatuses.length);
const openAt = z.object({ at: statusIn, page: z.int().min(1) });

type Raws = Record<string, unknown>[];

/** Orders as the core knows them, each with all its lines and with its shipments. */
async function readAll(
  client: BigCommerceClient,
  raws: Raws,
): Promise<Result<Pick<Page<ChannelOrder>, 'records' | 'unreadable' | 'gone'>>> {
  const whole: Raws = [];
  const shipments = new Map<unknown, Raws | null>();
  for (const raw of raws) {
    const read = await wholeOrder(client, raw);
    if (!read.ok) return read;
    const order = read.value ?? raw;
    const sent = await sentOf(client, read.value);
    if (!sent.ok) return sent;
    whole.push(order);
    shipments.set(order, sent.value);
  }
  const translate: Translate<ChannelOrder> = (raw) => {
    const sent = shipments.get(raw);
    return sent ? translateOrder(raw, sent) : refused(raw);
  };
  return { ok: true, value: translateAll(whole, translate) };
}

const refused = (raw: unknown) =>
  ({ ok: false, unreadable: { remoteId: idIn(raw, ['id']), reason: because({ code: 'bigcommerce.too_long' }), raw } }) as const;

/**
 * Shipments say what somebody else has sent, also of an order whose status was set back since. Null, as the order, where there are more
 * than are read: what those that are left out have sent would be sent again.
 */
async function sentOf(client: BigCommerceClient, order: Raws[0] | null): Promise<Result<Raws | null>> {
  if (order === null) return { ok: true, value: null };
  const id = idIn(order, ['id']);
  // Of one without an id its translation says that it cannot be read.
  return id !== null && hasShipped(order) ? shipmentsOf(client, id) : { ok: true, value: [] };
}

function hasShipped(raw: unknown): boolean {
  const order = shipped.safeParse(raw).data;
  if (!order) return false;
  const lines = order.consignments.shipping.flatMap(({ line_items }) => line_items);
  return order.status_id === partlyShipped || order.items_shipped > 0 || lines.some(({ quantity_shipped }) => quantity_shipped > 0);
}
