/** The colours that a tag can have: the tones of the theme, each readable on its tint in both schemes. Browser-safe. */
export const tagColors = ['grey', 'blue', 'indigo', 'teal', 'green', 'amber', 'red'] as const;
export type TagColor = (typeof tagColors)[number];

/** A tag as lists and records show it. */
export type Tag = { id: number; name: string; color: TagColor };

/** An account has no more tags than these, a record no more of them, and a name is no longer. */
export const [mostTags, mostOfRecord, longestName] = [200, 20, 40];

/** The name as it is stored: in one line, and its letters in one form. */
export const tagNameOf = (typed: string): string => typed.normalize('NFC').split(/\s/u).filter(Boolean).join(' ');

/** Whether two names are the same: of no two tags of an account they are. */
export const isSameName = (one: string, other: string): boolean => keyOf(one) === keyOf(other);

/** By which a name is found, in whatever letters it is written. */
export const keyOf = (name: string): string => tagNameOf(name).toLowerCase();
