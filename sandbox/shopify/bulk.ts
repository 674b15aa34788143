import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { asked } from './graph.ts';
import { everyOrder, everyVariant, gid, numberIn, type ShopAccount } from './reading.ts';
import type { BulkFile } from './shop.ts';

type Found = Record<string, { edges: { node: Node }[] }>;
type Node = Record<string, unknown> & { id: string };

/** A query over all of a shop, whose file is there once it was asked for. */
export const bulkOf = (shop: ShopAccount, schema: GraphQLSchema) => ({
  async bulkOperationRunQuery({ query, groupObjects }: { query: string; groupObjects?: boolean }) {
    const question = asked(schema, { query });
    const refused = 'errors' in question ? JSON.stringify(question.errors) : null;
    const { data = null } =
      'errors' in question ? {} : await question.run({ productVariants: everyVariant(shop), orders: everyOrder(shop) });
    if (refused !== null || data === null)
      return { bulkOperation: null, userErrors: [{ field: ['query'], message: refused ?? 'Invalid' }] };
    const [found] = Object.values(data as Found);
    const lines = linesOf(found?.edges ?? [], groupObjects ?? false).map((line) => JSON.stringify(line));
    const { id } = shop.files.add({ lines, looks: 0, key: randomBytes(8).toString('hex') });
    return { bulkOperation: { id: gid('BulkOperation', id) }, userErrors: [] };
  },
  bulkOperation({ id }: { id: string }) {
    const file = shop.files.get(numberIn(id));
    if (!file) return null;
    const isDone = file.looks > 0;
    shop.files.change(file, { looks: file.looks + 1 });
    return {
      ...{ id, status: isDone ? 'COMPLETED' : 'RUNNING', url: isDone ? shop.addressOf(file) : null },
      ...{ fileSize: isDone ? String(Buffer.byteLength(textOf(file))) : null, createdAt: new Date(file.createdAt).toISOString() },
    };
  },
  ordersCount({ query, limit = 10_000 }: { query?: string; limit?: number }) {
    const { length } = everyOrder(shop)({ query }).edges;
    return { count: Math.min(length, limit), precision: length > limit ? 'AT_LEAST' : 'EXACT' };
  },
  productVariantsCount({ query, limit = 10_000 }: { query?: string; limit?: number }) {
    const { length } = everyVariant(shop)({ query }).edges;
    return { count: Math.min(length, limit), precision: length > limit ? 'AT_LEAST' : 'EXACT' };
  },
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
const textOf = ({ lines }: BulkFile) => lines.map((line) => `${line}\n`).join('');

type File = { Params: { shop: string; id: string }; Querystring: { key?: string } };

/** Addresses that sign themselves in. */
export function fileRoutes(app: FastifyInstance, shops: () => ShopAccount[]): void {
  app.get<File>('/:shop/bulk/:id', { config: { operation: 'download' } }, (request, reply) => {
    const { params, query, headers } = request;
    const file = shops()
      .find(({ handle }) => handle === params.shop)
      ?.files.get(Number(params.id));
    if (!file || file.key !== query.key || headers['x-shopify-access-token'])
      return reply.code(403).type('application/xml').send('<Error/>');
    const bytes = Buffer.from(textOf(file));
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    if (from > 0) reply.code(206).header('content-range', `bytes ${from}-${bytes.length - 1}/${bytes.length}`);
    return reply.type('application/jsonl').send(bytes.subarray(from));
  });
}
