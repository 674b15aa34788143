/** The rules of a split by hand, for both sides. Browser-safe. */

/** A line of goods as it is stored. */
export type SplitLine = { id: number; quantity: number; later_quantity: number };
/** How many of a line go in the second parcel, and what the person saw: how many it has, and how many went there before. */
export type WantedLine = { id: number; of: number; was: number; quantity: number };

export type SplitPlan =
  | { kind: 'changed' | 'too_many' | 'none_stays' | 'not_split' }
  /** `later`: how many of each line go in the second parcel. Of none: the order goes in one again. */
  | { kind: 'split' | 'joined' | 'same'; later: Map<number, number> };

/**
 * What becomes of an order by a split. Every line of its goods is named, as the person saw it: what they did not see they did not decide
 * about. Something goes in each of the parcels, or all of it in one.
 */
export function planSplit(lines: readonly SplitLine[], wanted: readonly WantedLine[]): SplitPlan {
  const named = new Map(wanted.map((line) => [line.id, line]));
  const seen = lines.every(({ id, quantity }) => named.get(id)?.of === quantity);
  if (!seen || named.size !== lines.length || wanted.length !== lines.length) return { kind: 'changed' };
  const later = new Map(wanted.map(({ id, quantity }) => [id, quantity]));
  if (lines.every(({ id, later_quantity }) => later.get(id) === later_quantity))
    return lines.some(({ later_quantity }) => later_quantity > 0) ? { kind: 'same', later } : { kind: 'not_split' };
  if (lines.some(({ id, later_quantity }) => named.get(id)?.was !== later_quantity)) return { kind: 'changed' };
  if (wanted.some(({ quantity, of }) => quantity > Math.max(of, 0))) return { kind: 'too_many' };
  if (wanted.every(({ quantity }) => quantity === 0)) return { kind: 'joined', later };
  return wanted.every(({ quantity, of }) => of <= quantity) ? { kind: 'none_stays' } : { kind: 'split', later };
}
