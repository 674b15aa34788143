import type { InventoryLevel, Result } from '../../contract.ts';
import { mapResult } from '../../http/result.ts';
import type { ShopifyClient } from '../client.ts';
import type { Stocked } from '../wire.ts';

/**
 * Finds the inventory items of levels, with what each has at the location: all that have the SKU, since several products may, and that of
 * the listing, which may have another SKU by now.
 */
export async function findItems(
  client: ShopifyClient,
  levels: InventoryLevel[],
  location: string,
): Promise<Result<(level: InventoryLevel) => Stocked[]>> {
  const skus = levels.flatMap(({ sku }) => (inPlaceOfSku.test(sku) ? [] : sku));
  const found = skus.length > 0 ? await search(client, skus, location) : { ok: true as const, value: [] };
  if (!found.ok) return found;
  const items = new Map(found.value.map((item) => [item.id, item]));
  const ids = [...new Set(levels.flatMap((level) => idOf(level) ?? []))].filter((id) => !items.has(id));
  if (ids.length > 0) {
    const byId = await client.stockById(ids, location);
    if (!byId.ok) return byId;
    for (const item of byId.value) if (item !== null) items.set(item.id, item);
  }
  // The search also finds SKUs that are only like it.
  return { ok: true, value: (level) => [...items.values()].filter(({ id, sku }) => sku === level.sku || id === idOf(level)) };
}

/** Of a hundred each. */
const mostPages = 5;

/** Finds all that a search for these SKUs does; where that is too much at once, in halves. One SKU alone is read as far as it is found. */
async function search(client: ShopifyClient, skus: string[], location: string): Promise<Result<Stocked[]>> {
  const query = skus.map((sku) => `sku:${quoted(sku)}`).join(' OR ');
  const found: Stocked[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const listed: Awaited<ReturnType<ShopifyClient['stockBySku']>> = await client.stockBySku({ after, query, location });
    if (!listed.ok) return listed;
    const { nodes, pageInfo } = listed.value;
    found.push(...nodes);
    after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
    if (after === null) return { ok: true, value: found };
  }
  if (skus.length < 2) return { ok: true, value: found };
  const middle = Math.ceil(skus.length / 2);
  const first = await search(client, skus.slice(0, middle), location);
  if (!first.ok) return first;
  return mapResult(await search(client, skus.slice(middle), location), (second) => [...first.value, ...second]);
}

/** What has no SKU there is named by its id: see `skuOf`. */
const inPlaceOfSku = /^id-(\d{1,20})$/;
const idOf = ({ sku, stockId }: InventoryLevel) => /^\d{1,20}$/.exec(stockId ?? '')?.[0] ?? inPlaceOfSku.exec(sku)?.[1] ?? null;

export const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
