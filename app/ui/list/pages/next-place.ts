/** The index that a step leads to, within the ends. From between two rows it leads to the nearer one. */
export function nextPlace(from: number, step: 1 | -1, rows: number): number {
  const next = step > 0 ? Math.floor(from + step) : Math.ceil(from + step);
  return Math.max(0, Math.min(rows - 1, next));
}
