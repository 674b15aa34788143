import { type RecordTypeOf, recordTypeOf, type TaggedName, taggedNames } from '../../base/nouns.ts';

/** The colours that a tag can have: the tones of the theme, each readable on its tint in both schemes. Browser-safe. */
export const tagColors = ['grey', 'blue', 'indigo', 'teal', 'green', 'amber', 'red'] as const;
export type TagColor = (typeof tagColors)[number];

/** A tag as lists and records show it. */
export type Tag = { id: number; name: string; color: TagColor };

/** An account has no more tags than these, a record no more of them, and a name is no longer. */
export const [mostTags, mostOfRecord, longestName] = [200, 20, 40];

/** What nobody sees in a name, so that two would look alike, and what turns the text around it: controls, and what has no width. */
const unseen = /[\p{Cc}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F]/gu;

/** The name as it is stored: in one line, without what nobody sees, and its letters in one form. */
export const tagNameOf = (typed: string): string =>
  typed.replace(/\s/gu, ' ').replace(unseen, '').normalize('NFC').split(' ').filter(Boolean).join(' ');

/** Whether two names are the same: of no two tags of an account they are. */
export const isSameName = (one: string, other: string): boolean => keyOf(one) === keyOf(other);

/** By which a name is found, in whatever letters it is written, also where some are joined: that is seen in few scripts alone. */
export const keyOf = (name: string): string => tagNameOf(name).replaceAll('\u200c', '').replaceAll('\u200d', '').toLowerCase();

/** The kinds of records that have tags. Browser-safe. */
export type TaggedType = RecordTypeOf<TaggedName>;
export const taggedTypes = taggedNames.map(recordTypeOf);

/** A record that has tags. */
export type Tagged = { type: TaggedType; id: number };

/** What it is a record of. */
export const taggedNoun = (type: TaggedType): TaggedName => taggedNames.find((name) => recordTypeOf(name) === type) ?? 'orders';
