import { expect } from 'vitest';
import { openedAt } from '../contract-suite/opened.ts';
import { shopify } from './connector.ts';
import { type Shop, shopOf, startShop } from './edge.ts';

export const secret = 'shpss_0123456789abcdef0123456789abcdef';
export const settingsOf = (origin: string) => ({
  ...{
    shop: 'leeds-mugs',
    client_id: '0123456789abcdef0123456789abcdef',
    client_secret: secret,
    location_ids: '["1"]',
    api_address: origin,
  },
});

/** A session of a shop that a test has made, and what the shop was asked. */
export async function openShop(changes: Partial<Shop> = {}, values: Record<string, string> = {}) {
  const shop = shopOf(changes);
  const edge = await startShop(shop);
  const session = openedAt(edge.origin, shopify, { ...settingsOf(edge.origin), ...values });
  const { orders, confirmations, inventory, listings, hints } = shopify;
  if (!orders || !confirmations || !inventory || !listings || !hints) return expect.unreachable('it is a channel');
  return {
    ...{ shop, edge, identify: () => shopify.identify(session), orders: orders(session), confirmations: confirmations(session) },
    ...{ inventory: inventory(session), listings: listings(session), hints: hints(session) },
  };
}
