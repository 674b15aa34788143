import type { Reason, WarehouseShipment } from '../contract.ts';
import { firstIssue, type Translated } from '../http/records.ts';
import { contentsIn, holdsAll } from './cartons.ts';
import { dayOf, notAfter } from './moments.ts';
import type { Opened } from './opened.ts';
import { because } from './reasons.ts';
import { lineOf, orderIdIn, type ReadOrder, readOrder, statusOf } from './translate-order.ts';
import * as wire from './wire.ts';

/**
 * A confirmed order as parcels: a carton each, and the whole order where it was not packed into cartons, as of freight. Any other order has
 * none: a condition that is not understood is ignored there, and then the list has orders that have not left.
 */
export function translateParcels(raw: unknown, cartons: unknown[], { customer, now }: Reading): Translated<WarehouseShipment[]> {
  const at = now();
  const read = readOrder(raw, customer);
  if (!read.ok) return read;
  if (statusOf(read.record.order) !== 'shipped') return { ok: true, record: [] };
  if (cartons.length === 0) return { ok: true, record: [wholeOrder(read.record, at, raw)] };
  const packed: Packed[] = [];
  for (const carton of cartons) {
    const parcel = wire.parcel.safeParse(carton);
    const contents = wire.content.array().safeParse(contentsIn(carton) ?? []);
    const wrong = parcel.error ?? contents.error;
    if (wrong) return unreadable(raw, firstIssue(wrong, 'packages'));
    if (parcel.success && contents.success) packed.push({ parcel: parcel.data, contents: contents.data, carton });
  }
  const all = packed.flatMap(({ contents }) => contents);
  if (!holdsAll(read.record, all))
    return unreadable(raw, because({ code: 'extensiv.cartons_differ', order: read.record.order.readOnly.orderId }));
  const filled = packed.filter(({ contents }) => contents.length > 0);
  return { ok: true, record: filled.map((each) => parcelOf(read.record, at, each)) };
}

type Carton = { packageId: string; trackingNumber: string | null };
type Content = wire.Content;
type Packed = { parcel: Carton; contents: Content[]; carton: unknown };
type Reading = Pick<Opened, 'customer' | 'now'>;

function parcelOf(read: ReadOrder, now: Date, { parcel: { packageId, trackingNumber }, contents, carton: raw }: Packed): WarehouseShipment {
  const item = (of: Content) => read.items.find(({ readOnly }) => readOnly.orderItemId === of.orderItemId);
  return {
    ...shipmentOf(read, now),
    ...{ remoteId: `package-${packageId}`, trackingNumber: trackingNumber ?? numberOf(read), raw },
    lines: contents.map((content) => {
      const found = item(content);
      return {
        lineReference: found ? lineOf(found) : content.orderItemId,
        ...{ sku: found?.itemIdentifier.sku ?? '', lot: content.lotNumber, quantity: content.qty },
        ...{ expiresOn: dayOf(content.expirationDate), serials: serialsIn(content) },
      };
    }),
  };
}

const serialsIn = ({ serialNumber, serialNumbers }: wire.Content) =>
  serialNumbers.length > 0 || serialNumber === null ? serialNumbers : [serialNumber];

const wholeOrder = (read: ReadOrder, now: Date, raw: unknown): WarehouseShipment => ({
  ...shipmentOf(read, now),
  ...{ remoteId: `order-${read.order.readOnly.orderId}`, trackingNumber: numberOf(read), raw },
  lines: read.items.map((item) => ({ lineReference: lineOf(item), sku: item.itemIdentifier.sku, lot: null, quantity: item.qty })),
});

/** Of freight the bill of lading is what it is found by. */
export const numberOf = ({ order: { routingInfo } }: ReadOrder) =>
  routingInfo?.trackingNumber ?? routingInfo?.billOfLading ?? routingInfo?.loadNumber ?? '';

/**
 * What the 3PL splits off an order has that order's reference with a number behind it, as `CD-0123456789abcdef01234567-1`
 * (support.packagebee.com, "3PL Central - Note About Order IDs"): it leaves as a part of it.
 */
const wholeReference = (reference: string) => /^(CD-[0-9a-f]{24})-\d{1,3}$/.exec(reference)?.[1] ?? reference;

/** Weights are in the unit of the facility, which the API does not say: they are left out. */
const shipmentOf = ({ order }: ReadOrder, now: Date) => ({
  ...{ providerRef: order.readOnly.orderId, reference: wholeReference(order.referenceNum) },
  ...{ carrier: order.routingInfo?.carrier ?? '', method: order.routingInfo?.mode ?? '', trackingUrl: null, weightGrams: null },
  shippedAt: notAfter(now, order.readOnly.processDate ?? order.readOnly.lastModifiedDate),
  // The facility may be behind UTC: then their time read as UTC is hours before it left.
  leftBy: now,
});

export const unreadable = (raw: unknown, reason: Reason) => ({ ok: false, unreadable: { remoteId: orderIdIn(raw), reason, raw } }) as const;
