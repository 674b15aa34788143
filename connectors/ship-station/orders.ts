import { z } from 'zod';
import type { ChannelOrder, Cursor, CursorStream, Page, Result } from '../contract.ts';
import { translateAll } from '../http/records.ts';
import type { Account } from './account.ts';
import type { ShipStationClient } from './client.ts';
import { clearOfRepeatedHour } from './pacific.ts';
import { pastPoisoned } from './poisoned.ts';
import { type Reading, translateOrder } from './translate.ts';
import { onward, overlap, rested, seen, setOut, smaller, type Walk, walkIn } from './walk.ts';
import type { OrderPage } from './wire.ts';

/**
 * Orders in ascending ModifyDate, on two walks. The front follows the newest orders: after each page its window moves up to
 * the last order seen, so an order that is modified in the meantime and jumps to the end shifts nothing out of sight; each poll
 * repeats its last seconds. The trail walks the same way once more, five minutes later, for what became visible late. So
 * every order is read twice, however often and however many of them are polled for. Only where a window cannot move (a whole
 * page of one moment, or the repeated hour) pages are turned.
 */
export function orderStream(client: ShipStationClient, account: Account, reading: Reading, now: () => Date): CursorStream<ChannelOrder> {
  return {
    mode: 'cursor',
    async read(cursor, since) {
      const place = notBefore(since, placeAt(cursor, since));
      const walk = place[place.lane];
      const result = await client.listOrders(walk);
      const read = async (page: OrderPage, at: Walk) => {
        const names = page.orders.length > 0 ? await account.names() : undefined;
        return pageOf(page, { ...place, [place.lane]: at }, { ...reading, ...(names && { names }) }, now());
      };
      if (result.ok) return { ok: true, value: await read(result.value, walk) };
      if (result.failure.kind !== 'retry' || result.failure.limited) return result;
      if (walk.size > 1) return { ok: false, failure: { ...result.failure, next: cursorOf({ ...place, [place.lane]: smaller(walk) }) } };
      return (await pastPoisoned(client, walk, read)) ?? (result as Result<never>);
    },
  };
}

type Lane = 'front' | 'trail';
/** `lane` is the walk to read next. */
type OrderCursor = { lane: Lane } & Record<Lane, Walk>;

const placeIn = z.object({ lane: z.enum(['front', 'trail']), front: walkIn, trail: walkIn });
const cursorOf = (place: OrderCursor): Cursor => JSON.parse(JSON.stringify(place));

/** A cursor that cannot be read begins again: what is read twice changes nothing. */
function placeAt(cursor: Cursor | null, since: Date): OrderCursor {
  const place = placeIn.safeParse(cursor);
  return place.success ? place.data : { lane: 'front', front: setOut(since), trail: setOut(since) };
}

function notBefore(since: Date, place: OrderCursor): OrderCursor {
  const from = place[place.lane].from < since ? clearOfRepeatedHour(since) : place[place.lane].from;
  return { ...place, [place.lane]: { ...place[place.lane], from } };
}

function pageOf(listed: OrderPage, place: OrderCursor, reading: Reading, now: Date): Page<ChannelOrder> {
  const translated = translateAll(listed.orders, (raw) => translateOrder(raw, reading));
  const { records } = translated;
  const walk = seen(place[place.lane], records, listed.orders.length);
  const further = walk.page < listed.pages;
  if (place.lane === 'trail') return { ...translated, ...afterTrail(place, walk, records, further, now) };
  const total = place.front.read + Math.max(listed.orders.length, listed.total - (walk.page - 1) * walk.size);
  return { ...translated, ...afterFront(place, walk, records, further, now), total };
}

type Onward = Pick<Page<ChannelOrder>, 'next' | 'more'>;

/** Orders pass by twice; what the front reads more than five minutes late needs no trail. */
function afterFront(place: OrderCursor, walk: Walk, records: ChannelOrder[], further: boolean, now: Date): Onward {
  const late = walk.page === 1 && place.trail.from >= place.front.from && walk.maxSeen && walk.maxSeen.getTime() + overlap < now.getTime();
  const trail = late && walk.maxSeen ? { ...place.trail, from: clearOfRepeatedHour(walk.maxSeen) } : place.trail;
  if (further) return { next: cursorOf({ lane: 'front', front: onward(walk, records), trail }), more: true };
  const front = rested(walk, repeated, now);
  const lane = isDue(trail, front, now) ? 'trail' : 'front';
  return { next: cursorOf({ lane, front, trail }), more: lane === 'trail' };
}

/** After each page of the trail the front is read again, so that new orders never wait for old ones. */
function afterTrail({ front }: OrderCursor, walk: Walk, records: ChannelOrder[], further: boolean, now: Date): Onward {
  const target = targetOf(front, now);
  if (further && !(walk.maxSeen && walk.maxSeen.getTime() > target))
    return { next: cursorOf({ lane: 'front', front, trail: onward(walk, records) }), more: true };
  const trail = { ...rested({ ...walk, maxSeen: new Date(target) }, 0, now), maxSeen: null };
  return { next: cursorOf({ lane: 'front', front, trail }), more: false };
}

const repeated = 3_000;
const patience = 2 * 60_000;

/** The trail stays five minutes behind the clock, and never passes the front. */
const targetOf = (front: Walk, now: Date) => Math.min(now.getTime() - overlap, front.maxSeen?.getTime() ?? 0);

/** Every two minutes of orders, and when no newer ones come. */
function isDue(trail: Walk, front: Walk, now: Date): boolean {
  if (trail.maxSeen !== null) return true;
  const target = targetOf(front, now);
  if (clearOfRepeatedHour(new Date(target)) <= trail.from) return false;
  return target - trail.from.getTime() >= patience || target === front.maxSeen?.getTime();
}
