import { nouns } from '../../../base/nouns.ts';

/** What a field says, the verb or another field says already, as in `locked order “SO-7”`. It is not shown beside it. */
export const saidElsewhere = null;

/** What the audit calls one field, and how it writes its values where these are codes. */
export type Word = string | { label: string; values: Readonly<Record<string, string>> } | typeof saidElsewhere;

/** By field; where fields are the names of records themselves, as SKUs and codes, `named` says so, and they are shown as they are. */
export type NounWords = { fields: Readonly<Record<string, Word>>; named?: true };

/** What the records of each noun are called, by its name. */
export const manyOf: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(nouns).map(([noun, { many }]) => [noun, many]));
