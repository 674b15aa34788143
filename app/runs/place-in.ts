/** Where a page of a list without end begins: `?after=ID`. What is no id is the beginning. */
export function placeIn(request: Request): number | undefined {
  const after = Number(new URL(request.url).searchParams.get('after'));
  return Number.isSafeInteger(after) && after > 0 ? after : undefined;
}
