import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addConnection, addLines, addOrders, addProducts } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import type { Kind } from '../kinds.ts';
import { readOutlooks } from './outlook.ts';

const own = testWeb();
let ann: Person;
let ids: Map<string, number>;
let felt: number;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Sold and cancelled cups, a cup in another account, 500 mugs of two days, purchase orders of cups, and felt that is used up. */
beforeAll(async () => {
  ann = await own.person(await own.account());
  const { accountId } = ann;
  const channel = await addConnection(own, accountId);
  ids = await addProducts(own, accountId, ['CUP', 'MUG', 'NEW']);
  const sell = async (sku: string, quantity: number, facts: Record<string, unknown>) => {
    const [order] = await addOrders(own, accountId, channel, [facts]);
    await addLines(own, accountId, order as number, [{ sku, quantity }], ids);
  };
  await sell('CUP', 9, { order_date: daysAgo(40) });
  await sell('CUP', 20, { order_date: daysAgo(20) });
  await sell('CUP', 5, { order_date: daysAgo(10), order_status: 'cancelled' });
  await sell('CUP', 10, { order_date: daysAgo(1) });
  const mugs = Array.from({ length: 501 }, (_, n) => ({ order_date: daysAgo(2 - n / 1_000) }));
  const orders = await addOrders(own, accountId, channel, mugs);
  await own.sql(
    `insert into order_lines (account_id, order_id, position, remote_line_id, sku, name, quantity, unit_price, is_charge, product_id)
     select $1, id, 1, 'x', 'MUG', 'Mug', 1, 1, false, $2 from unnest($3::bigint[]) as id`,
    [accountId, ids.get('MUG'), orders],
  );
  await own.sql(
    `with po as (insert into purchase_orders (account_id, source_number, status)
       select $1, status, status from unnest(array['pending', 'cancelled']) as status returning id, status)
     insert into purchase_order_lines (account_id, purchase_order_id, position, sku, name, quantity, quantity_received, product_id)
     select $1, id, 1, 'CUP', 'Cup', 12, 2, $2 from po`,
    [accountId, ids.get('CUP')],
  );
  const [material] = await own.sql<{ id: string }>(
    `insert into raw_materials (account_id, sku, name) values ($1, 'FELT', 'Felt') returning id`,
    [accountId],
  );
  felt = Number(material?.id);
  await own.sql(
    `insert into stock_changes (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
     select $1, $2, 'FELT', 'W', place, '', units, 0, 0, units, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - make_interval(days => days) + make_interval(hours => hour)
     from (values ('A', 100, 40, 1), ('A', 70, 20, 1), ('A', 60, 10, 1), ('B', 0, 10, 1), ('A', 50, 5, 1), ('B', 10, 5, 2)) as c (place, units, days, hour)`,
    [accountId, channel],
  );
});

const read = async (kind: Kind, sku: number[], person = ann) =>
  inTenant(own.database, { accountId: person.accountId, userId: person.userId }, (tenant) => readOutlooks(tenant, kind, sku));
const of = (sku: string) => ids.get(sku) as number;

test('what was sold in thirty days, without what was cancelled, and what purchase orders bring', async () => {
  const outlooks = await read('products', [of('CUP'), of('NEW')]);
  expect(outlooks.get(of('CUP'))).toEqual({ expected: 10, gone: 30, days: 30 });
  expect(outlooks.get(of('NEW'))).toEqual({ expected: 0, gone: 0, days: 30 });
});

test('where more was sold than is looked through, the pace is of the time that this covers', async () => {
  const mug = (await read('products', [of('MUG')])).get(of('MUG'));
  expect(mug?.gone).toBe(500);
  expect(mug?.days).toBeCloseTo(2, 1);
});

test('a raw material is used where its stock falls; what moves between places is not used', async () => {
  expect((await read('raw_materials', [felt])).get(felt)).toEqual({ expected: 0, gone: 40, days: 30 });
});

test('more units than a whole number holds are as many as it holds', async () => {
  const channel = await addConnection(own, ann.accountId);
  const big = await addProducts(own, ann.accountId, ['BIG']);
  const [order] = await addOrders(own, ann.accountId, channel, [{ order_date: daysAgo(1) }]);
  await addLines(own, ann.accountId, order as number, [{ sku: 'BIG', quantity: 1_000_000 }], big);
  await own.sql('update order_lines set units_per_sale = 10000 where account_id = $1 and order_id = $2', [ann.accountId, order]);
  const id = big.get('BIG') as number;
  expect((await read('products', [id])).get(id)).toMatchObject({ gone: 2_147_483_647 });
});

test('nobody reads the outlook of another account’s items', async () => {
  const stranger = await own.person(await own.account('Other'));
  expect((await read('products', [of('CUP')], stranger)).size).toBe(0);
});
