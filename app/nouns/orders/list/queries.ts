import type { Paginated } from '../../../../platform/list/query.ts';
import { paginate } from '../../../../platform/list/read-page.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { writeColumns } from '../../../ui/list/columns/columns.ts';
import type { OrderFilter } from '../../order-flow/contract/filter.ts';
import type { OrderRow } from '../../order-flow/contract/orders.ts';
import { usualColumns } from '../finding/columns.ts';
import { type Conditions, conditionsOf } from '../finding/conditions.ts';
import { isIndexed, pageFromIndex } from '../finding/indexed.ts';
import type { PageOfIds, PageOfRows } from '../finding/page.ts';
import { rowsOf } from '../finding/rows.ts';
import { scanForPage, scanFoundOrders } from '../finding/scan.ts';
import { findOrders } from '../words/find-orders.ts';

export type OrderList = Paginated<OrderRow> & { cut_short: PageOfIds['cut_short'] };

/** Up to this many matches of free text are exact; beyond it the list says so. */
const matchLimit = 10_000;
/** With more matches and no other filter, this many of the newest are scanned. */
const newestOfMany = 2_500;

/**
 * One page of orders at a bounded cost. Where one index has exactly these orders in this order, the page is read from it;
 * otherwise a bounded number of orders is scanned.
 */
export async function listOrders(tenant: Tenant, filter: OrderFilter, columns: readonly string[] = usualColumns): Promise<OrderList> {
  const { cut_short, ...found } = await pageOf(tenant, filter, columns);
  const query = { ...filter, columns: columns === usualColumns ? undefined : writeColumns(columns) };
  return { ...paginate('/api/orders', query, { ...found, scanned: cut_short?.looked_at ?? null }), cut_short };
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
  const newest = isByWordsAlone(conditions) ? newestOfMany : matchLimit;
  return scanFoundOrders(tenant, filter, conditions, await findOrders(tenant, search, { most: matchLimit, newest }));
}

const isByWordsAlone = ({ dates, narrow, rest }: Conditions) => dates.length + Object.keys(narrow).length + rest.length === 0;
