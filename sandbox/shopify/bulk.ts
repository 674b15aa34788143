import type { GraphQLSchema } from 'graphql';
import { asked } from '../kit/graphql.ts';
import { counted, everyOrder, everyVariant, gid, numberIn } from './reading.ts';
import type { ShopAccount } from './shop.ts';

type Found = Record<string, { edges: { node: Node }[] }>;
type Counted = { query?: string; limit?: number };
type Node = Record<string, unknown> & { id: string };

/** A query over all of a shop, whose file is there once it was asked for. */
export const bulkOf = (shop: ShopAccount, schema: GraphQLSchema) => ({
  async bulkOperationRunQuery({ query, groupObjects }: { query: string; groupObjects?: boolean }) {
    const question = asked(schema, { query });
    const root = { productVariants: everyVariant(shop), orders: everyOrder(shop) };
    const { data, errors } = 'errors' in question ? { ...question, data: null } : await question.run(root);
    if (!data) return { bulkOperation: null, userErrors: [{ field: ['query'], message: JSON.stringify(errors) }] };
    const [found] = Object.values(data as Found);
    const lines = linesOf(found?.edges ?? [], groupObjects ?? false).map((line) => `${JSON.stringify(line)}\n`);
    const { id: file } = shop.files.write(lines.join(''), { type: 'application/jsonl', isPacked: false });
    const { id } = shop.bulks.add({ file, looks: 0 });
    return { bulkOperation: { id: gid('BulkOperation', id) }, userErrors: [] };
  },
  bulkOperation({ id }: { id: string }) {
    const bulk = shop.bulks.get(numberIn(id));
    const file = shop.files.get(bulk?.file);
    if (!bulk || !file) return null;
    const isDone = bulk.looks > 0;
    shop.bulks.change(bulk, { looks: bulk.looks + 1 });
    return {
      ...{ id, status: isDone ? 'COMPLETED' : 'RUNNING', url: isDone ? shop.files.addressOf(file) : null },
      ...{ fileSize: isDone ? String(Buffer.byteLength(file.text)) : null, createdAt: new Date(bulk.createdAt).toISOString() },
    };
  },
  ordersCount: (given: Counted) => counted(everyOrder(shop)(given), given.limit),
  productVariantsCount: (given: Counted) => counted(everyVariant(shop)(given), given.limit),
});

/** What is in lists of a record comes as lines of its own: after it where they are asked to be grouped, otherwise after all. */
function linesOf(edges: { node: Node }[], groups: boolean, parent?: string): object[] {
  const records: object[] = [];
  const parts: object[] = [];
  for (const { node } of edges) {
    const lists = Object.entries(node).filter(([, value]) => isList(value));
    const record = Object.fromEntries(Object.entries(node).filter(([, value]) => !isList(value)));
    const within = lists.flatMap(([, value]) => linesOf((value as Found[string]).edges, groups, node.id));
    records.push({ ...record, ...(parent && { __parentId: parent }) }, ...(groups ? within : []));
    if (!groups) parts.push(...within);
  }
  return [...records, ...parts];
}

const isList = (value: unknown) => typeof value === 'object' && value !== null && 'edges' in value;
