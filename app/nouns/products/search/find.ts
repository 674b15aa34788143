import type { SearchNoun } from '../../../shared/noun/search.ts';
import type { FoundItem } from '../../catalogue/contract.ts';
import type { Kind } from '../../catalogue/kinds.ts';
import { findItems, itemsBySku } from '../../catalogue/queries.ts';

export const itemSearch = (kind: Kind): SearchNoun<FoundItem> => ({
  async find(tenant, search, most) {
    const { data, total, scanned } = await findItems(tenant, kind, { ...itemsBySku, search, page: 1, perPage: most });
    // Where not all were scanned there may be others, and one hit need not be the only one.
    const isWhole = scanned === null;
    return { hits: data, more: total > data.length || !isWhole, meant: total === 1 && isWhole ? data[0]?.id : undefined };
  },
});
