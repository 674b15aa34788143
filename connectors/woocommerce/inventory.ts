import type { z } from 'zod';
import type { Inventory, InventoryLevel, LevelOutcome, Result } from '../contract.ts';
import { commaLists } from '../http/pieces.ts';
import { theirWords } from '../http/reasons.ts';
import { mapResult } from '../http/result.ts';
import type { WooClient } from './client.ts';
import { because } from './reasons.ts';
import type { stocked, updated } from './wire.ts';

/** As many SKUs as fit in one address of a request. */
const most = 50;

type Stocked = z.output<typeof stocked>[number];
type Updated = z.output<typeof updated>;

/** Stock of products and variations, which are written by id: those of variations below their product. */
export function inventoryOf(client: WooClient): Inventory {
  return {
    // It subtracts an order when it is placed, and what we set replaces that: so what is promised has to be off already.
    quantity: 'available',
    most,
    listLocations: async () => mapResult(await client.site(), ({ name }) => [{ id: 'shop', name: name || 'Shop' }]),
    async set(levels) {
      const found = await findAll(client, [...new Set(levels.map(({ sku }) => sku))]);
      if (!found.ok) return found;
      const pairs = levels.flatMap((level) => {
        const item = found.value.get(level.sku.toLowerCase());
        return item ? [{ level, item }] : [];
      });
      const outcomes: LevelOutcome[] = levels.filter(({ sku }) => !found.value.has(sku.toLowerCase())).map(unknownSku);
      for (const [parent, ofParent] of Map.groupBy(pairs, ({ item }) => parentOf(item))) {
        const update = ofParent.map(({ level, item }) => ({
          ...{ id: Number(item.id), manage_stock: true as const, stock_quantity: level.quantity },
        }));
        const result = await client.setStock(parent, update);
        if (!result.ok && outcomes.length === 0 && result.failure.kind !== 'rejected' && result.failure.kind !== 'not_found') return result;
        outcomes.push(...ofParent.map(({ level, item }) => outcomeOf(level, item, result)));
      }
      return { ok: true, value: outcomes };
    },
  };
}

const parentOf = ({ parent_id }: Stocked) => (parent_id && parent_id !== '0' ? parent_id : null);

/** By SKU in lower case; what has no SKU there has its id in place of one. */
async function findAll(client: WooClient, skus: string[]): Promise<Result<Map<string, Stocked>>> {
  const found = new Map<string, Stocked>();
  // Beside the parts of what is asked for, the shop looks for the whole of it. Source: class-wc-rest-products-controller.php.
  for (const some of commaLists(skus, most)) {
    const result = await client.findBySku(some);
    if (!result.ok) return result;
    for (const item of result.value) found.set(item.sku.toLowerCase(), item);
  }
  return { ok: true, value: found };
}

/** A batch replies 200 with an outcome for each. */
function outcomeOf({ key }: InventoryLevel, item: Stocked, result: Result<Updated>): LevelOutcome {
  if (!result.ok) return { key, failure: result.failure };
  const error = result.value.update?.find(({ id }) => id === item.id)?.error;
  return error ? { key, failure: { kind: 'rejected', code: 'other', reason: theirWords(error.message || error.code) } } : { key };
}

const unknownSku = ({ key, sku }: InventoryLevel): LevelOutcome => ({
  key,
  failure: { kind: 'rejected', code: 'unknown_sku', reason: because({ code: 'woocommerce.no_product', sku }) },
});
