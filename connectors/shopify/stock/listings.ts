import type { Cursor, Listing, Listings, Page, Result } from '../../contract.ts';
import { firstIssue, idIn, type Translated, translateAll, webAddress } from '../../http/records.ts';
import { mapResult } from '../../http/result.ts';
import { beginBulk, bulkPlaceIn, readBulk } from '../bulk/operation.ts';
import { skuOf } from '../reading/units.ts';
import type { Opened } from '../settings.ts';
import * as wire from '../wire.ts';
import { variantsInBulk } from './bulk.ts';
import { uploadOf } from './upload.ts';
import { listAt, nextOf, queryOf } from './walk.ts';

/** Variants: they are what is sold and counted. */
export function listingsOf(opened: Opened): Listings {
  const inBulk = variantsInBulk(opened, translateVariant);
  return {
    upload: uploadOf(opened),
    stream: {
      mode: 'cursor',
      async read(cursor, since) {
        const place = bulkPlaceIn(cursor);
        if (place === undefined && cursor !== null) return readPage(opened, cursor, since);
        const read = await (place ? readBulk(opened, inBulk, place) : beginBulk(opened, inBulk, since));
        if (!read.ok) return read;
        return read.value ? { ok: true, value: read.value } : readPage(opened, null, place?.since ?? since);
      },
    },
  };
}

async function readPage({ client }: Opened, cursor: Cursor | null, since: Date): Promise<Result<Page<Listing>>> {
  const walk = listAt(cursor, since);
  return mapResult(await client.listVariants({ after: walk.after, query: queryOf(walk) }), ({ nodes, pageInfo }) => ({
    ...translateAll(nodes, translateVariant),
    ...nextOf(walk, nodes, pageInfo),
  }));
}

/** Never throws. */
export function translateVariant(raw: unknown): Translated<Listing> {
  const parsed = wire.variant.safeParse(raw);
  if (!parsed.success) {
    const remoteId = idIn(raw, ['id'])?.split('/').at(-1) ?? null;
    return { ok: false, unreadable: { remoteId, reason: firstIssue(parsed.error), raw } };
  }
  const { id, sku, barcode, displayName, product, media, inventoryItem, inventoryQuantity } = parsed.data;
  const picture = media.nodes[0]?.preview?.image?.url || product.featuredMedia?.preview?.image?.url || null;
  return {
    ok: true,
    record: {
      ...{ remoteId: id, sku: skuOf(sku, inventoryItem.id), name: displayName || sku || id, upc: barcode || null },
      ...{ imageUrl: webAddress(picture), url: webAddress(product.onlineStoreUrl || null), stockId: inventoryItem.id },
      ...(inventoryItem.tracked && typeof inventoryQuantity === 'number' && { quantity: inventoryQuantity }),
      raw,
    },
  };
}
