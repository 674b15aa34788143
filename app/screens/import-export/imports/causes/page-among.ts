/** A chunk of an import, and how many of its rows are of the kind that is shown. */
export type CountedChunk = { chunk: number; count: number };

/** In which chunks a page begins, goes on and ends, and how many rows of the first of them come before it. */
export type PageAmong<Chunk extends CountedChunk = CountedChunk> = { chunks: Chunk[]; skipped: number; size: number };

/** Finds a page by the tallies of chunks. */
export function pageAmong<Chunk extends CountedChunk>(
  counts: readonly Chunk[],
  { from, size }: { from: number; size: number },
): PageAmong<Chunk> {
  let before = 0;
  const chunks: Chunk[] = [];
  let skipped = 0;
  for (const counted of counts) {
    if (counted.count > 0 && before + counted.count > from && before < from + size) {
      if (chunks.length === 0) skipped = from - before;
      chunks.push(counted);
    }
    before += counted.count;
  }
  return { chunks, skipped, size };
}
