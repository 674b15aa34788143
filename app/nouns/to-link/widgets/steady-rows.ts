import type { Steady } from '../../../ui/live/steady-rows.ts';
import { packsDiffer } from '../../catalogue/values/pack.ts';
import type { BestProduct, SeenLink, ToLink } from '../contract.ts';

/** `isGone`: it has been linked, or no order waits for it any longer. */
export type SteadyRow = Steady<ToLink>;

/** A SKU with the product that it is to be linked to. */
export type Pair = ToLink & { best: BestProduct };

export const keyOf = ({ connection_id, sku }: Pick<ToLink, 'connection_id' | 'sku'>): string => `${connection_id} ${sku}`;

/**
 * The product that a SKU can be linked to without a look at both: not where it was a pack, their names say other numbers of units, or the
 * warehouse no longer names it.
 */
export function equalOf({ best, name, units_per_sale }: ToLink): BestProduct | null {
  return best?.same && best.gone_at === null && units_per_sale === 1 && !packsDiffer(best, { name }) ? best : null;
}

/** What is linked, with what the person sees of it. */
export const seenOf = ({ connection_id, sku, name, upc, units_per_sale, best }: Pair): SeenLink => ({
  ...{ connection_id, sku, product_id: best.id },
  seen: { name, upc, units_per_sale, product: { sku: best.sku, name: best.name, upc: best.upc } },
});
