import { z } from 'zod';
import type { ChannelOrder, Cursor, Orders, Page, Result } from '../contract.ts';
import { idIn, oneRecord, translateAll } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { codesOfZones } from '../http/shipping-zones.ts';
import type { BigCommerceClient } from './client.ts';
import { openStatuses, partlyShipped, translateOrder } from './translate.ts';
import { shipped } from './wire.ts';

const pageSize = 50;
/** For clocks that differ and transactions that end late. */
const overlapMs = 5 * 60_000;

export function ordersOf(client: BigCommerceClient, now: () => Date): Orders {
  return {
    stream: {
      mode: 'cursor',
      async read(cursor, since) {
        const walk = walkAt(cursor, since);
        const query = { min_date_modified: wholeSecond(walk.since), sort: 'date_modified:asc', page: walk.page, limit: pageSize };
        const listed = await client.listOrders(query);
        if (!listed.ok) return listed;
        const next = onward(walk, listed.value, pageSize, now());
        return mapResult(await withShipments(client, listed.value), (read) => ({ ...read, ...next }));
      },
    },
    async get(remoteId) {
      const raw = await client.getOrder(remoteId);
      if (!raw.ok) return raw;
      const read = await withShipments(client, [raw.value]);
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

const pageIn = z.int().min(1);
const statusIn = z.int().min(0).lt(openStatuses.length);
const openAt = z.object({ at: statusIn, page: pageIn });
/** `from`: where the walk began; each of its pages goes on from a later `since`. */
const walkIn = z.object({ from: z.coerce.date(), since: z.coerce.date(), page: pageIn });
export type Walk = z.output<typeof walkIn>;

/** A cursor that cannot be read begins again: what is read twice changes nothing. */
export function walkAt(cursor: Cursor | null, since: Date): Walk {
  const walk = walkIn.safeParse(cursor).data;
  return walk && walk.since >= since ? walk : { from: since, since, page: 1 };
}

/**
 * A full page is followed from the time of its last record, because pages shift while records are modified. Times are whole seconds: only
 * a page that is of one second is followed by the next of the same.
 */
export function onward(walk: Walk, raws: Record<string, unknown>[], size: number, now: Date): Pick<Page<never>, 'next' | 'more'> {
  const times = raws.map(({ date_modified }) => Date.parse(String(date_modified))).filter((at) => !Number.isNaN(at));
  const last = Math.max(walk.since.getTime(), ...times);
  if (raws.length < size) return { next: begunAt(restAt(walk, last, now)), more: false };
  return { next: cursorOf({ ...walk, since: new Date(last), page: last > walk.since.getTime() ? 1 : walk.page + 1 }), more: true };
}

/**
 * A drained list is read on from a little before its last record, however many pages that takes: what was modified before it may be seen
 * after it. Once that is long ago, by clocks that may differ as much again, all of it has been seen, and is not read at each look.
 */
function restAt({ from }: Walk, last: number, now: Date): number {
  return now.getTime() - last > 2 * overlapMs ? last : Math.max(from.getTime(), last - overlapMs);
}

/** Records have whole seconds: those of the second that a time is in belong to it. */
export const wholeSecond = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

const begunAt = (at: number): Cursor => cursorOf({ from: new Date(at), since: new Date(at), page: 1 });
const cursorOf = ({ from, since, page }: Walk): Cursor => ({ from: from.toISOString(), since: since.toISOString(), page });

/** Shipments say what somebody else has sent, also of an order whose status was set back since. */
async function withShipments(
  client: BigCommerceClient,
  raws: Record<string, unknown>[],
): Promise<Result<Pick<Page<ChannelOrder>, 'records' | 'unreadable' | 'gone'>>> {
  const shipments = new Map<unknown, Record<string, unknown>[]>();
  for (const raw of raws.filter(hasShipped)) {
    const id = idIn(raw, ['id']);
    // Its translation says that it cannot be read.
    if (id === null) continue;
    const listed = await client.listShipments(id);
    if (!listed.ok) return listed;
    shipments.set(raw, listed.value);
  }
  return { ok: true, value: translateAll(raws, (raw) => translateOrder(raw, shipments.get(raw))) };
}

function hasShipped(raw: unknown): boolean {
  const order = shipped.safeParse(raw).data;
  if (!order) return false;
  const lines = order.consignments.shipping.flatMap(({ line_items }) => line_items);
  return order.status_id === partlyShipped || order.items_shipped > 0 || lines.some(({ quantity_shipped }) => quantity_shipped > 0);
}
