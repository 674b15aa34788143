import { isDeepStrictEqual } from 'node:util';
import type { Answer, Cursor } from '../../connectors/contract.ts';
import type { PageRead } from './streams.ts';

/** Asks for the page at a cursor. */
export type ReadPage<Place> = (place: Place) => Promise<Answer<PageRead>>;

/**
 * Asks for a stream's pages, the next one while the last is being stored. What was read ahead is taken only when the stream
 * then stands where it was thought to: another worker may have read on, or storing may have failed.
 */
export function pageReader<Place extends { cursor: Cursor | null; readAt: Date }>(ask: ReadPage<Place>) {
  let ahead: { place: Place; answer: Promise<Answer<PageRead>> } | undefined;
  return {
    /** The page at a place; with the place as it was when the page was asked for. */
    async page(place: Place): Promise<{ place: Place; answer: Answer<PageRead> }> {
      const taken = ahead && isDeepStrictEqual(ahead.place.cursor, place.cursor) ? ahead : undefined;
      ahead = undefined;
      // What was hinted since the page was asked for is not in it.
      if (taken) return { place: { ...place, readAt: taken.place.readAt }, answer: await taken.answer };
      return { place, answer: await ask(place) };
    },
    /** Asks for what follows a page. A queue gives the same again until it is acknowledged: it is not asked ahead. */
    begin(place: Place, { more, next, acknowledge }: PageRead): void {
      if (!more || next === null || acknowledge) return;
      const following = { ...place, cursor: next };
      const answer = ask(following);
      // Whoever takes it hears of its failure; nobody may.
      answer.catch(() => undefined);
      ahead = { place: following, answer };
    },
  };
}
