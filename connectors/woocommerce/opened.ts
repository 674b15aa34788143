import { expect } from 'vitest';
import { openedAt } from '../contract-suite/opened.ts';
import { wooCommerce } from './connector.ts';
import { type Shop, shopOf, startShop } from './edge.ts';

/** A session of a shop that a test has made, and what the shop was asked. */
export async function openShop(changes: Partial<Shop> = {}) {
  const shop = shopOf(changes);
  const edge = await startShop(shop);
  const settings = {
    address: edge.origin,
    consumer_key: 'ck_0123456789abcdef0123456789abcdef01234567',
    consumer_secret: 'cs_fedcba9876543210fedcba9876543210fedcba98',
  };
  const session = openedAt(edge.origin, wooCommerce, settings);
  const { orders, confirmations, inventory, listings, hints } = wooCommerce;
  if (!orders || !confirmations || !inventory || !listings || !hints) return expect.unreachable('it is a channel');
  return {
    ...{ shop, edge, identify: () => wooCommerce.identify(session), orders: orders(session), confirmations: confirmations(session) },
    ...{ inventory: inventory(session), listings: listings(session), hints: hints(session) },
  };
}
