import { z } from 'zod';
import type { Answer, ChannelOrder, Cursor, CursorStream, Page, Unreadable } from '../contract.ts';
import { translateAll } from '../http/records.ts';
import type { ShipStationClient, Window } from './client.ts';
import { clearOfRepeatedHour } from './pacific.ts';
import { type Reading, translateOrder } from './translate.ts';
import type { OrderPage } from './wire.ts';

/**
 * Orders in ascending ModifyDate. After each page the window moves up to the last order seen, so an order that is
 * modified meanwhile and jumps to the end shifts nothing out of sight. Only where that makes no progress (a whole page
 * of one moment, or the repeated hour) pages are turned.
 */
export function orderStream(client: ShipStationClient, reading: Reading, now: () => Date): CursorStream<ChannelOrder> {
  return {
    mode: 'cursor',
    async read(cursor, since) {
      const place = cursor === null ? { ...start, from: clearOfRepeatedHour(since) } : placeIn.parse(cursor);
      const answer = await client.listOrders(place);
      if (answer.ok) return { ok: true, value: pageOf(answer.value, place, reading, now()) };
      if (answer.failure.kind !== 'retry' || answer.failure.limited) return answer;
      if (place.size > 1) return { ok: false, failure: { ...answer.failure, next: cursorOf(smaller(place)) } };
      return (await pastPoisoned(client, place, reading, now())) ?? answer;
    },
  };
}

/** `read` counts the orders given since the last time the stream was drained. */
type Place = Window & { maxSeen: Date | null; read: number };

const start = { page: 1, size: 500, maxSeen: null, read: 0 };
const moment = z.string().transform((text) => new Date(text));
const placeIn = z.object({ from: moment, page: z.number(), size: z.number(), maxSeen: moment.nullable(), read: z.number() });
const cursorOf = (place: Place): Cursor => ({ ...place, from: place.from.toISOString(), maxSeen: place.maxSeen?.toISOString() ?? null });

// Orders become visible a little after their ModifyDate.
const overlap = 5 * 60_000;

function pageOf(listed: OrderPage, place: Place, reading: Reading, now: Date): Page<ChannelOrder> {
  const { records, unreadable } = translateAll(listed.orders, (raw) => translateOrder(raw, reading));
  const seen: Place = {
    ...place,
    maxSeen: records.reduce((latest, { modifiedAt }) => (latest && latest > modifiedAt ? latest : modifiedAt), place.maxSeen),
    read: place.read + listed.orders.length,
  };
  const more = place.page < listed.pages;
  const total = place.read + Math.max(listed.orders.length, listed.total - (place.page - 1) * place.size);
  return { records, unreadable, next: cursorOf(more ? onward(seen, isAscending(records)) : drained(seen, now)), more, total };
}

/** Moves the window up when that is safe and gets us further, else turns the page. */
function onward(place: Place, ascending: boolean): Place {
  // A millisecond back: V1 keeps seven digits of a second and we three, and its filter may exclude its bound.
  const anchor = place.maxSeen && clearOfRepeatedHour(new Date(place.maxSeen.getTime() - 1));
  if (ascending && anchor && anchor > place.from) return { ...place, from: anchor, page: 1, size: larger(place.size) };
  return { ...place, page: place.page + 1 };
}

/** Where the next poll begins: a little before the newest order, or where this walk began while its pages may have shifted. */
function drained(place: Place, now: Date): Place {
  const rested = { ...place, page: 1, size: larger(place.size), read: 0 };
  if (!place.maxSeen) return rested;
  const settled = place.page === 1 || now.getTime() - place.maxSeen.getTime() > overlap;
  const next = clearOfRepeatedHour(new Date(place.maxSeen.getTime() - overlap));
  return settled && next > place.from ? { ...rested, from: next } : rested;
}

function isAscending(records: ChannelOrder[]): boolean {
  return records.every(({ modifiedAt }, index) => index === 0 || modifiedAt >= (records[index - 1]?.modifiedAt ?? modifiedAt));
}

// One order that V1 cannot write answers 5xx for every page that it is on: smaller pages close in on it. Each size
// divides the one before, so that a page of the larger is whole pages of the smaller.
const sizes = [500, 250, 125, 25, 5, 1];
const larger = (size: number) => sizes[Math.max(0, sizes.indexOf(size) - 1)] ?? 1;

function smaller(place: Place): Place {
  const size = sizes[sizes.indexOf(place.size) + 1] ?? 1;
  return { ...place, size, page: ((place.page - 1) * place.size) / size + 1 };
}

/** An order alone on its page fails: a poisoned one when an order after it can be read and it fails again, else an outage (null). */
async function pastPoisoned(
  client: ShipStationClient,
  place: Place,
  reading: Reading,
  now: Date,
): Promise<Answer<Page<ChannelOrder>> | null> {
  for (const skipped of [1, 2, 3]) {
    const beyond = { ...place, page: place.page + skipped };
    const after = await client.listOrders(beyond);
    if (!after.ok) continue;
    const again = await client.listOrders(place);
    if (again.ok) return { ok: true, value: pageOf(again.value, place, reading, now) };
    const page = pageOf(after.value, beyond, reading, now);
    const lost = Array.from({ length: skipped }, (_, index) => poisoned(place, index));
    return { ok: true, value: { ...page, unreadable: [...lost, ...page.unreadable] } };
  }
  return null;
}

function poisoned(place: Place, index: number): Unreadable {
  const after = place.maxSeen?.toISOString() ?? place.from.toISOString();
  return {
    remoteId: null,
    reason: 'ShipStation fails whenever it is asked for this order.',
    raw: { modifiedAfter: after, position: index + 1 },
  };
}
