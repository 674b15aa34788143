/** The page numbers to show: the first, the last, and `together` around the current; `null` where an ellipsis hides two or more. */
export function visiblePages(page: number, lastPage: number, together = 5): (number | null)[] {
  const first = Math.max(1, Math.min(page - Math.floor(together / 2), lastPage - together + 1));
  const last = Math.min(lastPage, first + together - 1);
  const middle = Array.from({ length: last - first + 1 }, (_, step) => first + step);
  const before = first > 3 ? [1, null] : [1, 2].filter((each) => each < first);
  const after = last < lastPage - 2 ? [null, lastPage] : [lastPage - 1, lastPage].filter((each) => each > last);
  return [...before, ...middle, ...after];
}

/**
 * The pages of these that a phone leaves out; the last of each row of them holds an ellipsis there, unless one stands beside it already.
 */
export function leftOutOnPhone(pages: readonly (number | null)[], page: number): Map<number, 'ellipsis' | 'hidden'> {
  const isFar = (at: number) => {
    const each = pages[at];
    return !!each && Math.abs(each - page) > 1 && at > 0 && at < pages.length - 1;
  };
  const out = new Map<number, 'ellipsis' | 'hidden'>();
  for (let from = 0; from < pages.length; from++) {
    if (!isFar(from)) continue;
    let to = from;
    while (isFar(to + 1)) to++;
    const besideEllipsis = pages[from - 1] === null || pages[to + 1] === null;
    // A single page takes no more room than an ellipsis.
    if (to > from || besideEllipsis)
      for (let at = from; at <= to; at++) out.set(pages[at] ?? 0, at === to && !besideEllipsis ? 'ellipsis' : 'hidden');
    from = to;
  }
  return out;
}
