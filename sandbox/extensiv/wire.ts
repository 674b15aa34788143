import type { Kept } from '../kit/collection.ts';
import type { Shelf } from '../kit/shelves.ts';
import { isAllocated } from './floor.ts';
import { type Carton, facilities, type Item, type Order, type OrderLine, type Receiver, relation } from './records.ts';
import type { Customer } from './replies.ts';

const time = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 23));
const facilityIdentifier = (id: number) => ({ name: facilities.find(({ facilityId }) => facilityId === id)?.name ?? null, id });
const customerOf = ({ customer, name }: Customer) => ({ externalId: null, name, id: customer });

export const renderOrder = (order: Kept<Order>, customer: Customer, detail: string) => ({
  ...{ ...order.body, referenceNum: order.reference },
  readOnly: {
    ...{ orderId: order.id, status: order.status, isClosed: order.status === 1, fullyAllocated: order.lines.every(isAllocated) },
    ...{ pickStarted: order.picked, packStarted: order.cartons.length > 0, processDate: time(order.closedAt), onHoldReason: order.held },
    ...{ onHoldDate: order.held === null ? null : time(order.changedAt), creationDate: time(order.createdAt) },
    ...{ lastModifiedDate: time(order.changedAt), customerIdentifier: customerOf(customer) },
    facilityIdentifier: facilityIdentifier(order.facility),
    ...(detail.includes('Packages') && { packages: order.cartons.map(({ id, trackingNumber }) => ({ packageId: id, trackingNumber })) }),
  },
  ...(detail.includes('OrderItems') && {
    _embedded: { [relation('orders/item')]: order.lines.map((each) => renderLine(each, customer.idOf(each.sku))) },
  }),
});

const renderLine = (each: OrderLine, itemId: number) => ({
  readOnly: { orderItemId: each.id, fullyAllocated: isAllocated(each) },
  ...{ itemIdentifier: { sku: each.sku, id: itemId }, externalId: each.externalId, qty: each.quantity },
});

export const renderCarton = (carton: Carton) => ({
  ...{ packageId: carton.id, packageTypeId: 2, weight: 1.5, trackingNumber: carton.trackingNumber },
  _embedded: {
    [relation('orders/packagecontent')]: carton.contents.map(({ line: orderItemId, shelf, quantity, lot, expires }, at) => ({
      ...{ packageContentId: carton.id * 100 + at, packageId: carton.id, orderItemId, receiveItemId: shelf, qty: quantity },
      ...{ lotNumber: lot, expirationDate: expires, serialNumbers: [] },
    })),
  },
});

export const renderReceiver = (receiver: Kept<Receiver>, customer: Customer, detail: string) => ({
  ...{ ...receiver.body, referenceNum: receiver.reference, arrivalDate: time(receiver.arrivedAt) },
  readOnly: {
    ...{ receiverId: receiver.id, status: receiver.status, receiverType: receiver.lines.some(({ expected }) => expected !== null) ? 0 : 2 },
    ...{ creationDate: time(receiver.createdAt), lastModifiedDate: time(receiver.changedAt) },
    ...{ customerIdentifier: customerOf(customer), facilityIdentifier: facilityIdentifier(receiver.facility) },
  },
  ...(detail.includes('ReceiveItems') && {
    _embedded: {
      [relation('inventory/receiveritem')]: receiver.lines.map(({ id, sku, externalId, quantity, expected, lot }) => ({
        readOnly: { receiveItemId: id, expectedQty: expected },
        ...{ itemIdentifier: { sku, id: customer.idOf(sku) }, externalId, qty: quantity, lotNumber: lot },
      })),
    },
  }),
});

export const renderItem = (item: Kept<Item>, { customer, name }: Customer) => ({
  readOnly: { itemId: item.id, customerIdentifier: { name, id: customer }, lastModifiedDate: time(item.changedAt), deactivated: false },
  ...{ itemId: item.id, sku: item.sku, upc: item.upc, description: item.name, description2: null },
});

/** A delivery that lies somewhere is a receive item, by the vendor's word. */
export const renderDelivery = ({ id, sku, building, place, lot, expires, onHand }: Kept<Shelf>, { idOf, committed }: Customer) => ({
  ...{ receiveItemId: id, itemIdentifier: { sku, id: idOf(sku) }, qualifier: '', received: onHand },
  ...{ onHand, available: onHand - (committed().get(id) ?? 0), isOnHold: false, quarantined: false, lotNumber: lot },
  ...{ expirationDate: expires, serialNumber: null },
  locationIdentifier: { nameKey: { facilityIdentifier: { id: building }, name: place }, id: 1 },
});
