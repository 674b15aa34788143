import { orderFilter } from '../../app/nouns/order-flow/contract/filter.ts';
import { listDue } from '../../app/nouns/order-flow/erasing/due.ts';
import { ofEmail, ordersMeant } from '../../app/nouns/order-flow/erasing/erase-buyer.ts';
import { composedOrders } from '../../app/nouns/order-flow/release/adopting/composed.ts';
import { takenByOthers } from '../../app/nouns/order-flow/release/adopting/take-over.ts';
import { endTwins } from '../../app/nouns/order-flow/shared-goods/twins/twins.ts';
import { getOrder } from '../../app/nouns/orders/detail/queries.ts';
import { countNewer } from '../../app/nouns/orders/list/arrivals.ts';
import { countTabs, listCountries, listMethods, readListContext } from '../../app/nouns/orders/list/context.ts';
import { listOrders } from '../../app/nouns/orders/list/queries.ts';
import { searchOrders } from '../../app/nouns/orders/words/search-orders.ts';
import { listEqual, listToLink } from '../../app/nouns/to-link/queries.ts';
import { ordersByDay, packingByAge, shownCounts } from '../../app/screens/dashboard/graphs/history.ts';
import { countByStatus, flowToday } from '../../app/screens/dashboard/queries.ts';
import { searchAll } from '../../app/screens/search/queries.ts';
import { issuesQuery, pageOfIssues } from '../../app/screens/v1/issues/list.ts';
import { readFlows } from '../../app/shared/connections/home/flow.ts';
import { listConnections } from '../../app/shared/connections/queries.ts';
import { countIssues, countNeedsPerson, listCauses } from '../../app/shared/issues/queries.ts';
import type { WarehouseOrderState } from '../../connectors/contract.ts';
import { inAll } from '../filled/facts.ts';
import { acting } from './acting.ts';
import type { PlanCase } from './explained.ts';

/** Every list, count, search and figure of orders, in a filled account. */
export function planCases(orders: number): PlanCase[] {
  const newest = inAll(orders) - (inAll(orders) % 3 === 0 ? 1 : 0);
  return [
    ...lists(orders),
    ...besideLists(newest),
    { name: 'order: all of it', most: short, ask: (tenant) => getOrder(tenant, newest - 30) },
    { name: 'v1: open issues', most: short, ask: (tenant) => pageOfIssues(tenant, issuesQuery.parse({})) },
    ...searches(newest),
    ...figures(),
    ...sending(newest),
    ...acting(newest),
  ];
}

function lists(orders: number): PlanCase[] {
  const list = (name: string, filter: Record<string, unknown>, most: number): PlanCase => ({
    name: `list: ${name}`,
    most,
    ask: (tenant) => listOrders(tenant, orderFilter.parse(filter)),
  });
  return [
    list('newest', {}, short),
    list('oldest', { orderDir: 'ASC' }, short),
    list('100 a page', { perPage: 100 }, 2 * short),
    list('page 100', { page: 100 }, counted),
    list('last page', { page: Math.floor((orders * 0.9) / 50) }, counted),
    list('fulfilled', { status: 'fulfilled' }, short),
    list('packing', { status: 'packing' }, short),
    list('a status that no order has', { status: 'shipped', source: 'nowhere' }, short),
    list('a source', { source: 'ship_station-2' }, short),
    list('status and source', { status: 'fulfilled', source: 'ship_station' }, counted),
    list('ready', { view: 'ready' }, looked),
    list('needs attention', { view: 'attention' }, 2 * short),
    list('one type of issue', { issue: 'unmapped_shipping' }, looked),
    list('held', { view: 'held' }, short),
    list('archived', { view: 'archived' }, short),
    list('a country', { country: 'DE' }, counted),
    list('a country and a status', { country: 'CA', status: 'packing' }, looked),
    list('a shipping method', { shipping: 'UPSGR' }, counted),
    list('a tag', { tag: 1 }, looked),
    list('a tag that many orders have', { tag: 2, orderBy: 'total_cost' }, looked),
    list('without tags', { tag: 'none' }, looked),
    list('a range of days', { start_at: day(40), end_at: day(30) }, counted),
    list('by customer', { orderBy: 'customer_name', orderDir: 'ASC' }, short),
    list('by total', { orderBy: 'total_cost' }, short),
    list('by number', { orderBy: 'order_number' }, short),
    list('by status', { orderBy: 'order_status' }, short),
    list('a status by customer', { status: 'error', orderBy: 'customer_name' }, looked),
    list('words: a name', { search: 'okafor' }, words),
    list('words: a word of one order in five', { search: 'smith' }, words),
    list('words: nobody', { search: 'nobody' }, short),
  ];
}

