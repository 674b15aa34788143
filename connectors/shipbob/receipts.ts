import { z } from 'zod';
import type { AsnState, Cursor, CursorStream, Result, Unreadable, WarehouseReceipt } from '../contract.ts';
import type { Headers } from '../http/headers.ts';
import { firstIssue, idIn, type Translate, translateAll } from '../http/records.ts';
import type { ShipBobClient } from './client.ts';
import { because } from './reasons.ts';
import { asnState } from './receiving.ts';
import { onward, type Walk, walkAt } from './walk.ts';
import { type Box, box as boxIn, type Receiving, receiving } from './wire-goods.ts';

const pageSize = 100;
/** Receiving orders are listed by when they were made: one that is older is not followed. */
const followedMs = 180 * 24 * 3_600_000;

const listFrom = (client: ShipBobClient, { since, page }: Walk) =>
  client.receivings({ InsertStartDate: new Date(since.getTime() - followedMs).toISOString(), Page: page, Limit: pageSize });

/** How many pages there are a header says. Without it pages are read until one is empty: how many records a page may have is not said. */
function isLastPage({ page }: Walk, headers: Headers, length: number): boolean {
  const pages = headers['total-pages'] ?? '';
  return /^\d{1,6}$/.test(pages) ? page >= Number(pages) : length === 0;
}

export function asnStream(client: ShipBobClient, now: () => Date): CursorStream<AsnState> {
  return {
    mode: 'cursor',
    async read(cursor, since) {
      const walk = walkAt(cursor, since);
      const reply = await listFrom(client, walk);
      if (!reply.ok) return reply;
      const { headers, body } = reply.value;
      const place = onward(walk, { isLast: isLastPage(walk, headers, body.length), headers, now: now() });
      return { ok: true, value: { ...translateAll(changedSince(body, walk), translateAsn), ...place } };
    },
  };
}

const changedSince = (raws: readonly unknown[], { since }: Walk) =>
  raws.filter((raw) => {
    const parsed = receiving.safeParse(raw);
    return !parsed.success || parsed.data.last_updated_date >= since;
  });

const translateAsn: Translate<AsnState> = (raw) => {
  const parsed = receiving.safeParse(raw);
  if (parsed.success) return { ok: true, record: asnState(parsed.data) };
  return { ok: false, unreadable: { remoteId: idIn(raw, ['id']), reason: firstIssue(parsed.error), raw } };
};

/**
 * What came, by box: a box that is done with says what was put on the shelves, and is one piece of the delivery. Counts grow while a box is
 * unpacked, so before that they say nothing; afterwards one that is corrected is the same receipt with another quantity.
 */
export function receiptStream(client: ShipBobClient, now: () => Date): CursorStream<WarehouseReceipt> {
  return {
    mode: 'cursor',
    async read(cursor, since) {
      const walk = walkAt(cursor, since);
      const reply = await listFrom(client, walk);
      if (!reply.ok) return reply;
      const { headers, body } = reply.value;
      const looking = lookingAt(cursor, walk, now());
      // The stream of announcements keeps what cannot be read.
      const all = body.flatMap((raw) => receiving.safeParse(raw).data ?? []).filter((order) => mayHaveCome(order, walk, looking));
      const left = all.slice(all.findIndex(({ id }) => id === doneIn.safeParse(cursor).data?.done) + 1);
      const read = await readBoxes(client, left.slice(0, mostAtOnce), now());
      if (!read.ok) return read;
      const { done, ...found } = read.value;
      const seen = { headers, now: now() };
      if (done === (left.at(-1)?.id ?? null)) {
        const { next, more } = onward(walk, { ...seen, isLast: isLastPage(walk, headers, body.length) });
        return { ok: true, value: { ...found, gone: [], next: { ...next, ...looking }, more } };
      }
      const { next } = onward({ ...walk, page: walk.page - 1 }, { ...seen, isLast: false });
      const again = new Date(now().getTime() + pauseMs);
      return { ok: true, value: { ...found, gone: [], next: { ...next, ...looking, done }, more: false, again } };
    },
  };
}

/** When orders that are being unpacked were looked into, and whether this walk does so (1): on all of its pages, or on none. */
const lookingIn = z.object({ looked: z.iso.datetime(), looks: z.number() });
type Looking = z.infer<typeof lookingIn>;

/** Each takes a request, of which a minute has few. */
const lookEveryMs = 10 * 60_000;

function lookingAt(cursor: Cursor | null, { began }: Walk, now: Date): Looking {
  const before = lookingIn.safeParse(cursor).data;
  if (before && began !== null) return before;
  if (before && now.getTime() - Date.parse(before.looked) < lookEveryMs) return { ...before, looks: 0 };
  return { looked: now.toISOString(), looks: 1 };
}

