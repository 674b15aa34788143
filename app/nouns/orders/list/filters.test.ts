import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { addConnection, addIssues, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { isBackwards, orderFilter } from '../../order-flow/contract/filter.ts';
import { orderStatuses } from '../../order-flow/order.ts';
import { matching } from '../finding/conditions.ts';
import type { OrderList } from './queries.ts';

const own = testWeb();
const count = 90;
const days = ['2026-03-01T04:30:00Z', '2026-03-01T12:00:00Z', '2026-03-02T03:59:00Z', '2026-03-02T04:00:00Z', '2026-03-05T09:00:00Z'];
const at = <T>(list: readonly T[], n: number) => list[n % list.length] as T;

/** An order as a test created it; its fields are independent of each other. */
const facts = Array.from({ length: count }, (_, n) => ({
  order_status: at(orderStatuses, n),
  order_date: at(days, n * 3 + Math.floor(n / 7)),
  country: at(['US', 'GB', 'DE', 'US'], Math.floor(n / 2)),
  shipping_code: at(['UPSGR', null, 'USPS'], Math.floor(n / 3)),
  on_hold: n % 4 === 1,
  locked: n % 9 === 2,
  archived_at: n % 10 === 9 ? '2026-03-09T00:00:00Z' : null,
  deleted_at: n % 30 === 29 ? '2026-03-09T00:00:00Z' : null,
  customer_name: at(['Ann Bell', 'Bob Cole', 'ann bell', 'Zoë Ünal'], Math.floor(n / 5)),
  total_cost: String(at([10, 9.5, 100], Math.floor(n / 4))),
  open_issues: n % 5 === 0 ? (n % 10 === 0 ? 2 : 1) : 0,
}));
type Order = (typeof facts)[number] & { id: number; source: string; tags: number[] };

/** Which tags are on the order of this place. */
const tagsOn = (n: number) => [...(n % 3 === 0 ? [1] : []), ...(n % 7 === 1 ? [2] : []), ...(n % 4 === 0 ? [3] : [])];

let person: Person;
let orders: Order[] = [];

beforeAll(async () => {
  const accountId = await own.account();
  await own.sql(`update accounts set timezone = 'America/New_York' where id = $1`, [accountId]);
  person = await own.person(accountId);
  const sources = [await addConnection(own, accountId), await addConnection(own, accountId)];
  const slugs = await own.sql<{ slug: string }>('select slug from connections where account_id = $1 order by id', [accountId]);
  const ids = await addOrders(
    own,
    accountId,
    0,
    facts.map((each, n) => ({ ...each, connection_id: sources[n % 2] })),
  );
  orders = facts.map((each, n) => ({ ...each, id: ids[n] as number, source: slugs[n % 2]?.slug ?? '', tags: tagsOn(n) }));
  const issues = orders.flatMap(({ id, open_issues }) => types(open_issues).map((type) => ({ order_id: id, type })));
  await addIssues(own, accountId, issues);
  await addTags(accountId);
});

/** 1 and 2 are the account's own tags, 3 was deleted, 4 is another account's, and on the same orders by their numbers. */
async function addTags(accountId: number) {
  const other = await own.account('Other');
  const tag = (account: number, id: number, deleted: string | null) =>
    own.sql(`insert into tags (account_id, id, name, color, deleted_at) overriding system value values ($1, $2, $3, 'blue', $4)`, [
      account,
      id,
      `Tag ${id}`,
      deleted,
    ]);
  const on = (account: number, id: number, ids: number[]) =>
    own.sql(`insert into tagged_records (account_id, record_type, record_id, tag_id) select $1, 'order', unnest($3::bigint[]), $2`, [
      account,
      id,
      ids,
    ]);
  for (const id of [1, 2]) await tag(accountId, id, null);
  await tag(accountId, 3, '2026-03-09T00:00:00Z');
  await tag(other, 4, null);
  const of = (id: number) => orders.filter(({ tags }) => tags.includes(id)).map((order) => order.id);
  for (const id of [1, 2, 3]) await on(accountId, id, of(id));
  await on(
    other,
    4,
    orders.map(({ id }) => id),
  );
}

const types = (n: number) => ['unmapped_sku', 'out_of_stock'].slice(0, n);

async function list(query: Record<string, unknown>): Promise<OrderList> {
  const entries = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
  const reply = await own.as(person, { url: `/api/orders?${new URLSearchParams(entries)}` });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

const isThere = (tag: number) => tag < 3;

/** What each filter means, written independently of the SQL. */
const means: Record<string, (order: Order, value: string) => boolean> = {
  status: (order, value) => order.order_status === value,
  source: (order, value) => order.source === value,
  start_at: ({ order_date }, value) => new Date(order_date) >= new Date(`${value}T00:00:00-05:00`),
  end_at: ({ order_date }, value) => new Date(order_date).getTime() < new Date(`${value}T00:00:00-05:00`).getTime() + 86_400_000,
  issue: ({ open_issues }, value) => (value === 'any' ? open_issues > 0 : types(open_issues).includes(value)),
  hold: ({ on_hold }, value) => on_hold === (value === 'yes'),
  lock: ({ locked }, value) => locked === (value === 'yes'),
  country: ({ country }, value) => country === value,
  tag: ({ tags }, value) => (value === 'none' ? !tags.some(isThere) : tags.includes(Number(value)) && isThere(Number(value))),
  shipping: ({ shipping_code }, value) => (value === 'not_mapped' ? shipping_code === null : shipping_code === value),
  view: (order, value) =>
    ({
      attention: order.open_issues > 0,
      held: order.on_hold,
      ready: order.order_status === 'pending' && !order.on_hold && !order.locked,
    })[value] ?? true,
};

function expected(query: Record<string, unknown>): number[] {
  const archived = query.archived === 'yes' || query.view === 'archived';
  const isOfWaiting = query.view === 'attention' || (query.issue && ['all', undefined].includes(query.view as string | undefined));
  const isOfBoth = isOfWaiting && query.archived === undefined;
  return orders
    .filter(({ deleted_at, archived_at }) => deleted_at === null && (isOfBoth || (archived_at !== null) === archived))
    .filter((order) => Object.entries(query).every(([key, value]) => means[key]?.(order, String(value)) ?? true))
    .map(({ id }) => id);
}

const ascending = (a: number, b: number) => a - b;
const idsOf = ({ data }: OrderList) => data.map(({ id }) => id);

const values = {
  status: [...orderStatuses],
  source: ['ship_station-0', 'ship_station-1', 'nowhere'],
  start_at: ['2026-03-01', '2026-03-02', '2027-01-01'],
  end_at: ['2026-03-01', '2026-03-04', '2020-01-01'],
  issue: ['any', 'unmapped_sku', 'out_of_stock', 'unreadable'],
  hold: ['yes', 'no'],
  lock: ['yes', 'no'],
  archived: ['yes', 'no'],
  country: ['US', 'GB', 'XX', "'"],
  shipping: ['UPSGR', 'not_mapped', 'NONE'],
  tag: ['1', '2', '3', '4', '99', 'none'],
  view: ['ready', 'attention', 'held', 'all', 'archived'],
};
const sorts = ['order_date', 'order_number', 'order_status', 'customer_name', 'total_cost'];

test.each(Object.entries(values).flatMap(([key, all]) => all.map((value) => [key, value] as const)))(
  '%s=%s shows those orders and no others',
  async (key, value) => {
    const found = await list({ [key]: value, perPage: 100 });
    expect(idsOf(found).sort(ascending)).toEqual(expected({ [key]: value }));
    expect(found).toMatchObject({ total: expected({ [key]: value }).length, total_is_exact: true, cut_short: null });
  },
);

/** What a bulk action over all matching orders would act on. */
const frozen = (filter: Record<string, unknown>) =>
  withoutPerson(own.database, person.accountId, async (tenant) => {
    const { rows } = await sql<{
      id: number;
    }>`select o.id from orders o where ${matching(tenant, orderFilter.parse(filter))} order by 1`.execute(tenant.db);
    return rows.map(({ id }) => id);
  });

test('any combination of filters, however sorted, shows the orders that match all of them, and a bulk action takes the same', async () => {
  const filters = fc
    .record(Object.fromEntries(Object.entries(values).map(([key, all]) => [key, fc.constantFrom(...all)])), {
      requiredKeys: [],
    })
    .filter(({ start_at, end_at }) => !isBackwards(start_at, end_at));
  const sorted = fc.record({ orderBy: fc.constantFrom(...sorts), orderDir: fc.constantFrom('ASC', 'DESC') });
  await fc.assert(
    fc.asyncProperty(filters, sorted, async (filter, sort) => {
      const found = await list({ ...filter, ...sort, perPage: 100 });
      expect(idsOf(found).sort(ascending)).toEqual(expected(filter));
      expect(found.total).toBe(expected(filter).length);
      expect(await frozen(filter)).toEqual(expected(filter));
    }),
    { numRuns: 120 },
  );
});

test.each(sorts.flatMap((orderBy) => ['ASC', 'DESC'].map((orderDir) => [orderBy, orderDir] as const)))(
  'pages by %s %s show each order once, ties too, filtered or not',
  async (orderBy, orderDir) => {
    for (const filter of [{}, { lock: 'no' }]) {
      const pages = [await list({ ...filter, orderBy, orderDir, perPage: 25 })];
      for (let page = 2; page <= (pages[0]?.last_page ?? 0); page++)
        pages.push(await list({ ...filter, orderBy, orderDir, perPage: 25, page }));
      const rows = pages.flatMap(({ data }) => data);
      expect(rows.map(({ id }) => id).sort(ascending)).toEqual(expected(filter));
      const again = await list({ ...filter, orderBy, orderDir, perPage: 100 });
      expect(rows.map(({ id }) => id)).toEqual(idsOf(again));
      const forward = orderDir === 'ASC' ? 1 : -1;
      const wrong = rows.slice(1).filter((row, n) => forward * compare(orderBy, rows[n] as Order & (typeof rows)[number], row) > 0);
      expect(wrong).toEqual([]);
    }
  },
);

function compare(by: string, a: object, b: object): number {
  const [one, other] = [a, b].map((row) => (row as Record<string, string>)[by] ?? '') as [string, string];
  if (by === 'order_number') return Number(one.slice(3)) - Number(other.slice(3));
  if (by === 'total_cost') return Number(one) - Number(other);
  // Names sort by the database's collation; only one order across all pages is promised.
  if (by === 'customer_name') return 0;
  return one < other ? -1 : one > other ? 1 : 0;
}

test('a page after the last is empty, and says how many pages there are', async () => {
  expect(await list({ page: 900, perPage: 25 })).toMatchObject({ data: [], last_page: 4, current_page: 900 });
  expect(await list({ page: 900, perPage: 25, hold: 'no' })).toMatchObject({ data: [] });
});

test.each([
  'start_at=soon',
  'end_at=2026-02-30',
  'hold=maybe',
  'tag=gift',
  'orderBy=colour',
  'orderDir=UP',
  'perPage=7',
  'page=0',
  'view=sideways',
  'status=lost',
  'filterBy=lost',
  'issue=no_such_type',
  'statsu=error',
  'per_page=25',
])('%s is refused, with the field', async (query) => {
  const reply = await own.as(person, { url: `/api/orders?${query}` });
  expect(reply.statusCode).toBe(422);
  expect(Object.keys(reply.json())).toEqual([query.split('=')[0]]);
});

test('a range that ends before it starts is refused, in the list and in a bulk action over it', async () => {
  const range = { start_at: '2026-03-02', end_at: '2026-03-01' };
  const refused = [422, { end_at: ['Must not be before the start'] }];
  const listed = await own.as(person, { url: `/api/orders?${new URLSearchParams(range)}` });
  expect([listed.statusCode, listed.json()]).toEqual(refused);
  const prepared = await own.as(person, { method: 'POST', url: '/api/orders/bulk-action/prepare', payload: { filter: range } });
  expect([prepared.statusCode, Object.values(prepared.json())]).toEqual([422, [['Must not be before the start']]]);
  expect(await list({ start_at: '2026-03-01', end_at: '2026-03-01' })).toMatchObject({ total_is_exact: true });
});
