import { GraphQLError } from 'graphql';

type Fits = (record: Searched, value: string) => boolean;
type Searched = { id: number; changedAt: number; cancelledAt?: number | null; sku?: string };

const every: Record<string, Fits> = {
  'updated_at:>=': ({ changedAt }, at) => Math.floor(changedAt / 1000) * 1000 >= Date.parse(at),
  'id:>=': ({ id }, from) => id >= Number(from),
};
/** Finds what is like it, in any case. */
const sku: Fits = ({ sku: own = '' }, text) => own.toLowerCase().includes(text.toLowerCase());
/** What some lists have beside times and ids. */
const own: Record<string, Record<string, Fits>> = {
  Order: { 'status:open': ({ cancelledAt }) => cancelledAt === null },
  ...{ ProductVariant: { 'sku:': sku }, InventoryItem: { 'sku:': sku } },
};

const term = /(\w+:(?:>=)?)(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+))/g;

/** Nothing that a search says passes by luck: what is not known here is refused. */
export function search<T extends object>(records: T[], query: string, type: string): T[] {
  const words = { ...every, ...own[type] };
  const terms = [...query.matchAll(term)].map(([word, name = '', quoted, single, bare = '']) => {
    const fits = words[name] ?? words[word];
    if (!fits) throw new GraphQLError(`Not understood: ${word}`);
    return (record: T) => fits(record as unknown as Searched, quoted?.replaceAll(/\\(.)/g, '$1') ?? single ?? bare);
  });
  const rest = query.replaceAll(term, '').replaceAll(/\b(?:AND|OR)\b/g, '');
  if (rest.trim() !== '') throw new GraphQLError(`Not understood: ${rest.trim()}`);
  const isAny = query.includes(' OR ');
  return records.filter((record) => (isAny ? terms.some((fits) => fits(record)) : terms.every((fits) => fits(record))));
}
