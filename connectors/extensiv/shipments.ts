import type { Page, Result, Warehouse, WarehouseShipment } from '../contract.ts';
import { firstIssue, type Translated } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { dayOf } from './moments.ts';
import type { Opened } from './opened.ts';
import { listOfOrders } from './orders.ts';
import { equals } from './rql.ts';
import { lineOf, orderIdIn, type ReadOrder, readOrder } from './translate-order.ts';
import { walkOf } from './walk.ts';
import * as wire from './wire.ts';
import { embeddedIn } from './wire-values.ts';

/** Cartons come with their order; where they come without what is in them, they are read by themselves. */
const parcelDetail = { detail: 'OrderItems,Packages,Contacts' };
const pageSize = 50;

/** What has left: the cartons of orders that are confirmed. A carton with a label alone is still there. */
export function shipmentsOf(opened: Opened): Pick<Warehouse, 'shipments'> {
  const listed = listOfOrders(opened, parcelDetail, pageSize, equals('readonly.isclosed', 'true'));
  return { shipments: walkOf(listed, (raws) => parcelsOf(opened, raws)) };
}

type Read = Pick<Page<WarehouseShipment>, 'records' | 'unreadable' | 'gone'>;

async function parcelsOf(opened: Opened, raws: unknown[]): Promise<Result<Read>> {
  const page: Read = { records: [], unreadable: [], gone: [] };
  for (const raw of raws) {
    const cartons = await cartonsOf(opened, raw);
    if (!cartons.ok) return cartons;
    const parcels = translateParcels(raw, cartons.value, opened.customer);
    if (parcels.ok) page.records.push(...parcels.record);
    else page.unreadable.push(parcels.unreadable);
  }
  return { ok: true, value: page };
}

async function cartonsOf({ client }: Opened, raw: unknown): Promise<Result<unknown[]>> {
  const inOrder = embeddedIn(raw, 'orders/package') ?? packagesIn(raw);
  const areWhole = inOrder.every((carton) => contentsIn(carton) !== null);
  const orderId = orderIdIn(raw);
  if (areWhole || orderId === null) return { ok: true, value: inOrder };
  const read = await client.get('list_packages', `orders/${encodeURIComponent(orderId)}/packages`, wire.packages);
  return mapResult(read, (body) => embeddedIn(body, 'orders/package') ?? []);
}

function packagesIn(raw: unknown): unknown[] {
  const readOnly = wire.record.safeParse(raw).data?.readOnly;
  return Array.isArray(readOnly?.packages) ? readOnly.packages : [];
}

function contentsIn(carton: unknown): unknown[] | null {
  const own = typeof carton === 'object' && carton !== null && 'packageContents' in carton ? carton.packageContents : null;
  return Array.isArray(own) ? own : embeddedIn(carton, 'orders/packagecontent');
}

/** A confirmed order as parcels: a carton each, and the whole order where it was not packed into cartons, as freight. */
export function translateParcels(raw: unknown, cartons: unknown[], customer: string): Translated<WarehouseShipment[]> {
  const read = readOrder(raw, customer);
  if (!read.ok) return read;
  const parcels: WarehouseShipment[] = [];
  for (const carton of cartons) {
    const parcel = wire.parcel.safeParse(carton);
    const contents = wire.content.array().safeParse(contentsIn(carton) ?? []);
    const wrong = parcel.error ?? contents.error;
    if (wrong) return { ok: false, unreadable: { remoteId: orderIdIn(raw), reason: firstIssue(wrong, 'packages'), raw } };
    if (parcel.success && contents.success && contents.data.length > 0)
      parcels.push(parcelOf(read.record, parcel.data, contents.data, carton));
  }
  return { ok: true, record: parcels.length > 0 ? parcels : [wholeOrder(read.record, raw)] };
}

type Carton = { packageId: string; trackingNumber: string | null };
type Content = wire.Content;

function parcelOf(read: ReadOrder, { packageId, trackingNumber }: Carton, contents: Content[], raw: unknown): WarehouseShipment {
  const item = (of: Content) => read.items.find(({ readOnly }) => readOnly.orderItemId === of.orderItemId);
  return {
    ...shipmentOf(read),
    ...{ remoteId: `package-${packageId}`, trackingNumber: trackingNumber ?? ofOrder(read), raw },
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

const wholeOrder = (read: ReadOrder, raw: unknown): WarehouseShipment => ({
  ...shipmentOf(read),
  ...{ remoteId: `order-${read.order.readOnly.orderId}`, trackingNumber: ofOrder(read), raw },
  lines: read.items.map((item) => ({ lineReference: lineOf(item), sku: item.itemIdentifier.sku, lot: null, quantity: item.qty })),
});

/** Of freight the bill of lading is what it is found by. */
const ofOrder = ({ order: { routingInfo } }: ReadOrder) =>
  routingInfo?.trackingNumber ?? routingInfo?.billOfLading ?? routingInfo?.loadNumber ?? '';

/** Weights are in the unit of the facility, which the API does not say: they are left out. */
const shipmentOf = ({ order }: ReadOrder) => ({
  ...{ providerRef: order.readOnly.orderId, reference: order.referenceNum },
  ...{ carrier: order.routingInfo?.carrier ?? '', method: order.routingInfo?.mode ?? '', trackingUrl: null, weightGrams: null },
  shippedAt: order.readOnly.processDate ?? order.readOnly.lastModifiedDate,
});
