import type { InventoryLevel, Result } from '../../contract.ts';
import type { ShopifyClient } from '../client.ts';
import type { Stocked } from '../wire.ts';

/** Finds the inventory items of levels, with what each has at the location: by the id that its listing has, or else by SKU. */
export async function findItems(
  client: ShopifyClient,
  levels: InventoryLevel[],
  location: string,
): Promise<Result<(level: InventoryLevel) => Stocked[]>> {
  const found: Stocked[] = [];
  const skus = levels.flatMap((level) => (idOf(level) === null ? [level.sku] : []));
  if (skus.length > 0) {
    const bySku = await client.stockBySku(skus.map((sku) => `sku:${quoted(sku)}`).join(' OR '), location);
    if (!bySku.ok) return bySku;
    found.push(...bySku.value.nodes);
  }
  const ids = [...new Set(levels.flatMap((level) => idOf(level) ?? []))];
  if (ids.length > 0) {
    const byId = await client.stockById(ids, location);
    if (!byId.ok) return byId;
    found.push(...byId.value.filter((item) => item !== null));
  }
  // The search also finds SKUs that are only like it.
  const fits = (level: InventoryLevel) => (item: Stocked) => (idOf(level) === null ? item.sku === level.sku : item.id === idOf(level));
  return { ok: true, value: (level) => found.filter(fits(level)) };
}

/** What has no SKU there is named by its id: see `skuOf`. */
const idOf = ({ sku, stockId }: InventoryLevel) => /^\d{1,20}$/.exec(stockId ?? '')?.[0] ?? /^id-(\d{1,20})$/.exec(sku)?.[1] ?? null;

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
