/** The start of a page in a list of unknown length: `?after=ID`. An invalid id means the beginning. */
export function placeIn(search: URLSearchParams): number | undefined {
  const after = Number(search.get('after'));
  return Number.isSafeInteger(after) && after > 0 ? after : undefined;
}
