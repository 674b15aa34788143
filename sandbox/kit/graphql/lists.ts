import type { Collection } from '../collection.ts';
import type { Jobs } from '../jobs.ts';
import type { Replies } from './replies.ts';

/** Ids as `gid://vendor/Type/7`, and the number in one. */
export const gidOf = (vendor: string) => (type: string, id: number) => `gid://${vendor}/${type}/${id}`;
export const numberIn = (id: string) => Number(id.split('/').at(-1));
export type One = { id: string };

type Records = Pick<Collection<object>, 'get' | 'all'>;

/** One record, by its id; `type` is what the vendor calls it. */
const found =
  (of: Pick<Records, 'get'>, type: string) =>
  ({ id }: One) => {
    const record = of.get(numberIn(id));
    return record ? { __typename: type, ...record } : null;
  };

/** The same of work that goes on after the reply. */
export const looked = <T extends object>({ look }: Jobs<T>, type: string) => found({ get: look }, type);

/**
 * How records are asked for, by what the vendor calls them: one by its id, as `order`, all as `orders`, and how many of them a search
 * finds, counted up to a limit, as `ordersCount`; and records of several types by their ids, as `nodes`.
 */
export function recordsOf(records: Record<string, Records>, search: Replies['search']): Record<string, unknown> {
  const fields = Object.entries(records).flatMap(([type, of]) => {
    const name = `${type[0]?.toLowerCase()}${type.slice(1)}`;
    return [[name, found(of, type)] as const, [`${name}s`, of.all] as const, [`${name}sCount`, counted(of, type, search)] as const];
  });
  const one = (id: string) => {
    const type = id.split('/').at(-2) ?? '';
    return records[type] ? found(records[type], type)({ id }) : null;
  };
  return { ...Object.fromEntries(fields), nodes: ({ ids }: { ids: string[] }) => ids.map(one) };
}

const counted =
  ({ all }: Records, type: string, search: Replies['search']) =>
  ({ query = '', limit = 10_000 }: { query?: string; limit?: number }) => {
    const { length } = search(all() as never[], query, type);
    return { count: Math.min(length, limit), precision: length > limit ? 'AT_LEAST' : 'EXACT' };
  };

type Node = Record<string, unknown>;
type List = { edges: { node: Node }[] };

/**
 * A list as lines, one a record. What is in lists of a record comes as lines of its own, which name it by `__parentId`: after it where they
 * are asked to be grouped, otherwise after all.
 */
export function linesOf({ edges }: List, groups: boolean, parent = {}): object[] {
  const records = edges.map(({ node }) => {
    const [lists, own] = [true, false].map((is) => Object.entries(node).filter(([, value]) => isList(value) === is));
    const within = (lists ?? []).flatMap(([, value]) => linesOf(value as List, groups, { __parentId: node.id }));
    return { record: { ...Object.fromEntries(own ?? []), ...parent }, within };
  });
  if (groups) return records.flatMap(({ record, within }) => [record, ...within]);
  return [...records.map(({ record }) => record), ...records.flatMap(({ within }) => within)];
}

const isList = (value: unknown) => typeof value === 'object' && value !== null && 'edges' in value;
