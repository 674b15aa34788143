import type { Inventory, InventoryLevel, LevelOutcome, Result } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import type { BigCommerceClient } from './client.ts';
import { locationsOf } from './whole.ts';
import type { WireProduct } from './wire.ts';

/** So many items are set at once. */
const most = 100;

/** Stock by location. A change replaces the quantity, and is refused whole for one item that is wrong. */
export function inventoryOf(client: BigCommerceClient): Inventory {
  return {
    // It subtracts an order when it is placed, and what we set replaces that: so what is promised has to be off already.
    quantity: 'available',
    most,
    listLocations: async () =>
      mapResult(await locationsOf(client), (locations) =>
        locations.filter(({ enabled }) => enabled).map(({ id, label }) => ({ id, name: label || id })),
      ),
    set: (levels) => set(client, levels),
  };
}

/** Several variants may be of one level: it is done once each of them is. */
async function set(client: BigCommerceClient, levels: InventoryLevel[]): Promise<Result<LevelOutcome[]>> {
  const items = levels.flatMap(itemsOf);
  const done = await setItems(client, items);
  if (!done.ok) return done;
  const outcomes = levels.flatMap(({ key }): LevelOutcome[] => {
    const ofLevel = done.value.filter((outcome) => outcome.key === key);
    const refused = ofLevel.find(({ failure }) => failure);
    if (refused) return [refused];
    return ofLevel.length === items.filter((item) => item.key === key).length ? [{ key }] : [];
  });
  return { ok: true, value: outcomes };
}

/** What was refused whole is set in halves, until each refusal is that of one item. */
async function setItems(client: BigCommerceClient, items: Item[]): Promise<Result<LevelOutcome[]>> {
  if (items.length <= most) {
    const result = await client.setStock({ reason: 'Crossdock', items: items.map(({ body }) => body) });
    if (result.ok) return { ok: true, value: items.map(({ key }) => ({ key })) };
    if (result.failure.kind !== 'rejected' || items.length === 1) return result;
  }
  const half = Math.ceil(items.length / 2);
  const outcomes: LevelOutcome[] = [];
  for (const part of [items.slice(0, half), items.slice(half)]) {
    const done = await setItems(client, part);
    if (done.ok) outcomes.push(...done.value);
    else if (done.failure.kind === 'rejected') outcomes.push(...part.map(({ key }) => ({ key, failure: done.failure })));
    else return outcomes.length > 0 ? { ok: true, value: outcomes } : done;
  }
  return { ok: true, value: outcomes };
}

type Item = { key: string; body: object };

/** By the ids that their listings said. Levels of one location stand together, as the vendor asks. */
const itemsOf = ({ key, stockId, otherStockIds = [], sku, locationId, quantity }: InventoryLevel): Item[] =>
  [stockId ? identityOf(stockId) : { sku }, ...otherStockIds.map(identityOf)].map((which) => ({
    key,
    body: { location_id: Number(locationId), ...which, quantity },
  }));

const ofProduct = 'product-';

/**
 * What the stock of a variant is kept under. A product that is counted as a whole has none by variant, and a quantity of its only one is
 * refused (`inventory.v3`): the product has it. Where several share it, nobody can say how many are of which.
 */
export const stockIdOf = ({ id, inventory_tracking, variants }: WireProduct, variant: string): string =>
  inventory_tracking === 'product' && variants.length === 1 ? `${ofProduct}${id}` : variant;

const identityOf = (stockId: string) =>
  stockId.startsWith(ofProduct) ? { product_id: Number(stockId.slice(ofProduct.length)) } : { variant_id: Number(stockId) };
