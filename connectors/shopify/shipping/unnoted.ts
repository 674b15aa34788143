import type { z } from 'zod';
import type { Result, ShipmentConfirmation } from '../../contract.ts';
import { mapResult } from '../../http/result.ts';
import { isOurPlace } from '../reading/states.ts';
import { hasLeft } from '../reading/units.ts';
import type { Opened } from '../settings.ts';
import type { parcel, WireOrder } from '../wire.ts';
import { numbersOf } from './making.ts';
import { notedIn } from './noted.ts';

type Listed = z.output<typeof parcel>;

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
  return mapResult(await client.listFulfillments(order.id), (listed) =>
    (listed?.fulfillments ?? []).filter((one) => hasLeft(one.status) && !noted.has(one.id) && isLike(one)),
  );
}
