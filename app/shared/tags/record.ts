import { type RecordTypeOf, recordTypeOf, type TaggedName, taggedNames } from '../../base/nouns.ts';

/** The kinds of records that have tags. Browser-safe. */
export type TaggedType = RecordTypeOf<TaggedName>;
export const taggedTypes = taggedNames.map(recordTypeOf);

/** A record that has tags. */
export type Tagged = { type: TaggedType; id: number };

/** What it is a record of. */
export const taggedNoun = (type: TaggedType): TaggedName => taggedNames.find((name) => recordTypeOf(name) === type) ?? 'orders';
