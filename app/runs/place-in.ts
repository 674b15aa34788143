/** The start of a page in a list of unknown length: `?after=ID`. An invalid id means the beginning. */
export function placeIn(request: Request): number | undefined {
  const after = Number(new URL(request.url).searchParams.get('after'));
  return Number.isSafeInteger(after) && after > 0 ? after : undefined;
}
