import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { asked } from './graph.ts';
import { everyVariant, gid, numberIn, type ShopAccount } from './reading.ts';

type Found = { productVariants: { edges: { node: object }[] } };

/** A query over all of a shop, whose file is there once it was asked for. */
export const bulkOf = (shop: ShopAccount, schema: GraphQLSchema) => ({
  async bulkOperationRunQuery({ query }: { query: string }) {
    const question = asked(schema, { query });
    const refused = 'errors' in question ? JSON.stringify(question.errors) : null;
    const { data = null } = 'errors' in question ? {} : await question.run({ productVariants: everyVariant(shop) });
    if (refused !== null || data === null)
      return { bulkOperation: null, userErrors: [{ field: ['query'], message: refused ?? 'Invalid' }] };
    const lines = (data as Found).productVariants.edges.map(({ node }) => JSON.stringify(node));
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
      ...{ objectCount: String(isDone ? file.lines.length : 0), createdAt: new Date(file.createdAt).toISOString() },
    };
  },
  productVariantsCount({ query, limit = 10_000 }: { query?: string; limit?: number }) {
    const { length } = everyVariant(shop)({ query }).edges;
    return { count: Math.min(length, limit), precision: length > limit ? 'AT_LEAST' : 'EXACT' };
  },
});

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
    return reply.type('application/jsonl').send(file.lines.map((line) => `${line}\n`).join(''));
  });
}
