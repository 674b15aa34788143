import { packIn, packsDiffer } from '../../catalogue/values/pack.ts';
import { type Identity, upcsDiffer } from './equal.ts';

/** How a warehouse product differs from what the channel sells, beside the words of their names, and what keeps it from being sent. */
export function differencesOf(product: Identity, sold: Identity): string[] {
  const differences = [];
  if (upcsDiffer(product, sold)) differences.push(`UPC ${product.upc}, the channel’s is ${sold.upc}`);
  if (packsDiffer(product, sold)) differences.push(`${packWords(product.name)}, the channel sells ${packWords(sold.name)}`);
  if (product.gone_at) differences.push('the warehouse no longer names it');
  return differences;
}

function packWords(name: string): string {
  const pack = packIn(name) ?? 1;
  return pack === 1 ? 'one unit' : `a pack of ${pack}`;
}
