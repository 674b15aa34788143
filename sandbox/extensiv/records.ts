import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';

export type Credentials = { key: string; secret: string; login: string; tpl: string; customer: number; name: string };
export type Item = { sku: string; name: string; upc: string | null };
/** A delivery of an item that lies somewhere: a receive item, by the vendor's word. */
export type Delivery = {
  sku: string;
  itemId: number;
  facility: number;
  place: string;
  lot: string | null;
  expires: string | null;
  onHand: number;
};
export type Allocation = { delivery: number; quantity: number };
export type OrderLine = { id: number; sku: string; externalId: string | null; quantity: number; allocations: Allocation[] };
export type Carton = { id: number; trackingNumber: string; contents: { line: number; delivery: number; quantity: number }[] };
export type Order = {
  reference: string;
  facility: number;
  /** Whatever a body says beside what is kept apart. */
  body: Record<string, unknown>;
  lines: OrderLine[];
  status: 0 | 1 | 2;
  version: number;
  picked: boolean;
  held: string | null;
  closedAt: number | null;
  cartons: Carton[];
};
export type ReceiverLine = {
  id: number;
  sku: string;
  externalId: string | null;
  quantity: number;
  expected: number | null;
  lot: string | null;
};
export type Receiver = {
  reference: string;
  facility: number;
  body: Record<string, unknown>;
  lines: ReceiverLine[];
  status: 0 | 1 | 2;
  version: number;
  arrivedAt: number | null;
};

const line = z.object({
  readOnly: z.object({ orderItemId: z.number().optional(), receiveItemId: z.number().optional() }).optional(),
  ...{ itemIdentifier: z.object({ sku: z.string() }), qty: z.number().int().positive() },
  ...{ externalId: z.string().nullish(), lotNumber: z.string().nullish() },
});
export type SentLine = z.infer<typeof line>;
/** What a body must have (rels/orders/orders, rels/inventory/receivers). */
export const sentOrder = z.looseObject({ referenceNum: z.string().min(1), orderItems: z.array(line).min(1), shipTo: z.looseObject({}) });
export const sentReceiver = z.looseObject({ referenceNum: z.string().min(1), receiveItems: z.array(line).min(1) });
export const withFacility = z.object({
  customerIdentifier: z.object({ id: z.number() }),
  facilityIdentifier: z.object({ id: z.number() }),
});

export const facilities = [
  { facilityId: 2, name: 'Reno', deactivated: false, timeZoneName: 'Pacific Standard Time' },
  { facilityId: 3, name: 'Atlanta', deactivated: false, timeZoneName: 'Eastern Standard Time' },
];
export const relation = (name: string) => `http://api.3plCentral.com/rels/${name}`;
const time = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 23));
const facilityIdentifier = (id: number) => ({ name: facilities.find(({ facilityId }) => facilityId === id)?.name ?? null, id });
const customerOf = ({ customer, name }: Credentials) => ({ externalId: null, name, id: customer });

export const renderOrder = (order: Kept<Order>, account: Credentials, detail: string, items: (sku: string) => number) => ({
  ...{ ...order.body, referenceNum: order.reference },
  readOnly: {
    ...{ orderId: order.id, status: order.status, isClosed: order.status === 1, fullyAllocated: order.lines.every(isAllocated) },
    ...{ pickStarted: order.picked, packStarted: order.cartons.length > 0, processDate: time(order.closedAt), onHoldReason: order.held },
    ...{ onHoldDate: order.held === null ? null : time(order.changedAt), creationDate: time(order.createdAt) },
    ...{ lastModifiedDate: time(order.changedAt), customerIdentifier: customerOf(account) },
    facilityIdentifier: facilityIdentifier(order.facility),
    ...(detail.includes('Packages') && { packages: order.cartons.map(({ id, trackingNumber }) => ({ packageId: id, trackingNumber })) }),
  },
  ...(detail.includes('OrderItems') && {
    _embedded: { [relation('orders/item')]: order.lines.map((each) => renderLine(each, items(each.sku))) },
  }),
});

export const isAllocated = ({ quantity, allocations }: OrderLine) => allocations.reduce((sum, each) => sum + each.quantity, 0) === quantity;

const renderLine = (each: OrderLine, itemId: number) => ({
  readOnly: { orderItemId: each.id, fullyAllocated: isAllocated(each) },
  ...{ itemIdentifier: { sku: each.sku, id: itemId }, externalId: each.externalId, qty: each.quantity },
});

export const renderCarton = (carton: Carton, deliveryOf: (id: number) => Kept<Delivery> | undefined) => ({
  ...{ packageId: carton.id, packageTypeId: 2, weight: 1.5, trackingNumber: carton.trackingNumber },
  _embedded: {
    [relation('orders/packagecontent')]: carton.contents.map(({ line: orderItemId, delivery, quantity }, at) => ({
      ...{ packageContentId: carton.id * 100 + at, packageId: carton.id, orderItemId, receiveItemId: delivery, qty: quantity },
      ...{ lotNumber: deliveryOf(delivery)?.lot ?? null, expirationDate: deliveryOf(delivery)?.expires ?? null, serialNumbers: [] },
    })),
  },
});

export const renderReceiver = (receiver: Kept<Receiver>, account: Credentials, detail: string, items: (sku: string) => number) => ({
  ...{ ...receiver.body, referenceNum: receiver.reference, arrivalDate: time(receiver.arrivedAt) },
  readOnly: {
    ...{ receiverId: receiver.id, status: receiver.status, receiverType: receiver.lines.some(({ expected }) => expected !== null) ? 0 : 2 },
    ...{ creationDate: time(receiver.createdAt), lastModifiedDate: time(receiver.changedAt) },
    ...{ customerIdentifier: customerOf(account), facilityIdentifier: facilityIdentifier(receiver.facility) },
  },
  ...(detail.includes('ReceiveItems') && {
    _embedded: {
      [relation('inventory/receiveritem')]: receiver.lines.map((each) => ({
        readOnly: { receiveItemId: each.id, expectedQty: each.expected },
        ...{ itemIdentifier: { sku: each.sku, id: items(each.sku) }, externalId: each.externalId, qty: each.quantity, lotNumber: each.lot },
      })),
    },
  }),
});
