import { reasonsOf } from '../http/reasons.ts';

export const bigCommerceReasons = {
  'bigcommerce.several_addresses': ({ count }: { count: number }) =>
    `The buyer wants it sent to ${count} addresses, and an order here goes to one. Split it in BigCommerce.`,
  'bigcommerce.too_long': () => 'The order has more lines or shipments than are read.',
  'bigcommerce.ended': ({ status }: { status: string }) =>
    `The order is ${status} in BigCommerce, so no parcel of it is told there. Where it is to be known there, enter it by hand with its tracking number, and try again.`,
};

export const because = reasonsOf(bigCommerceReasons);
