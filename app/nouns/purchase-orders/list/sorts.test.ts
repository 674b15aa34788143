import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../../platform/db.ts';
import { type Actor, inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { rowsRead } from '../../../../test/rows-read.ts';
import { type PurchaseOrderFilter, purchaseOrderFilter, purchaseOrderSorts } from '../../purchase-flow/contract/filter.ts';
import { matchingPurchaseOrders } from '../finding/conditions.ts';
import { listPurchaseOrders } from './queries.ts';
import { addressOfView } from './view-address.ts';

const own = testDatabase();
let ann: Actor;

/** More than a list scans, so that the newest ones have neither the first vendors nor the first dates. */
beforeAll(async () => {
  ann = await addAccount(own);
  await own.sql(
    `insert into purchase_orders (account_id, source_number, vendor_name, status, ordered_at, expected_at, archived_at, open_issues)
    select $1, 'P-' || n, 'Vendor ' || lpad((n / 40)::text, 4, '0'), (array['pending', 'hold', 'received', 'closed_out', 'cancelled'])[1 + n * 7919 % 5],
      '2026-01-01'::timestamptz + n * interval '1 minute', case when n % 9 <> 0 then '2026-06-01'::timestamptz + (n % 97) * interval '1 day' end,
      case when n % 50 = 0 then now() end, (n % 11 = 0)::int
    from generate_series(1, 10400) as n`,
    [ann.accountId],
  );
  await own.sql('analyze purchase_orders');
});

const list = (filter: Partial<PurchaseOrderFilter>) =>
  inTenant(own.database, ann, (tenant) => listPurchaseOrders(tenant, purchaseOrderFilter.parse(filter)));

async function expected({ orderBy, orderDir, page }: Required<Pick<PurchaseOrderFilter, 'orderBy' | 'orderDir' | 'page'>>, where: string) {
  const column = orderBy === 'po_number' ? 'id' : orderBy;
  const rows = await own.sql<{ id: string }>(
    `select id from purchase_orders where account_id = $1 and ${where} order by ${column} ${orderDir}, id ${orderDir} limit 50 offset ${(page - 1) * 50}`,
    [ann.accountId],
  );
  return rows.map(({ id }) => Number(id));
}

const narrowed: [filter: Partial<PurchaseOrderFilter>, where: string][] = [
  [{}, 'archived_at is null'],
  [{ view: 'archived' }, 'archived_at is not null'],
  [{ view: 'open' }, `archived_at is null and status in ('pending', 'hold', 'received')`],
  // What needs a person does so in the archive, too.
  [{ status: 'hold', issue: 'any' }, `status = 'hold' and open_issues > 0`],
  [{ view: 'attention' }, 'open_issues > 0'],
  [{ view: 'open', issue: 'any' }, `archived_at is null and status in ('pending', 'hold', 'received') and open_issues > 0`],
];

test.each(purchaseOrderSorts.flatMap((orderBy) => (['ASC', 'DESC'] as const).map((orderDir) => ({ orderBy, orderDir }))))(
  'sorted by $orderBy $orderDir it shows the first of all purchase orders, filtered or not, on every page',
  async (sort) => {
    for (const [filter, where] of narrowed)
      for (const page of [1, 3]) {
        const { data, scanned } = await list({ ...filter, ...sort, page });
        expect([filter, page, scanned, data.map(({ id }) => id)]).toEqual([filter, page, null, await expected({ ...sort, page }, where)]);
      }
  },
);

test.each([{ view: 'attention' }, { issue: 'any' }] as const)(
  'a page of what needs a person is read from its index alone: %o',
  async (asked) => {
    const read = (database: Database) =>
      inTenant(database, ann, (tenant) => listPurchaseOrders(tenant, purchaseOrderFilter.parse({ ...asked, orderBy: 'ordered_at' })));
    // 945 have issues, and a page shows 50.
    expect(await rowsRead(own, 'purchase_orders', read)).toBeLessThan(200);
  },
);

test('what is assigned to whoever asks is a filter', async () => {
  const [mine] = await own.sql<{ id: string }>(`select id from purchase_orders where source_number = 'P-77'`);
  await own.sql(`insert into assignments (account_id, record_type, record_id, user_id) values ($1, 'purchase_order', $2, $3)`, [
    ...[ann.accountId, mine?.id, ann.userId],
  ]);
  expect((await list({ assigned: 'me' })).data.map(({ source_number }) => source_number)).toEqual(['P-77']);
  expect((await list({ assigned: 'me', status: 'hold', search: '' })).total).toBeLessThanOrEqual(1);
});

test('the view of what is late begins with what has been awaited longest', async () => {
  const query = Object.fromEntries(new URL(addressOfView('late'), 'http://crossdock.test').searchParams);
  const { data } = await list(purchaseOrderFilter.parse(query));
  const late = `archived_at is null and status in ('pending', 'hold') and expected_at < date_trunc('day', now())`;
  expect(data.map(({ id }) => id)).toEqual(await expected({ orderBy: 'expected_at', orderDir: 'ASC', page: 1 }, late));
  expect([data.length, data.every(({ overdue }) => overdue)]).toEqual([50, true]);
});

test('of one SKU the newest 250 are listed, and the list says so; a search and a lot narrow them', async () => {
  await own.sql(
    `insert into purchase_order_lines (account_id, purchase_order_id, position, sku, name, quantity, mapped_sku, lot_number)
    select account_id, id, 1, case when id % 2 = 0 then 'MUG' else 'THEIR-MUG' end, 'A mug', 1, 'MUG', case when id % 500 = 1 then 'L-7' end
    from purchase_orders where account_id = $1 and archived_at is null order by id desc limit 1200`,
    [ann.accountId],
  );
  const mugs = await list({ sku: 'MUG' });
  const newest = await own.sql<{ id: string }>(
    `select purchase_order_id as id from purchase_order_lines where account_id = $1 order by 1 desc limit 50`,
    [ann.accountId],
  );
  expect(mugs).toMatchObject({ total: 250, total_is_exact: false, scanned: 250 });
  expect(mugs.data.map(({ id }) => id)).toEqual(newest.map(({ id }) => Number(id)));
  const [{ n } = { n: 0 }] = await own.sql<{ n: number }>(
    `select count(*)::int as n from purchase_order_lines where account_id = $1 and lot_number = 'L-7'`,
    [ann.accountId],
  );
  expect(await list({ lot: 'L-7', sku: 'THEIR-MUG' })).toMatchObject({ total: n, total_is_exact: true, scanned: null });
  const all = await inTenant(own.database, ann, async (tenant) => {
    const matching = matchingPurchaseOrders(tenant, purchaseOrderFilter.parse({ sku: 'MUG' }));
    return (await matching.execute(tenant.db)).rows.length;
  });
  expect(all).toBe(1_200);
});

test('totals are those of the tallies, whatever is filtered by them', async () => {
  for (const [filter, where] of narrowed) {
    const [{ n } = { n: 0 }] = await own.sql<{ n: number }>(
      `select count(*)::int as n from purchase_orders where account_id = $1 and ${where}`,
      [ann.accountId],
    );
    expect([filter, (await list(filter)).total]).toEqual([filter, Math.min(n, 10_000)]);
  }
});
