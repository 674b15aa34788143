/** Below so many values nothing can be said. */
const fewest = 8;
/** Of a hundred curves that only vary, one is taken for rising. */
const certain = 2.33;
const share = 0.1;

/**
 * Whether a curve of values at equal distances rises. Its first quarter is warming up and left out. Of the rest two things must hold.
 * Later values are above earlier ones so often that chance does not explain it: Mann and Kendall's test, z above 2.33, which is one in a
 * hundred. And it matters: the median of the slopes of all pairs of values (Theil and Sen's), from the first to the last, comes to more
 * than a tenth of the median, and to more than `least`. So neither one peak nor a saw's teeth count, nor a rise that ends within the first
 * quarter. False of fewer than eight values.
 */
export function rises(values: number[], least: number): boolean {
  const settled = values.slice(Math.ceil(values.length / 4));
  if (settled.length < fewest) return false;
  return z(settled) > certain && growth(settled) > Math.max(least, share * median(settled));
}

/** How much the values grow from the first to the last, by the median slope. */
export function growth(values: number[]): number {
  const slopes = pairs(values).map(([a, b, distance]) => (b - a) / distance);
  return slopes.length === 0 ? 0 : median(slopes) * (values.length - 1);
}

/** How far the pairs that rise outnumber those that fall, in standard deviations of chance. */
function z(values: number[]): number {
  const n = values.length;
  const sum = pairs(values).reduce((all, [a, b]) => all + Math.sign(b - a), 0);
  return (sum - Math.sign(sum)) / Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
}

const pairs = (values: number[]): [number, number, number][] =>
  values.flatMap((a, at) => values.slice(at + 1).map((b, between): [number, number, number] => [a, b, between + 1]));

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
