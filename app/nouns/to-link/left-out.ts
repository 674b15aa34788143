import { countedWords } from '../../ui/words/counted-words.ts';
import type { SeenLink } from './contract.ts';

/** What a SKU and the product of a link are when it is saved. */
export type Found = Omit<SeenLink['seen'], 'product'> & {
  sku: string;
  /** Since when an order waits for it; null where none does. */
  opened_at: Date | string | null;
  /** The SKU of the product that it is linked to by now. */
  linked_to: string | null;
  product_sku: string | null;
  product_name: string | null;
  product_upc: string | null;
};

/** Why a link is not saved, as the end of a sentence about its SKU; null where all is as the person saw it. */
export function whyLeftOut(found: Found | undefined, seen: SeenLink['seen']): string | null {
  if (!found) return 'no order waits for it';
  if (found.linked_to !== null) return `it is linked to ${found.linked_to} by now`;
  if (found.opened_at === null) return 'no order waits for it any longer';
  if (found.product_sku === null) return 'its product is not there any longer';
  if (found.name !== seen.name) return `the channel calls it ${quoted(found.name)} now`;
  if (found.upc !== seen.upc) return `its UPC is ${found.upc ?? 'unknown'} now`;
  if (found.units_per_sale !== seen.units_per_sale) return `one sale takes ${countedWords(found.units_per_sale, 'unit')} now`;
  if (found.product_sku !== seen.product.sku) return `the product’s SKU is ${found.product_sku} now`;
  if (found.product_name !== seen.product.name) return `the product is called ${quoted(found.product_name)} now`;
  if (found.product_upc !== seen.product.upc) return `the product’s UPC is ${found.product_upc ?? 'unknown'} now`;
  return null;
}

const quoted = (name: string | null) => (name === null ? 'nothing' : `“${name}”`);
