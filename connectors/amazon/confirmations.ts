import type { Confirmations, Result, ShipmentConfirmation } from '../contract.ts';
import { parcelByParcel } from '../http/confirming.ts';
import { firstIssue, orderUnreadable } from '../http/records.ts';
import { foundByHand, sharesNumber, unitsListed } from '../http/tracking.ts';
import { carrierOf } from './carriers.ts';
import type { AmazonClient } from './client.ts';
import { isOurs, packageNumber } from './packages.ts';
import { type ListedPackage, listedPackage, listedPackages } from './wire.ts';

/**
 * A parcel a call, by a number that is made of our key: said twice, it is one. Where somebody told Amazon of it in Seller Central it is
 * found by its tracking number.
 */
export function confirmationsOf(client: AmazonClient): Confirmations {
  return {
    per: 'shipment',
    confirm: parcelByParcel((confirmation) => confirm(client, confirmation)),
    async isConfirmed(confirmation) {
      const found = await find(client, confirmation);
      return found.ok ? { ok: true, value: found.value !== null } : found;
    },
  };
}

type Reference = { reference: string };

/**
 * Amazon refuses the last parcel of an order where it was told already; one that leaves others behind it would take a second time, and tell
 * the buyer of two. So that one is looked for first. Orders are read four times slower than parcels are told, so the last one is not.
 */
async function confirm(client: AmazonClient, confirmation: ShipmentConfirmation): Promise<Result<Reference>> {
  if (!confirmation.completes) {
    const before = await find(client, confirmation);
    if (!before.ok) return before;
    if (before.value !== null) return { ok: true, value: { reference: before.value } };
  }
  const sent = await client.confirm(confirmation.remoteOrderId, parcelOf(confirmation));
  if (sent.ok) return { ok: true, value: { reference: packageNumber(confirmation.key) } };
  if (sent.failure.kind !== 'rejected') return sent;
  const found = await find(client, confirmation);
  return found.ok && found.value !== null ? { ok: true, value: { reference: found.value } } : sent;
}

/** The number that a parcel has there: ours, or one of somebody who told of it by hand. Null where it has none. */
async function find(client: AmazonClient, confirmation: ShipmentConfirmation): Promise<Result<string | null>> {
  const order = await client.getOrder(confirmation.remoteOrderId);
  if (!order.ok) return order;
  const listed = listedPackages.safeParse(order.value.order);
  // Ours may be among them.
  if (!listed.success) return orderUnreadable(firstIssue(listed.error));
  const read = (listed.data.packages ?? []).map((one) => listedPackage.safeParse(one));
  const packages = read.flatMap(({ data }) => data ?? []);
  const isByHand = ({ packageReferenceId, packageStatus, trackingNumber }: ListedPackage) =>
    !isOurs(packageReferenceId) && packageStatus?.status !== 'CANCELLED' && sharesNumber(trackingNumber, confirmation.trackingNumber);
  const ours = (key: string) => packages.find(({ packageReferenceId }) => packageReferenceId === packageNumber(key));
  const units = ({ packageItems }: ListedPackage) => unitsListed(packageItems, { line: 'orderItemId', units: 'quantity' });
  const byHand = packages.filter(isByHand);
  const found = ours(confirmation.key) ?? foundByHand(byHand, units, confirmation, (key) => ours(key) !== undefined);
  const odd = read.findIndex(({ success }) => !success);
  if (found || odd < 0) return { ok: true, value: found?.packageReferenceId ?? null };
  const { error } = read[odd] ?? {};
  return error ? orderUnreadable(firstIssue(error, `packages.${odd}`)) : { ok: true, value: null };
}

const parcelOf = ({ key, handle, carrier, method, trackingNumber, shippedAt, lines }: ShipmentConfirmation) => ({
  marketplaceId: handle,
  packageDetail: {
    ...{ packageReferenceId: packageNumber(key), ...carrierOf(carrier), trackingNumber, shipDate: shippedAt.toISOString() },
    ...(method && { shippingMethod: method }),
    orderItems: lines.map(({ remoteLineId, quantity }) => ({ orderItemId: remoteLineId, quantity })),
  },
});
