import type { Confirmations, Result, ShipmentConfirmation } from '../contract.ts';
import { oneByOne } from '../http/confirming.ts';
import { mapResult } from '../http/result.ts';
import { carrierOf } from './carriers.ts';
import type { AmazonClient } from './client.ts';
import { packageNumber } from './packages.ts';
import { order as orderShape } from './wire.ts';

/** A parcel a call, by a number that is made of our key; before it is repeated, the order's parcels are looked through for it. */
export function confirmationsOf(client: AmazonClient): Confirmations {
  return {
    per: 'shipment',
    confirm: oneByOne(async (confirmation) =>
      mapResult(await client.confirm(confirmation.remoteOrderId, parcelOf(confirmation)), () => ({
        reference: packageNumber(confirmation.key),
      })),
    ),
    isConfirmed: (confirmation) => isConfirmed(client, confirmation),
  };
}

async function isConfirmed(client: AmazonClient, { remoteOrderId, key }: ShipmentConfirmation): Promise<Result<boolean>> {
  const found = await client.getOrder(remoteOrderId);
  return mapResult(found, ({ order }) => {
    const parcels = orderShape.pick({ packages: true }).safeParse(order).data?.packages ?? [];
    return parcels.some(({ packageReferenceId }) => packageReferenceId === packageNumber(key));
  });
}

const parcelOf = ({ key, handle, carrier, method, trackingNumber, shippedAt, lines }: ShipmentConfirmation) => ({
  marketplaceId: handle,
  packageDetail: {
    ...{ packageReferenceId: packageNumber(key), ...carrierOf(carrier), trackingNumber, shipDate: shippedAt.toISOString() },
    ...(method && { shippingMethod: method }),
    orderItems: lines.map(({ remoteLineId, quantity }) => ({ orderItemId: remoteLineId, quantity })),
  },
});
