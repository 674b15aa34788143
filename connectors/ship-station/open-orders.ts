import { z } from 'zod';
import type { Cursor, Page, Result, ShippedList } from '../contract.ts';
import { idIn } from '../http/records.ts';
import type { ShipStationClient } from './client.ts';
import { clearOfRepeatedHour } from './pacific.ts';

/** Those that are ours to send first: orders may wait to be released until they are listed. */
const statuses = ['awaiting_shipment', 'on_hold', 'awaiting_payment', 'pending_fulfillment', 'rejected_fulfillment'] as const;
// An order that V1 cannot write makes every page that it is on reply 5xx: smaller pages close in on it, and it is passed over.
const sizes = [500, 125, 25, 5, 1];

const placeIn = z.object({ status: z.enum(statuses), page: z.number(), size: z.number() });
type Place = z.infer<typeof placeIn>;
const start: Place = { status: statuses[0], page: 1, size: 500 };

/** One page of the ids of open orders, status after status, the oldest orders first. */
export async function openOrders(client: ShipStationClient, cursor: Cursor | null): Promise<Result<Page<string>>> {
  const place = placeIn.catch(start).parse(cursor);
  const result = await client.listOpen(place);
  if (result.ok) return { ok: true, value: pageOf(result.value, place) };
  if (result.failure.kind !== 'retry' || result.failure.limited) return result;
  return { ok: false, failure: { ...result.failure, next: place.size === 1 ? { ...place, page: place.page + 1 } : smaller(place) } };
}

function pageOf({ orders, pages }: { orders: unknown[]; pages: number }, place: Place): Page<string> {
  const next = place.page < pages ? larger({ ...place, page: place.page + 1 }) : afterStatus(place.status);
  const records = orders.flatMap((raw) => idIn(raw, ['orderId']) ?? []);
  return { records, unreadable: [], gone: [], next: next ?? start, more: next !== null };
}

function afterStatus(status: Place['status']): Place | null {
  const next = statuses[statuses.indexOf(status) + 1];
  return next ? { ...start, status: next } : null;
}

function smaller(place: Place): Place {
  const size = sizes[sizes.indexOf(place.size) + 1] ?? 1;
  return { ...place, size, page: ((place.page - 1) * place.size) / size + 1 };
}

/** Back to a larger page where one begins. */
function larger(place: Place): Place {
  const size = sizes[sizes.indexOf(place.size) - 1] ?? place.size;
  const before = (place.page - 1) * place.size;
  return before % size === 0 ? { ...place, size, page: before / size + 1 } : place;
}

/** What V1 shows as shipped and was modified since a time, in one request. */
export async function shippedSince(client: ShipStationClient, since: Date): Promise<Result<ShippedList>> {
  const result = await client.listShipped(clearOfRepeatedHour(since), start.size);
  if (!result.ok) return result;
  const { orders, pages } = result.value;
  return { ok: true, value: { remoteIds: orders.flatMap((raw) => idIn(raw, ['orderId']) ?? []), all: pages <= 1 } };
}
