import { type Asked, type Replies, refuse } from '../kit/graphql.ts';
import type { ShopAccount } from './shop.ts';

type Node = Record<string, unknown>;
type List = { edges: { node: Node }[] };

/** A query over all of a shop, whose file is there once it was asked for. `ask`: how a query is understood. */
export const bulkOf = (shop: ShopAccount, replies: Replies, ask: (query: string) => Asked | { errors: object[] }) => ({
  async bulkOperationRunQuery({ query, groupObjects = false }: { query: string; groupObjects?: boolean }) {
    const question = ask(query);
    const { data, errors } = 'errors' in question ? { ...question, data: null } : await question.run(replies, true);
    if (!data) return refuse(JSON.stringify(errors), ['query']);
    const lines = linesOf(Object.values(data)[0], groupObjects).map((line) => `${JSON.stringify(line)}\n`);
    const { id: file } = shop.files.write(lines.join(''), { type: 'application/jsonl', isPacked: false });
    return { bulkOperation: shop.bulks.add({ file, isDone: false }) };
  },
});

/** What is in lists of a record comes as lines of its own: after it where they are asked to be grouped, otherwise after all. */
function linesOf({ edges }: List, groups: boolean, parent = {}): object[] {
  const found = edges.map(({ node }) => {
    const [lists, own] = [true, false].map((is) => Object.entries(node).filter(([, value]) => isList(value) === is));
    const within = (lists ?? []).flatMap(([, value]) => linesOf(value as List, groups, { __parentId: node.id }));
    return { record: { ...Object.fromEntries(own ?? []), ...parent }, within };
  });
  if (groups) return found.flatMap(({ record, within }) => [record, ...within]);
  return [...found.map(({ record }) => record), ...found.flatMap(({ within }) => within)];
}

const isList = (value: unknown) => typeof value === 'object' && value !== null && 'edges' in value;