/**
 * Of a page so many are looked into at once, and the others after a pause, so that orders have requests left to be sent by. The cursor has
 * the last that was done: where the limit refuses the next, it goes on from there.
 */
const mostAtOnce = 10;
const pauseMs = 10_000;
const doneIn = z.object({ done: z.string() });

type Found = { records: WarehouseReceipt[]; unreadable: Unreadable[]; readable: string[] };

/** Up to the first that fails. `done`: the last that was read. */
async function readBoxes(client: ShipBobClient, orders: Receiving[], now: Date): Promise<Result<Found & { done: string | null }>> {
  const found: Found & { done: string | null } = { records: [], unreadable: [], readable: [], done: null };
  for (const order of orders) {
    const boxes = await client.boxes(order.id);
    // The boxes of one order may be missing: those of the others are read all the same.
    const remoteId = `boxes of ${order.id}`;
    if (!boxes.ok && boxes.failure.kind === 'not_found') found.unreadable.push({ remoteId, reason: boxes.failure.reason, raw: order });
    else if (!boxes.ok) return found.done === null ? boxes : { ok: true, value: found };
    else {
      found.readable.push(remoteId);
      for (const box of boxes.value) readBox(order, box, now, found);
    }
    found.done = order.id;
  }
  return { ok: true, value: found };
}

function readBox(order: Receiving, raw: unknown, now: Date, found: Found): void {
  const parsed = boxIn.safeParse(raw);
  if (!parsed.success) {
    found.unreadable.push({ remoteId: idIn(raw, ['box_id']), reason: firstIssue(parsed.error), raw });
    return;
  }
  found.readable.push(parsed.data.box_id);
  if (parsed.data.box_status === 'Completed') unpack(order, parsed.data, now, found);
}

/** Whether counting a box makes its order a changed one is not said: one that is being unpacked is looked into now and then. */
function mayHaveCome(order: Receiving, { since }: Walk, { looks }: Looking): boolean {
  const { status } = asnState(order);
  // One that was corrected to nothing has none left, and had some.
  if (order.last_updated_date >= since && (status === 'receiving' || status === 'closed')) return true;
  const hasSome = order.inventory_quantities.some(
    ({ received_quantity, stowed_quantity }) => (received_quantity ?? 0) + (stowed_quantity ?? 0) > 0,
  );
  return hasSome && ((looks === 1 && status === 'receiving') || order.last_updated_date >= since);
}

/** So much ahead of ours its clock may be. */
const aheadMs = 5_000;
const notAfter = (now: Date, at: Date) => (at > now ? now : at);

/**
 * What is in a box twice, in one lot or in none, is one piece: one id has one quantity. A box that is read whole says all that is in it:
 * units that get their lot later are told under another id.
 */
function unpack(order: Receiving, box: Box, now: Date, { records, unreadable }: Found): void {
  const skus = new Map(order.inventory_quantities.map(({ inventory_id, sku }) => [inventory_id, sku]));
  const items = box.box_items ?? [];
  const alike = Map.groupBy(items, ({ inventory_id, lot_number: lot }) => `${inventory_id}${lot === null ? '' : `-${lot}`}`);
  // At most now: dated ahead, it would be after counts to come, and be added to those that have it.
  const isWhole = items.every(({ inventory_id }) => skus.get(inventory_id));
  const receivedAt = notAfter(now, box.received_date ?? box.arrived_date ?? order.last_updated_date);
  const came = { asnId: order.id, type: 'receipt', receivedAt, notBefore: new Date(receivedAt.getTime() - aheadMs) };
  const by = { carrier: order.freight?.carrier ?? null, freightNumber: order.freight?.bol_number ?? box.tracking_number };
  const prefix = `${box.box_id}-`;
  if (box.box_items?.length === 0)
    records.push({ ...came, ...by, remoteId: prefix, wholeOf: prefix, isEmpty: true, sku: '', quantity: 0, lot: null, raw: box });
  for (const [key, same] of alike) {
    const { inventory_id = '', lot_number: lot = null } = same[0] ?? {};
    const remoteId = `${prefix}${key}`;
    const raw = { receiving: order.id, box: box.box_id, items: same };
    const sku = skus.get(inventory_id);
    if (sku)
      records.push({
        ...{ ...came, ...by, remoteId, sku, lot, raw },
        quantity: same.reduce((sum, item) => sum + (item.stowed_quantity ?? item.received_quantity ?? 0), 0),
        ...(isWhole ? { wholeOf: prefix } : {}),
      });
    else unreadable.push({ remoteId, reason: because({ code: 'shipbob.not_announced', inventory: inventory_id }), raw });
  }
}