const besideLists = (newest: number): PlanCase[] => [
  { name: 'list: countries', most: short, ask: listCountries },
  { name: 'list: shipping methods', most: short, ask: listMethods },
  { name: 'list: tabs', most: short, ask: countTabs },
  { name: 'list: what stands about the rows', most: short, ask: readListContext },
  {
    name: 'list: what arrived since',
    most: short,
    ask: async (tenant) => countNewer(tenant, orderFilter.parse({}), newest),
  },
];

function searches(newest: number): PlanCase[] {
  const search = (query: string, most: number): PlanCase => ({
    name: `search: ${query}`,
    most,
    ask: (tenant) => searchOrders(tenant, query),
  });
  return [
    // A probe for each length that a number with these beginnings can have.
    search(`SO-${newest}`, 80),
    search(`ada.abbott${1_000 + newest}@example.com`, 60),
    search('okaf', found),
    search('smith', found),
    search('ada jensen', both),
    search('enamel', found),
    search('78701', found),
    search('harbour suite', both),
    search('nobody', 30),
    search('jensen nobody', both),
    { name: 'search: the box, part of a number', most: both, ask: (tenant) => searchAll(tenant, 'user', 'W-10') },
    { name: 'search: the box, a product', most: both, ask: (tenant) => searchAll(tenant, 'user', 'enamel') },
  ];
}

function figures(): PlanCase[] {
  const dashboard = (name: string, most: number, ask: PlanCase['ask']): PlanCase => ({ name: `dashboard: ${name}`, most, ask });
  return [
    dashboard('counters', short, (tenant) => shownCounts(tenant, { startDate: day(6), endDate: day(0) })),
    dashboard('counters of always', short, countByStatus),
    dashboard('chart', short, (tenant) => ordersByDay(tenant, { startDate: day(6), endDate: day(0) })),
    dashboard('ageing table', short, packingByAge),
    dashboard('flow of today', short, flowToday),
    dashboard('flow by the hour', short, readFlows),
    dashboard('causes', looked, listCauses),
    dashboard('SKUs to link', looked, (tenant) =>
      listToLink(tenant, { search: '', page: 1, perPage: 50, orderBy: 'orders', orderDir: 'DESC' }),
    ),
    dashboard('SKUs to link that are equal', looked, listEqual),
    dashboard('connections', short, listConnections),
    dashboard('issues', short, countIssues),
    dashboard('needs a person', short, countNeedsPerson),
  ];
}

/** What is read of each batch that is checked or sent. */
function sending(newest: number): PlanCase[] {
  const batch = Array.from({ length: 48 }, (_, n) => newest - 400 - n);
  const checked = Array.from({ length: 500 }, (_, n) => newest - 2_000 + n);
  const state = { reference: 'CD-nowhere', providerRef: 'AMW-nowhere' } as WarehouseOrderState;
  return [
    { name: 'sending: what a batch is sent as', most: 2 * short, ask: (tenant) => composedOrders(tenant, batch) },
    { name: 'checks: which orders another connection has too', most: 2 * short, ask: (tenant) => endTwins(tenant, checked) },
    { name: 'erasing: whose days are over', most: 300, ask: listDue },
    {
      name: 'erasing: the orders of an address',
      most: 60,
      ask: (tenant) => ordersMeant(tenant, ofEmail(`Ada.Abbott${1_000 + newest}@example.com`)),
    },
    { name: 'sending: who else has what the warehouse has', most: 60, ask: (tenant) => takenByOthers(tenant, 1, newest - 400, [state]) },
  ];
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** A page of fifty rows, each with its connection and issue, and the index pages on the way. */
const short = 1_000;
/** The same, plus a count or an index scan of up to 10,000 entries. */
const counted = 12_000;
/** Up to 20,000 orders that are scanned. */
const looked = 60_000;
/** Three ranges of 200 index entries, and the newest hundred orders of each of up to three terms. */
const found = 2_000;
/** The newest 2,000 of one word, or 8,000, along up to 10,000 of the other. */
const both = 20_000;
/** Up to 25 ranges of 500 index entries, and the newest orders that have them. */
const words = 32_000;
