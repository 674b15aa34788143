import { href } from 'react-router';
import { nouns, type SearchedName, searchedNames } from '../../base/nouns.ts';
import { allHits } from '../../entities/hits.ts';
import type { View } from '../../shared/views/contract.ts';
import { viewAddress } from '../../shared/views/view.ts';
import type { FoundInAll } from './contract.ts';
import { searchAddress } from './entity.ts';

/** A destination of the palette: a page, a record, a search. */
export type Destination = { key: string; label: string; aside?: string; to: string };

/** A page, with other words that find it. */
type Page = { path: string; label: string; keywords?: readonly string[] };
type Connection = { slug: string; label: string };

/** All destinations, before the words filter them. `found`: what these words find, once that is known. */
export type Candidates = {
  pages: readonly Page[];
  connections: readonly Connection[];
  views: readonly Pick<View, 'id' | 'entity' | 'name' | 'query' | 'columns'>[];
  found: FoundInAll | undefined;
};

/** The destinations that match the words, in display order: records of this number, pages, other records, searches. */
export function destinations(words: string, candidates: Candidates): Destination[] {
  const places = placesOf(candidates);
  if (words === '') return places;
  const records = searchedNames.flatMap((name) => recordsOf(name, words, candidates.found));
  const meant = records.filter(({ isMeant }) => isMeant);
  const others = records.filter(({ isMeant }) => !isMeant);
  return [
    // Digits alone may be the channel's number: only what was found says whose record it is.
    ...(candidates.found ? [] : searchedNames.flatMap((name) => byOwnNumber(name, words))),
    ...meant.map(({ destination }) => destination),
    ...places.filter((place) => fits(place, words)),
    ...others.map(({ destination }) => destination),
    ...searchedNames.map((name) => ({
      key: `search-${name}`,
      label: `Search ${nouns[name].many} for “${words}”`,
      to: searchAddress(name, words),
    })),
  ];
}

type Place = Destination & Pick<Page, 'keywords'>;

const placesOf = ({ pages, views, connections }: Candidates): Place[] => [
  ...pages.map(({ path, label, keywords = [] }) => ({ key: path, label, keywords, to: path })),
  ...views.map((view) => ({
    key: `view-${view.id}`,
    label: `Go to view ${view.name}`,
    aside: nouns[view.entity].title,
    to: nouns[view.entity].path + viewAddress(view),
  })),
  ...connections.map(({ slug, label }) => ({
    key: `at-${slug}`,
    label,
    aside: 'Connection',
    to: href('/settings/connectors/:name', { name: slug }),
  })),
];

function fits({ label, keywords = [] }: Place, words: string): boolean {
  const text = [label, ...keywords].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function recordsOf(name: SearchedName, words: string, found: FoundInAll | undefined): { destination: Destination; isMeant: boolean }[] {
  return (found?.[name].first ?? []).map((hit) => {
    const { number, source, name: aside } = allHits[name].line(hit);
    const numbers = [number, number.replace('-', ''), source ?? number];
    return {
      destination: { key: `${name}-${hit.id}`, label: source ? `${number} ${source}` : number, aside, to: nouns[name].pathOf(hit.id) },
      isMeant: numbers.some((each) => each.toLowerCase() === words.toLowerCase()),
    };
  });
}

/** `so12` and `SO-12` are one of our own numbers in full. */
function byOwnNumber(name: SearchedName, words: string): Destination[] {
  const { prefix } = allHits[name];
  if (!prefix || !words.toUpperCase().startsWith(prefix)) return [];
  const digits = words.slice(prefix.length).replace(/^-/, '');
  const number = `${prefix}-${digits}`;
  if (!/^\d{1,15}$/.test(digits)) return [];
  return [{ key: `number-${name}`, label: `Go to ${nouns[name].one} ${number}`, to: searchAddress(name, number) }];
}
