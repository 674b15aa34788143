/** So many past exports are shown at first, and so many more each time that older ones are wanted. */
export const atOnce = 50;
export const mostOfAll = 1_000;

/** How many past exports an address shows. */
export function mostShown(search: URLSearchParams): number {
  const most = Number(search.get('exports'));
  return Number.isInteger(most) && most > atOnce ? Math.min(most, mostOfAll) : atOnce;
}
