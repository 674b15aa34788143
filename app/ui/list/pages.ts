/** The page numbers to show: the first, the last, and `together` around the current; `null` where an ellipsis hides two or more. */
export function visiblePages(page: number, lastPage: number, together = 5): (number | null)[] {
  const first = Math.max(1, Math.min(page - Math.floor(together / 2), lastPage - together + 1));
  const last = Math.min(lastPage, first + together - 1);
  const middle = Array.from({ length: last - first + 1 }, (_, step) => first + step);
  const before = first > 3 ? [1, null] : [1, 2].filter((each) => each < first);
  const after = last < lastPage - 2 ? [null, lastPage] : [lastPage - 1, lastPage].filter((each) => each > last);
  return [...before, ...middle, ...after];
}
