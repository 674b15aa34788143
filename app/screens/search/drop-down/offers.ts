import { nouns, type SearchedName, searchedNames } from '../../../base/nouns.ts';
import { allHits } from '../../../entities/hits.ts';
import type { HitLine } from '../../../shared/noun/search.ts';
import type { FoundInAll } from '../contract.ts';
import { searchAddress, writeFound } from '../entity.ts';

/** One line of the search box's drop-down, and where it leads: a record, or with a `label` all that are found. */
export type Offer = { key: string; to: string } & ({ line: HitLine; label?: never } | { label: string });
export type OfferGroup = { type: SearchedName; title: string; count: string; offers: Offer[] };

/** What was found for these words, grouped by noun; nouns without a hit are left out. */
export function offerGroups(words: string, found: FoundInAll): OfferGroup[] {
  return searchedNames.flatMap((type) => {
    const { count, first } = found[type];
    if (count === 0) return [];
    const { title, many, pathOf } = nouns[type];
    const written = writeFound(found[type]);
    const offers = first.map((hit) => ({ key: `${type}-${hit.id}`, line: allHits[type].line(hit), to: pathOf(hit.id) }));
    const all = { key: `all-${type}`, label: `All ${written} ${many}`, to: searchAddress(type, words) };
    return [{ type, title, count: written, offers: count > first.length ? [...offers, all] : offers }];
  });
}
