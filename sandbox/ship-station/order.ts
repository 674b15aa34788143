import type { Pacific } from './pacific.ts';

export const orderStatuses = [
  'awaiting_payment',
  'awaiting_shipment',
  'pending_fulfillment',
  'shipped',
  'on_hold',
  'cancelled',
  'rejected_fulfillment',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export type SellerAddress = {
  name: string | null;
  company: string | null;
  street1: string | null;
  street2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string;
  phone: string | null;
};

export type SellerItem = {
  orderItemId: number;
  sku: string;
  name: string;
  quantity: number;
  /** Exact decimal as text; the wire carries a number. */
  unitPrice: string;
  adjustment: boolean;
  upc: string | null;
  weightOunces: number | null;
  /** What the buyer chose. */
  options: { name: string; value: string }[];
};

/** A confirmation: an accepted call of `markasshipped`. */
export type Mark = {
  fulfillmentId: number;
  carrierCode: string;
  trackingNumber: string | null;
  shipDate: string | null;
  at: Pacific;
  notified: boolean;
};

/** An order as the stand-in stores it; `renderOrder` adds the rest. All times are Pacific wall clock. */
export type SellerOrder = {
  orderId: number;
  orderNumber: string;
  orderKey: string;
  orderStatus: OrderStatus;
  orderDate: Pacific;
  createDate: Pacific;
  modifyDate: Pacific;
  customerId: number | null;
  customerEmail: string | null;
  shipTo: SellerAddress;
  items: SellerItem[];
  shippingAmount: string;
  taxAmount: string;
  customerNotes: string | null;
  internalNotes: string | null;
  giftMessage: string | null;
  /** When the goods must have left. */
  shipByDate: Pacific | null;
  tagIds: number[];
  serviceCode: string | null;
  storeId: number;
  poNumber: string | null;
  holdUntilDate: string | null;
  /** Whose goods it has a part of, since that order was split. */
  parentId: number | null;
  /** The orders that were merged into it: they are not listed, and whoever reads them gets 404. */
  merged: SellerOrder[];
  /** It was split, merged, or split off. */
  mergedOrSplit: boolean;
  /** The marketplace or somebody else sends its goods. */
  externallyFulfilled: boolean;
  marks: Mark[];
};

/** The required fields of a new order; all others have defaults. `orderDate` is Pacific. */
export type NewOrder = Partial<Omit<SellerOrder, 'orderId' | 'items' | 'merged' | 'marks' | 'createDate' | 'modifyDate'>> & {
  orderNumber: string;
  items: (Partial<SellerItem> & { sku: string; quantity: number })[];
};

export const plainAddress: SellerAddress = {
  name: 'Alex Doe',
  company: null,
  street1: '1 Main Street',
  street2: null,
  city: 'Austin',
  state: 'TX',
  postalCode: '78701',
  country: 'US',
  phone: null,
};

/** Completes an order: ids from the account, defaults for missing fields. */
export function completeOrder(order: NewOrder, orderId: number, now: Pacific): SellerOrder {
  return {
    orderKey: order.orderNumber,
    orderStatus: 'awaiting_shipment',
    orderDate: now,
    customerId: null,
    customerEmail: null,
    shippingAmount: '0.00',
    taxAmount: '0.00',
    customerNotes: null,
    internalNotes: null,
    giftMessage: null,
    shipByDate: null,
    tagIds: [],
    serviceCode: 'ups_ground',
    storeId: 310_001,
    poNumber: null,
    holdUntilDate: null,
    parentId: null,
    mergedOrSplit: false,
    externallyFulfilled: false,
    ...order,
    shipTo: { ...plainAddress, ...order.shipTo },
    orderId,
    createDate: now,
    modifyDate: now,
    merged: [],
    marks: [],
    items: order.items.map((item, index) => ({
      name: item.sku,
      unitPrice: '10.00',
      adjustment: false,
      upc: null,
      weightOunces: 8,
      options: [],
      ...item,
      orderItemId: orderId * 2000 + index + 1,
    })),
  };
}
