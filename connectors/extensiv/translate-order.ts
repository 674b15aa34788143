import type { Result, ShipTo, WarehouseOrder, WarehouseOrderState } from '../contract.ts';
import { firstIssue, idIn, orderUnreadable, type Translated } from '../http/records.ts';
import { because } from './reasons.ts';
import * as wire from './wire.ts';
import { embeddedIn } from './wire-values.ts';

/** An order and its lines, as they came. */
export type ReadOrder = { order: wire.Order; items: wire.OrderItem[] };

/** Any input, and never throws: what cannot be read says why. `customer`: whose orders are read. */
export function readOrder(raw: unknown, customer: string): Translated<ReadOrder> {
  const order = wire.order.safeParse(raw);
  if (!order.success) return unreadable(raw, firstIssue(order.error));
  if (order.data.readOnly.customerIdentifier.id !== customer)
    return unreadable(raw, because({ code: 'extensiv.other_customer', customer }));
  const items = wire.orderItem.array().safeParse(embeddedIn(raw, 'orders/item'));
  if (!items.success) return unreadable(raw, firstIssue(items.error, 'orderItems'));
  return { ok: true, record: { order: order.data, items: items.data } };
}

export const orderIdIn = (raw: unknown): string | null =>
  typeof raw === 'object' && raw !== null && 'readOnly' in raw ? idIn(raw.readOnly, ['orderId']) : null;

const unreadable = (raw: unknown, reason: ReturnType<typeof firstIssue>) =>
  ({ ok: false, unreadable: { remoteId: orderIdIn(raw), reason, raw } }) as const;

export function orderState({ order, items }: ReadOrder): WarehouseOrderState {
  const { readOnly } = order;
  const status = statusOf(order);
  return {
    ...{ providerRef: readOnly.orderId, reference: order.referenceNum, status, held: readOnly.onHoldDate !== null },
    changedAt: readOnly.lastModifiedDate,
    orderNumbers: numbersIn(order.poNum),
    shipTo: order.shipTo ? shipToOf(order.shipTo) : null,
    lines: items.map((item) => ({
      ...{ lineReference: lineOf(item), sku: item.itemIdentifier.sku, quantity: item.qty },
      shipped: status === 'shipped' ? item.qty : 0,
    })),
  };
}

/** An order leaves whole: it is confirmed when all of it has left, and split there where only a part may. */
export function statusOf({ readOnly }: wire.Order): WarehouseOrderState['status'] {
  if (readOnly.status === 2) return 'cancelled';
  if (readOnly.status === 1 || readOnly.isClosed) return 'shipped';
  if (readOnly.packStarted || readOnly.packDoneDate) return 'packed';
  return readOnly.pickStarted || readOnly.pickDoneDate ? 'picking' : 'open';
}

export const lineOf = (item: wire.OrderItem): string => item.externalId ?? item.readOnly.orderItemId;

/** Numbers of orders that travel together are in one field there. */
export const between = ', ';
export const numbersIn = (text: string | null) => (text ?? '').split(between).filter((number) => number !== '');
export const numbersOf = (orderNumbers: string[]): string => orderNumbers.join(between);

/** A company is required there: without one it is the recipient's name. */
function shipToOf({ companyName, name, address1, address2, city, state, zip, country, phoneNumber, emailAddress }: wire.Contact): ShipTo {
  const person = name ?? companyName ?? '';
  return {
    ...{ name: person, company: companyName === person ? null : companyName, line1: address1 ?? '', line2: address2, city: city ?? '' },
    ...{ state, postalCode: zip ?? '', country: country ?? '', phone: phoneNumber, email: emailAddress },
  };
}

/** A new order as it is sent, but for its customer and facility (rels/orders/orders). */
export function orderBody(order: WarehouseOrder) {
  return {
    ...{ referenceNum: order.reference, ...changeable(order) },
    orderItems: order.lines.map(newItem),
  };
}

/** What a replacement may say anew. */
export function changeable({ orderNumbers, methodCode, note, fields, shipTo }: WarehouseOrder) {
  const { carrier, service } = methodIn(methodCode);
  const { shipping_notes = null, carrier_account = null, billing_code = null, invoice_number = null } = fields;
  return {
    ...{ poNum: numbersOf(orderNumbers), notes: note, shippingNotes: shipping_notes, billingCode: billing_code },
    invoiceNumber: invoice_number,
    routingInfo: { carrier, mode: service, account: carrier_account },
    shipTo: {
      ...{ companyName: shipTo.company ?? shipTo.name, name: shipTo.name, address1: shipTo.line1, address2: shipTo.line2 },
      ...{ city: shipTo.city, state: shipTo.state, zip: shipTo.postalCode, country: shipTo.country },
      ...{ phoneNumber: shipTo.phone, emailAddress: shipTo.email },
    },
  };
}

export const newItem = ({ lineReference, sku, quantity }: WarehouseOrder['lines'][number]) => ({
  ...{ itemIdentifier: { sku }, externalId: lineReference, qty: quantity },
});

/** A carrier with one of its services: both are names of the 3PL's own. */
export const methodCode = (carrier: string, service: string | null): string =>
  `${encodeURIComponent(carrier)}/${encodeURIComponent(service ?? '')}`;

export function methodIn(code: string): { carrier: string; service: string | null } {
  const [carrier = '', service = ''] = code.split('/').map(decoded);
  return { carrier, service: service || null };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The one record of a reply; a failure where it cannot be read. */
export function oneOrder(raw: unknown, customer: string): Result<ReadOrder> {
  const read = readOrder(raw, customer);
  return read.ok ? { ok: true, value: read.record } : orderUnreadable(read.unreadable.reason);
}
