type Named = { sku: string; name: string };

/**
 * Whether a warehouse product is so clearly what the channel sells that it may be preselected: the same SKU but for
 * signs and an ending, or at least half of all words of both names in common. Codes that are merely close
 * (21731, 21735) are different goods.
 */
export function isLikely(product: Named, sold: Named): boolean {
  const [ours, theirs] = [bare(product.sku), bare(sold.sku)];
  if (ours === theirs) return true;
  const [short, long] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours];
  if (short.length >= 4 && long.startsWith(short) && !/^\d/.test(long.slice(short.length))) return true;
  const [words, others] = [wordsOf(product.name), wordsOf(sold.name)];
  return words.size > 1 && words.intersection(others).size / words.union(others).size >= 0.5;
}

const bare = (sku: string) => sku.toLowerCase().replace(/[^a-z0-9]/g, '');
const wordsOf = (name: string) => new Set(name.toLowerCase().match(/[\p{L}\d]+/gu) ?? []);
