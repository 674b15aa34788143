import type { Confirmations, ShipmentConfirmation } from '../contract.ts';
import { parcelByParcel } from '../http/confirming.ts';
import { mapResult } from '../http/result.ts';
import { book, bookedBefore } from './bookings.ts';
import { dayOf } from './clock.ts';
import type { Opened } from './opened.ts';

/** Shipments, as item fulfilments of their sales orders: one for each parcel. */
export function confirmationsOf({ client, zone, location }: Opened): Confirmations {
  return {
    per: 'shipment',
    confirm: parcelByParcel((confirmation) =>
      book(client, {
        ...bookingIdOf(confirmation),
        from: 'salesOrder',
        moved: confirmation.lines,
        places: { locationId: null, spare: location },
        head: headOf(confirmation, zone),
      }),
    ),
    async isConfirmed(confirmation) {
      return mapResult(await bookedBefore(client, bookingIdOf(confirmation)), (id) => id !== null);
    },
  };
}

const bookingIdOf = ({ key, remoteOrderId }: ShipmentConfirmation) => ({ key, order: remoteOrderId, to: 'itemFulfillment' }) as const;

/** `C` is shipped: only that takes the goods from NetSuite's stock. */
function headOf({ carrier, method, trackingNumber, shippedAt }: ShipmentConfirmation, zone: string) {
  const words = [carrier, method, trackingNumber].filter((word) => word).join(' ');
  // NetSuite wants a weight with each package, which we are not told.
  const parcel = { packageTrackingNumber: trackingNumber, packageDescr: carrier, packageWeight: 1 };
  return {
    ...{ tranDate: dayOf(zone, shippedAt), memo: words.slice(0, 999), shipStatus: { id: 'C' } },
    ...(trackingNumber === '' ? {} : { package: { items: [parcel] } }),
  };
}
