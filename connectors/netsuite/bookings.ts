import { createHash } from 'node:crypto';
import type { Result } from '../contract.ts';
import { inPieces } from '../http/pieces.ts';
import { mapResult } from '../http/result.ts';
import { asFulfilment, asReceipt, bookingOf, type Moved, type NameLot, numbersOf, type Places } from './booking.ts';
import type { Bookings, NetsuiteClient, Orders } from './client.ts';
import * as queries from './queries.ts';
import { because } from './reasons.ts';
import { rejected } from './refusals.ts';
import { linesBy } from './related.ts';
import * as wire from './wire.ts';

/** External ids of ours begin so: they tell our fulfilments from those of others. */
export const prefix = 'crossdock-';

/** NetSuite takes an external id once. With the order in it, keys of another Crossdock on the same account do not meet ours. */
export function externalIdOf({ order, key }: { order: string; key: string }): string {
  const safe = /^[\w-]{1,80}$/.test(key) ? key : createHash('sha256').update(key).digest('base64url');
  return `${prefix}${order}-${safe}`;
}

/** A transform of an order that is booked once, whatever happens. */
export type Booked = { key: string; order: string; from: Orders; to: Bookings; moved: Moved[]; places: Places; head: object };

export async function book(client: NetsuiteClient, booked: Booked): Promise<Result<{ reference: string | null }>> {
  const { order, from, to, moved, places, head } = booked;
  if (!/^\d+$/.test(order)) return { ok: false, failure: { kind: 'not_found', reason: because({ code: 'netsuite.no_id', id: order }) } };
  const lines = await orderLines(client, from, order);
  if (!lines.ok) return lines;
  const named = to === 'itemFulfillment' ? mapResult(await lotsThere(client, lines.value, moved), asFulfilment) : received;
  if (!named.ok) return named;
  const booking = bookingOf(lines.value, moved, places, named.value);
  const json = booking.ok ? { externalId: externalIdOf(booked), ...head, item: { items: booking.items } } : null;
  const reply = booking.ok ? await client.transform(from, order, to, json) : booking;
  if (reply.ok) return mapResult(reply, ({ id }) => ({ reference: id }));
  if (reply.failure.kind !== 'rejected') return reply;
  // Its lines are complete, or its key is taken: it may be the booking itself that did that.
  const found = await bookedBefore(client, booked);
  return found.ok && found.value ? mapResult(found, (id) => ({ reference: id })) : reply;
}

const received = { ok: true, value: asReceipt } as const;

/** Two items may have the same number, and a page has a thousand rows. */
const numbersAtOnce = 250;

/** The lots and serial numbers that NetSuite has of what leaves. Only lines that it keeps by them are looked up. */
async function lotsThere(client: NetsuiteClient, lines: wire.Line[], moved: Moved[]): Promise<Result<NameLot>> {
  const kept = new Map(lines.flatMap((line) => ((line.lots || line.serials) && line.item !== null ? [[line.id, line] as const] : [])));
  const leaving = moved.flatMap((each) => {
    const line = kept.get(each.remoteLineId);
    return line ? numbersOf(line, each).map(({ lot }) => lot) : [];
  });
  const idByLot = new Map<string, string>();
  const keyOf = (item: string | null, lot: string) => `${item} ${lot}`;
  const items = [...new Set([...kept.values()].flatMap(({ item }) => item ?? []))];
  const numbers = [...new Set(leaving)];
  for (const some of inPieces(numbers, numbersAtOnce)) {
    const found = await client.query(queries.lotsOf(items, some));
    if (!found.ok) return found;
    for (const { id, item, lot } of wire.lot.array().parse(found.value.rows)) idByLot.set(keyOf(item, lot), id);
  }
  return {
    ok: true,
    value: (item, lot) => {
      const id = idByLot.get(keyOf(item, lot));
      return id === undefined ? null : { issueInventoryNumber: { id } };
    },
  };
}

type BookingId = Pick<Booked, 'key' | 'order' | 'to'>;

/** The id of the booking with this key; null when there is none. */
export async function bookedBefore(client: NetsuiteClient, booking: BookingId): Promise<Result<string | null>> {
  const found = await client.byExternalId(booking.to, externalIdOf(booking));
  if (!found.ok) return found.failure.kind === 'not_found' ? { ok: true, value: null } : found;
  const { id, createdFrom } = found.value;
  if (createdFrom?.id === booking.order) return { ok: true, value: id };
  return rejected('duplicate', { code: 'netsuite.booked_for_other', id: externalIdOf(booking), order: createdFrom?.id ?? null });
}

/** A unit that is not known, or whose rate the role may not see, can be a case. */
const isInPieces = ({ unit, each }: wire.Line) => each === 1 || (each === null && unit === null);

/**
 * The lines of an order, in pieces. Where a line is not counted in pieces, the record has to agree with SuiteQL on how many of its
 * units that is: booking twelve times too much would be worse than booking nothing.
 */
async function orderLines(client: NetsuiteClient, from: Orders, order: string): Promise<Result<wire.Line[]>> {
  const found = await linesBy(client, [order]);
  if (!found.ok) return found;
  const lines = wire.line.array().safeParse(found.value.get(order) ?? []);
  if (!lines.success) return rejected('other', { code: 'netsuite.lines_unreadable' });
  if (lines.data.length > 0 && lines.data.every(isInPieces)) return { ok: true, value: lines.data };
  const record = await client.record(from, order);
  if (!record.ok) return record;
  const counted = new Map(record.value.item?.items.map(({ line, quantity }) => [String(line), quantity]));
  const isOdd = ({ id, each, quantity }: wire.Line) => (counted.get(id) ?? 0) * (each ?? 1) !== Math.abs(quantity ?? 0);
  const odd = lines.data.find((line) => !isInPieces(line) && isOdd(line));
  return odd ? rejected('other', { code: 'netsuite.unclear_units', line: odd.id, sku: odd.sku }) : { ok: true, value: lines.data };
}
