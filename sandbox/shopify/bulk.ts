import type { Within } from '../kit/graphql/door.ts';
import { linesOf } from '../kit/graphql/lists.ts';
import { refuse } from '../kit/graphql/replies.ts';
import type { ShopAccount } from './shop.ts';

/** A query over all of a shop, whose file is there once it was asked for. */
export const bulkOf = (shop: ShopAccount, within: Within) => ({
  async bulkOperationRunQuery({ query, groupObjects = false }: { query: string; groupObjects?: boolean }) {
    const { data, errors } = await within(query);
    if (!data) return refuse(JSON.stringify(errors), ['query']);
    const lines = linesOf(Object.values(data)[0], groupObjects).map((line) => `${JSON.stringify(line)}\n`);
    const { id: file } = shop.files.write(lines.join(''), { type: 'application/jsonl', isPacked: false });
    return { bulkOperation: shop.bulks.begin({ file }) };
  },
});
