import { z } from 'zod';
import type { Result, ShipmentConfirmation } from '../../contract.ts';
import { firstIssue, orderUnreadable } from '../../http/records.ts';
import { mapResult } from '../../http/result.ts';
import type { ShopifyClient } from '../client.ts';
import { isOurPlace } from '../reading/states.ts';
import { hasLeft } from '../reading/units.ts';
import { wholeFulfillment } from '../reading/whole.ts';
import { because } from '../reasons.ts';
import { rejected } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import { type Fulfillment, fulfillment, type parcel, type WireOrder } from '../wire.ts';
import { numbersOf } from './making.ts';
import { mostParcels, notedIn } from './noted.ts';

type Listed = z.output<typeof parcel>;
/** As the query has it: no fewer than may be noted, and so many numbers of each. */
const mostListed = mostParcels;
const mostNumbers = 2;

/**
 * The fulfilments that may be this parcel, made before we were cut off: nobody noted them, and they have its tracking number. Where it has
 * none, they have none, and were made since it left, at a location of ours: what a person fulfilled before that is another parcel.
 */
export async function unnotedLike(
  { client, locations }: Opened,
  order: WireOrder,
  { trackingNumber, shippedAt }: ShipmentConfirmation,
): Promise<Result<Listed[]>> {
  const noted = new Set(notedIn(order.parcels)?.values());
  const numbers = numbersOf(trackingNumber);
  // Shopify's times are whole seconds.
  const left = Math.floor(shippedAt.getTime() / 1000) * 1000;
  const isLike = ({ trackingInfo, createdAt, location }: Listed) =>
    numbers.length > 0
      ? trackingInfo.some(({ number }) => numbers.includes(number))
      : trackingInfo.every(({ number }) => number === '') && createdAt.getTime() >= left && isOurPlace(location, locations);
  const listed = await client.listFulfillments(order.id);
  if (!listed.ok) return listed;
  const all = listed.value?.fulfillments ?? [];
  const like: Listed[] = [];
  for (const one of all.filter(({ id, status }) => hasLeft(status) && !noted.has(id))) {
    const whole = await withAllNumbers(client, one);
    if (!whole.ok) return whole;
    if (isLike(whole.value)) like.push(whole.value);
  }
  // It may be one that is not listed: it would be told twice.
  if (like.length === 0 && all.length >= mostListed) return rejected(because({ code: 'shopify.many_fulfillments', most: mostListed }));
  return { ok: true, value: like };
}

async function withAllNumbers(client: ShopifyClient, one: Listed): Promise<Result<Listed>> {
  if (one.trackingInfo.length < mostNumbers) return { ok: true, value: one };
  return mapResult(await client.trackingOf(one.id), (found) => ({ ...one, trackingInfo: found?.trackingInfo ?? one.trackingInfo }));
}

const fulfillments = z.array(fulfillment);

/** With their lines; without those that are not there. */
export async function fulfillmentsOf({ client }: Opened, ids: string[]): Promise<Result<Fulfillment[]>> {
  const found: unknown[] = [];
  for (const id of ids) {
    const one = await wholeFulfillment(client, id);
    if (!one.ok) return one;
    if (one.value !== null) found.push(one.value);
  }
  const read = fulfillments.safeParse(found);
  return read.success ? { ok: true, value: read.data } : orderUnreadable(firstIssue(read.error, 'parcels'));
}
