import type { Listing, Listings, Page, Result } from '../contract.ts';
import { firstIssue, idIn, type Translated, webAddress } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { wholeList } from '../http/whole-list.ts';
import type { WooClient } from './client.ts';
import { because } from './reasons.ts';
import { ownSku, skuOf } from './skus.ts';
import { pageQuery, readOn, walkAt } from './walk.ts';
import { product as productShape, type WireProduct } from './wire.ts';

/** Each product with variations takes a request of its own, so pages are short. */
const pageSize = 20;
/** Of a product: fewer than 5,000 variations are read. */
const variationPages = { size: 100, mostPages: 50 };

/** Products, and in place of one that has variations those: they are what is sold and counted. */
export function listingsOf(client: WooClient, now: () => Date): Listings {
  return {
    stream: {
      mode: 'cursor',
      async read(cursor, since) {
        const walk = walkAt(cursor, since);
        const listed = await client.listProducts(pageQuery(walk, pageSize));
        if (!listed.ok) return listed;
        const { raws, ...onward } = readOn(walk, listed.value.body, listed.value.headers, pageSize, now());
        return mapResult(await soldOf(client, raws), (page) => ({ ...page, gone: [], ...onward }));
      },
    },
  };
}

type Sold = Pick<Page<Listing>, 'records' | 'unreadable'>;

async function soldOf(client: WooClient, raws: Record<string, unknown>[]): Promise<Result<Sold>> {
  const page: Sold = { records: [], unreadable: [] };
  const add = (translated: Translated<Listing>) =>
    translated.ok ? page.records.push(translated.record) : page.unreadable.push(translated.unreadable);
  for (const raw of raws) {
    const product = productShape.safeParse(raw).data;
    if (product?.type !== 'variable') {
      add(translateProduct(raw));
      continue;
    }
    const variations = await variationsOf(client, product.id);
    if (!variations.ok) return variations;
    if (variations.value === null) add(refused(product, raw));
    else for (const variation of variations.value) add(translateProduct(variation, product));
  }
  return { ok: true, value: page };
}

const refused = ({ id }: WireProduct, raw: unknown) =>
  ({ ok: false, unreadable: { remoteId: id, reason: because({ code: 'woocommerce.many_variations' }), raw } }) as const;

/** All variations of a product, or null where it has more than are read; none of one that has gone in the meantime. */
async function variationsOf(client: WooClient, parent: string): Promise<Result<Record<string, unknown>[] | null>> {
  const { size: per_page } = variationPages;
  const read = (page: number) => client.listVariations(parent, { per_page, page, orderby: 'id', order: 'asc' });
  const listed = await wholeList(read, variationPages);
  return !listed.ok && listed.failure.kind === 'not_found' ? { ok: true, value: [] } : listed;
}

/** Never throws. A variation is named by its product and by what it differs in. */
export function translateProduct(raw: unknown, parent?: WireProduct): Translated<Listing> {
  const parsed = productShape.safeParse(raw);
  if (!parsed.success) return { ok: false, unreadable: { remoteId: idIn(raw, ['id']), reason: firstIssue(parsed.error), raw } };
  const { id, sku, name, permalink, global_unique_id, stock_quantity, attributes, images, image } = parsed.data;
  const options = (attributes ?? []).map(({ option }) => option).filter(Boolean);
  const title = parent ? [parent.name, ...options].join(' – ') : name;
  const picture = image?.src || images?.[0]?.src || parent?.images?.[0]?.src || null;
  return {
    ok: true,
    record: {
      ...{
        remoteId: id,
        sku: skuOf(parent ? ownSku({ sku }, parent.sku) : sku, id),
        name: title || sku || id,
        upc: global_unique_id || null,
      },
      ...{ imageUrl: webAddress(picture), url: webAddress(permalink || null) },
      ...(typeof stock_quantity === 'number' && { quantity: stock_quantity }),
      raw,
    },
  };
}
