import type { Inventory, InventoryLevel, LevelOutcome } from '../../contract.ts';
import { mapResult } from '../../http/result.ts';
import type { ChannelAdvisorClient } from '../client.ts';
import type { Centers } from '../reading/centers.ts';
import { because } from '../reasons.ts';

/** So many SKUs fit in the one page that finds their products. */
const most = 20;

/** Quantities by distribution center. They are written by a product's id, which is looked up by SKU first. */
export function inventoryOf(client: ChannelAdvisorClient, centers: Centers): Inventory {
  return {
    // As UnShipped quantities, of which it subtracts what it has sold.
    quantity: 'before_own_orders',
    most,
    listLocations: async () =>
      mapResult(await centers.own(), (own) => own.map(({ ID, Name, Code }) => ({ id: String(ID), name: Name || Code || String(ID) }))),
    async set(levels) {
      const skus = [...new Set(levels.map(({ sku }) => sku))];
      const found = await client.findProducts(skus);
      if (!found.ok) return found;
      const outcomes: LevelOutcome[] = [];
      for (const sku of skus) {
        const ofSku = levels.filter((level) => level.sku === sku);
        const product =
          found.value.find(({ Sku }) => Sku === sku) ?? found.value.find(({ Sku }) => Sku.toLowerCase() === sku.toLowerCase());
        const result = product ? await client.updateQuantity(product.ID, ofSku.map(asUpdate)) : unknownSku(sku);
        if (!result.ok && result.failure.kind !== 'rejected' && result.failure.kind !== 'not_found' && outcomes.length === 0) return result;
        outcomes.push(...ofSku.map(({ key }) => (result.ok ? { key } : { key, failure: result.failure })));
      }
      return { ok: true, value: outcomes };
    },
  };
}

const asUpdate = ({ locationId, quantity }: InventoryLevel) => ({ DistributionCenterID: Number(locationId), Quantity: quantity });

const unknownSku = (sku: string) =>
  ({
    ok: false,
    failure: { kind: 'rejected', code: 'unknown_sku', reason: because({ code: 'channel_advisor.no_product', sku }) },
  }) as const;
