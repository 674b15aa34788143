import type { Inventory, InventoryLevel, LevelOutcome, Result } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import type { BigCommerceClient } from './client.ts';

/** Stock by location. A change replaces the quantity, and is refused whole for one item that is wrong. */
export function inventoryOf(client: BigCommerceClient): Inventory {
  return {
    // It subtracts an order when it is placed, and what we set replaces that: so what is promised has to be off already.
    quantity: 'available',
    most: 100,
    listLocations: async () =>
      mapResult(await client.listLocations(), (locations) =>
        locations.filter(({ enabled }) => enabled).map(({ id, label }) => ({ id, name: label || id })),
      ),
    set: (levels) => set(client, levels),
  };
}

/** What was refused whole is set in halves, until each refusal is that of one item. */
async function set(client: BigCommerceClient, levels: InventoryLevel[]): Promise<Result<LevelOutcome[]>> {
  const result = await client.setStock({ reason: 'Crossdock', items: levels.map(itemOf) });
  if (result.ok) return { ok: true, value: levels.map(({ key }) => ({ key })) };
  if (result.failure.kind !== 'rejected' || levels.length === 1) return result;
  const half = Math.ceil(levels.length / 2);
  const outcomes: LevelOutcome[] = [];
  for (const part of [levels.slice(0, half), levels.slice(half)]) {
    const done = await set(client, part);
    if (done.ok) outcomes.push(...done.value);
    else if (done.failure.kind === 'rejected') outcomes.push(...part.map(({ key }) => ({ key, failure: done.failure })));
    else return outcomes.length > 0 ? { ok: true, value: outcomes } : done;
  }
  return { ok: true, value: outcomes };
}

/** By the id of the variant where its listing said it. Levels of one location stand together, as the vendor asks. */
const itemOf = ({ stockId, sku, locationId, quantity }: InventoryLevel) => ({
  ...{ location_id: Number(locationId), ...(stockId ? { variant_id: Number(stockId) } : { sku }), quantity },
});
