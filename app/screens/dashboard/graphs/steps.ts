/** The marks of an axis from 0 up to the first that is no less than `most`: about four whole steps of 1, 2 or 5, or those with noughts. */
export function stepsUpTo(most: number): number[] {
  const rough = Math.max(1, most / 4);
  const nought = 10 ** Math.floor(Math.log10(rough));
  const step = nought * ([1, 2, 5].find((each) => each * nought >= rough) ?? 10);
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}
