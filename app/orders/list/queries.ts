import type { Tenant } from '../../../platform/tenant.ts';
import { findOrders } from '../../search/found.ts';
import { usualColumns } from './columns.ts';
import type { OrderFilter } from './filter.ts';
import { type Conditions, conditionsOf } from './finding/conditions.ts';
import { isIndexed, pageFromIndex } from './finding/indexed.ts';
import type { PageOfIds, PageOfRows } from './finding/page.ts';
import { scanForPage, scanFoundOrders } from './finding/scan.ts';
import { type OrderRow, rowsOf } from './rows.ts';

export type OrderList = {
  data: OrderRow[];
  current_page: number;
  per_page: number;
  total: number;
  total_is_exact: boolean;
  cut_short: PageOfIds['cut_short'];
  last_page: number;
};

/** Up to this many matches of free text are exact; beyond it the list says so. */
const matchLimit = 10_000;
/** With more matches and no other filter, this many of the newest are scanned. */
const newestOfMany = 2_500;

/**
 * One page of orders at a bounded cost. Where one index has exactly these orders in this order, the page is read from it;
 * otherwise a bounded number of orders is scanned.
 */
export async function listOrders(tenant: Tenant, filter: OrderFilter, columns: readonly string[] = usualColumns): Promise<OrderList> {
  const { data, total, exact, cut_short } = await pageOf(tenant, filter, columns);
  return {
    data,
    current_page: filter.page,
    per_page: filter.perPage,
    total,
    total_is_exact: exact,
    cut_short,
    last_page: Math.max(1, Math.ceil(total / filter.perPage)),
  };
}

async function pageOf(tenant: Tenant, filter: OrderFilter, columns: readonly string[]): Promise<PageOfRows> {
  const conditions = conditionsOf(tenant, filter);
  if (!filter.search && isIndexed(filter, conditions)) return pageFromIndex(tenant, filter, conditions, columns);
  const { ids, ...cut } = filter.search
    ? await pageOfWords(tenant, filter, filter.search, conditions)
    : await scanForPage(tenant, filter, conditions);
  return { ...cut, data: await rowsOf(tenant, ids, columns) };
}

async function pageOfWords(tenant: Tenant, filter: OrderFilter, search: string, conditions: Conditions): Promise<PageOfIds> {
  const given = isByWordsAlone(conditions) ? newestOfMany : matchLimit;
  return scanFoundOrders(tenant, filter, conditions, await findOrders(tenant, search, { most: matchLimit, given }));
}

const isByWordsAlone = ({ dates, narrow, rest }: Conditions) => dates.length + Object.keys(narrow).length + rest.length === 0;
