import { GraphQLError } from 'graphql';
import type { Replies } from './replies.ts';

/** Whether a record is what a search says, as `sku:mug` or `id:>=7`. */
export type Fits = (record: never, value: string) => boolean;
/** By a field with a comparison that takes any value, as `id:>=`, or by all that a search may say of it, as `status:open`. */
export type Words = Record<string, Fits>;

const term = /(\w+:(?:>=)?)(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+))/g;

/**
 * Searches by words: all of them, or any where OR stands between. `every`: what each list knows; `own`: what lists of a type know beside.
 * What is not known is refused, so nothing that a search says passes by luck.
 */
export const searchBy =
  (every: Words, own: Record<string, Words>): Replies['search'] =>
  (records, query, type) => {
    const words = { ...every, ...own[type] };
    const terms = [...query.matchAll(term)].map(([word, name = '', quoted, single, bare = '']) => {
      const fits = words[name] ?? words[word];
      if (!fits) throw new GraphQLError(`Not understood: ${word}`);
      return (record: never) => fits(record, quoted?.replaceAll(/\\(.)/g, '$1') ?? single ?? bare);
    });
    const rest = query.replaceAll(term, '').replaceAll(/\b(?:AND|OR)\b/g, '');
    if (rest.trim() !== '') throw new GraphQLError(`Not understood: ${rest.trim()}`);
    const isAny = query.includes(' OR ');
    return records.filter((record) => (isAny ? terms.some((fits) => fits(record)) : terms.every((fits) => fits(record))));
  };
