import { z } from 'zod';
import type { ChannelOrder, Orders, Page, Result } from '../contract.ts';
import { onward, walkAt, wholeSecond } from '../http/modified.ts';
import { idIn, oneRecord, translateAll } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { codesOfZones } from '../http/shipping-zones.ts';
import type { BigCommerceClient } from './client.ts';
import { because } from './reasons.ts';
import { openStatuses, partlyShipped, translateOrder } from './translate.ts';
import { wholeOrder } from './whole.ts';
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
  const tooLong = new Set<unknown>();
  for (const raw of raws) {
    const read = await wholeOrder(client, raw);
    if (!read.ok) return read;
    whole.push(read.value ?? raw);
    if (read.value === null) tooLong.add(raw);
  }
  const shipments = await shipmentsOf(client, whole);
  return mapResult(shipments, (sent) =>
    translateAll(whole, (raw) => (tooLong.has(raw) ? refused(raw) : translateOrder(raw, sent.get(raw)))),
  );
}

const refused = (raw: unknown) =>
  ({ ok: false, unreadable: { remoteId: idIn(raw, ['id']), reason: because({ code: 'bigcommerce.too_long' }), raw } }) as const;

/** Shipments say what somebody else has sent, also of an order whose status was set back since. */
async function shipmentsOf(client: BigCommerceClient, raws: Raws): Promise<Result<Map<unknown, Raws>>> {
  const shipments = new Map<unknown, Raws>();
  for (const raw of raws.filter(hasShipped)) {
    const id = idIn(raw, ['id']);
    // Its translation says that it cannot be read.
    if (id === null) continue;
    const listed = await client.listShipments(id);
    if (!listed.ok) return listed;
    shipments.set(raw, listed.value);
  }
  return { ok: true, value: shipments };
}

function hasShipped(raw: unknown): boolean {
  const order = shipped.safeParse(raw).data;
  if (!order) return false;
  const lines = order.consignments.shipping.flatMap(({ line_items }) => line_items);
  return order.status_id === partlyShipped || order.items_shipped > 0 || lines.some(({ quantity_shipped }) => quantity_shipped > 0);
}
