const heads = new Set(['set', 'pack', 'box', 'case', 'bundle', 'carton', 'bag']);
const counters = new Set(['pack', 'packs', 'pk', 'pcs', 'pc', 'pieces', 'piece', 'count', 'ct']);
const counted = /^(\d{1,4})(?:pack|pk|pcs|pc|ct)$/;
const times = /^x(\d{1,4})$/;
const whole = /^\d{1,4}$/;

/** How many units a name says that a sale has, as in “SET OF 6”, “6 PK” or “x6”; null where it says nothing of that, or two things. */
export function packIn(name: string): number | null {
  const words = name.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  const sizes = new Set(words.flatMap((word, at) => sizeAt(words, word, at) ?? []));
  const [size] = sizes;
  return sizes.size === 1 && size !== undefined && size > 0 ? size : null;
}

function sizeAt(words: readonly string[], word: string, at: number): number | null {
  const joined = counted.exec(word) ?? times.exec(word);
  if (joined) return Number(joined[1]);
  if (!whole.test(word)) return null;
  const [head, of] = [words[at - 2] ?? '', words[at - 1] ?? ''];
  const isCounted = (of === 'of' && heads.has(head)) || (of === 'x' && words[at + 1] === undefined) || counters.has(words[at + 1] ?? '');
  return isCounted ? Number(word) : null;
}

/** Whether their names say different numbers of units. One that says none is one unit; what is sold without a name says nothing. */
export const packsDiffer = (product: { name: string }, sold: { name: string | null }): boolean =>
  Boolean(sold.name?.trim()) && (packIn(product.name) ?? 1) !== (packIn(sold.name ?? '') ?? 1);
