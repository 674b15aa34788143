import { isDeepStrictEqual } from 'node:util';
import type { Cursor, Result } from '../../../../connectors/contract.ts';
import type { PageRead, Stored } from './page.ts';

/** Reads the page at a cursor. */
export type ReadPage<Place> = (place: Place) => Promise<Result<PageRead>>;

/** What was read, and when that began and ended. */
export type Timed = { result: Result<PageRead>; read: { from: Date; until: Date } };

/** Stores the records of a page that follows the one at `before`, in a transaction of their own. Null where that may not be. */
export type StoreAhead<Place> = (before: Place, place: Place, page: PageRead, read: Timed['read']) => Promise<Stored | null>;

/** What was stored of a page beside the one before it: the page with that alone, and what became of it. */
type StoredAhead = { page: PageRead; stored: Stored };

/**
 * Reads a stream's pages, the next one while the last is being stored, and has its records stored beside those of the last where the two
 * are apart. A page that was read ahead is used only when the stream's cursor is then the expected one: another worker may have read on,
 * or storing may have failed. Then its records are stored again, which changes nothing.
 */
export function pageReader<Place extends { cursor: Cursor | null; readAt: Date }>(
  ask: ReadPage<Place>,
  storeAhead: StoreAhead<Place> = async () => null,
) {
  type Ahead = { place: Place; reply: Promise<Timed>; stored: Promise<StoredAhead | null> };
  let ahead: Ahead | undefined;
  const under = new Set<Promise<unknown>>();
  const timed = async (place: Place): Promise<Timed> => {
    const from = new Date();
    const result = await ask(place);
    return { result, read: { from, until: new Date() } };
  };
  const store = async (before: Place, last: PageRead, place: Place, reply: Promise<Timed>): Promise<StoredAhead | null> => {
    const { result, read } = await reply;
    const some = result.ok && result.value.beside?.(last);
    if (!some) return null;
    const page = { ...result.value, ...some };
    const stored = await storeAhead(before, place, page, read);
    return stored && { page, stored };
  };
  return {
    /** The page at a position, with the position as it was when the page was requested. */
    async page(place: Place): Promise<Timed & { place: Place; stored: Promise<StoredAhead | null> }> {
      const taken = ahead && isDeepStrictEqual(ahead.place.cursor, place.cursor) ? ahead : undefined;
      ahead = undefined;
      // Webhooks that came after the page was requested are not in it.
      if (taken) return { place: { ...place, readAt: taken.place.readAt }, ...(await taken.reply), stored: taken.stored };
      return { place, ...(await timed(place)), stored: Promise.resolve(null) };
    },
    /** Reads ahead what follows a page. */
    begin(place: Place, page: PageRead): void {
      if (!page.more || page.next === null) return;
      const following = { ...place, cursor: page.next };
      const reply = timed(following);
      // Whoever uses the page handles its failure; perhaps nobody does. What could not be stored beside another page is stored after it.
      const stored = store(place, page, following, reply).catch(() => null);
      under.add(stored);
      void stored.finally(() => under.delete(stored));
      ahead = { place: following, reply, stored };
    },
    /** Once nothing is being stored ahead. */
    settled: () => Promise.all(under),
  };
}
