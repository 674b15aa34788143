import { reasonsOf } from '../http/reasons.ts';

export const wooCommerceReasons = {
  'woocommerce.not_the_api': () => 'The reply is no page of the REST API.',
  /** A part of the API that the shop does not have, or has switched off, in its own words. */
  'woocommerce.no_route': ({ message }: { message: string }) => `rest_no_route: ${message}`,
  'woocommerce.many_refunds': () => 'The order has more refunds than are read.',
  'woocommerce.many_variations': () => 'The product has more variations than are read.',
  'woocommerce.no_product': ({ sku }: { sku: string }) => `The shop has no product ${sku}.`,
  'woocommerce.ended': ({ status }: { status: string }) => `The order is ${status} in the shop, so it is not completed there.`,
  'woocommerce.not_told': ({ status }: { status: string }) =>
    `The order is ${status} in the shop, so no parcel of it is told there. Where it is to be known there, enter it by hand with its tracking number, and try again.`,
};

export const because = reasonsOf(wooCommerceReasons);
