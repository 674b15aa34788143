import { linesOf } from '../kit/graphql/lists.ts';
import { type Asked, type Replies, refuse } from '../kit/graphql/replies.ts';
import type { ShopAccount } from './shop.ts';

/** A query over all of a shop, whose file is there once it was asked for. `ask`: how a query is understood. */
export const bulkOf = (shop: ShopAccount, replies: Replies, ask: (query: string) => Asked | { errors: object[] }) => ({
  async bulkOperationRunQuery({ query, groupObjects = false }: { query: string; groupObjects?: boolean }) {
    const question = ask(query);
    const { data, errors } = 'errors' in question ? { ...question, data: null } : await question.run(replies, true);
    if (!data) return refuse(JSON.stringify(errors), ['query']);
    const lines = linesOf(Object.values(data)[0], groupObjects).map((line) => `${JSON.stringify(line)}\n`);
    const { id: file } = shop.files.write(lines.join(''), { type: 'application/jsonl', isPacked: false });
    return { bulkOperation: shop.bulks.begin({ file }) };
  },
});
