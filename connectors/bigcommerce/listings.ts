import type { Listing, Listings } from '../contract.ts';
import { onward, walkAt, wholeSecond } from '../http/modified.ts';
import { firstIssue, idIn, type Translated, translateAll, webAddress } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import type { BigCommerceClient } from './client.ts';
import { stockIdOf } from './inventory.ts';
import { modified } from './orders.ts';
import { skuOf } from './translate.ts';
import { product as productShape } from './wire.ts';

/** A product may have 600 variants, and a reply has a bound. */
const pageSize = 10;

/** The variants of every product: they are what is sold and counted. One without options has a single variant, its own. */
export function listingsOf(client: BigCommerceClient, storeUrl: string, now: () => Date): Listings {
  return {
    stream: {
      mode: 'cursor',
      async read(cursor, since) {
        const walk = walkAt(cursor, since);
        const query = {
          'date_modified:min': wholeSecond(walk.since),
          sort: 'date_modified',
          direction: 'asc',
          page: walk.page,
          limit: pageSize,
        };
        return mapResult(await client.listProducts(query), (raws) => {
          const { records, ...rest } = translateAll(raws, (raw) => translateProduct(raw, storeUrl));
          return { ...rest, records: records.flat(), ...onward(walk, raws.map(modified), pageSize, now()) };
        });
      },
    },
  };
}

/** Never throws. A variant is named by its product and by what it differs in. */
export function translateProduct(raw: unknown, storeUrl: string): Translated<Listing[]> {
  const parsed = productShape.safeParse(raw);
  if (!parsed.success) return { ok: false, unreadable: { remoteId: idIn(raw, ['id']), reason: firstIssue(parsed.error), raw } };
  const { id, name, variants, custom_url } = parsed.data;
  const record = variants.map((variant) => {
    const differs = (variant.option_values ?? []).map(({ label }) => label).join(', ');
    return {
      ...{ remoteId: variant.id, productId: id, stockId: stockIdOf(parsed.data, variant.id), sku: skuOf(variant.sku, variant.id) },
      ...{ name: differs ? `${name} – ${differs}` : name, upc: variant.upc || null, imageUrl: webAddress(variant.image_url || null) },
      url: webAddress(custom_url?.url ? `${storeUrl}${custom_url.url}` : null),
      ...(typeof variant.inventory_level === 'number' && { quantity: variant.inventory_level }),
      raw,
    };
  });
  return { ok: true, record };
}
