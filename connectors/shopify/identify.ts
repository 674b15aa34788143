import type { ConnectorSession, Identity, Named, Result } from '../contract.ts';
import { identityKey } from '../http/identity.ts';
import { mapResult } from '../http/result.ts';
import type { ShopifyClient } from './client.ts';
import { because } from './reasons.ts';
import { rejected } from './refusals.ts';
import { opened } from './settings.ts';

/** What the calls of this connector need; a scope to write has the one to read in it. */
export const scopes = [
  ...['write_orders', 'read_products', 'write_inventory', 'read_locations'],
  'write_merchant_managed_fulfillment_orders',
];

/** Whose credential it is: the shop, by the number that Shopify knows it by for ever. What it may not do is said at once. */
export async function identify(session: ConnectorSession): Promise<Result<Identity>> {
  const { client, domain, locations } = opened(session);
  const found = await client.shop();
  if (!found.ok) return found;
  const { shop, currentAppInstallation } = found.value;
  if (shop.myshopifyDomain.toLowerCase() !== domain)
    return rejected(because({ code: 'shopify.other_shop', shop: shop.myshopifyDomain }), 'shop');
  const has = new Set(currentAppInstallation.accessScopes.map(({ handle }) => handle));
  const lacking = scopes.filter((scope) => !has.has(scope) && !has.has(scope.replace(/^read_/, 'write_')));
  if (lacking.length > 0) return rejected(because({ code: 'shopify.no_scopes', scopes: lacking.join(', ') }));
  const places = locations.length === 0 ? null : await listLocations(client);
  if (places && !places.ok) return places;
  const location = locations.find((one) => !places?.value.some(({ id }) => id === one));
  if (location !== undefined) return rejected(because({ code: 'shopify.no_location', location: location.slice(0, 100) }), 'location_ids');
  const days = has.has('read_all_orders') ? '' : ', orders of the last 60 days';
  return { ok: true, value: { name: shop.name, detail: `${domain}${days}`, keys: [identityKey('shopify', 'shop', shop.id)] } };
}

/** The shop's own locations, and those of fulfilment services, which say so. */
export async function listLocations(client: ShopifyClient): Promise<Result<Named[]>> {
  const all: Named[] = [];
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<ShopifyClient['listLocations']>> = await client.listLocations(after);
    if (!page.ok) return page;
    for (const { id, name, isFulfillmentService } of page.value.nodes)
      all.push({ id, name: isFulfillmentService ? `${name} (fulfilment service)` : name });
    after = page.value.pageInfo.endCursor ?? null;
    if (!page.value.pageInfo.hasNextPage || after === null || all.length >= 2_000) return mapResult(page, () => all);
  }
}
