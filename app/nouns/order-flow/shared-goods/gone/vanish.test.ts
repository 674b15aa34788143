import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../test/database.ts';
import { type SplittingShop, splittingShop } from '../../../../../test/shop/splits.ts';
import { warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { saveShippingOptions } from '../../../mappings/shipping-options/commands.ts';
import { setHold } from '../../release/holding/hold.ts';

const own = testDatabase();

const longAgo = (shop: SplittingShop, minutes = 10) =>
  own.sql(`update orders set seen_at = now() - make_interval(mins => $1) where account_id = $2`, [minutes, shop.accountId]);
const requests = ({ seller }: SplittingShop, operation: string) => seller.counters.operations[operation] ?? 0;

/** Orders that wait because nobody has mapped their shipping code. */
async function waiting(count = 1) {
  const shop = await splittingShop(own);
  const sold = shop.sell(...Array.from({ length: count }, (_, at) => ({ orderNumber: `${1001 + at}`, serviceCode: 'fedex_2day' })));
  await shop.read('orders');
  const mend = async () => {
    await shop.inTenant((tenant) => saveShippingOptions(tenant, shop.channelId, [{ connectorCode: 'fedex_2day', amwareCode: 'FDXHD' }]));
    await shop.engine.passTime();
    await shop.engine.runJobs();
  };
  const statuses = async () => (await shop.orders()).map(({ order_status }) => order_status);
  return { ...shop, sold, mend, statuses };
}

test('what waited is looked up at the channel before it is released, and ends where the channel no longer has it', async () => {
  const shop = await waiting(2);
  const [gone] = shop.sold;
  if (!gone) throw new Error('nothing was sold');
  shop.seller.vanish(gone);
  await longAgo(shop);
  await shop.mend();
  expect(await shop.statuses()).toEqual(['cancelled', 'packing']);
  expect(await shop.row(gone)).toMatchObject({ ended_by: 'gone', issues: [] });
  expect(shop.held()).toEqual({ MUG: 1 });
  expect(requests(shop, 'get_order')).toBe(2);
});

test('what was seen a moment ago is released without another request', async () => {
  const shop = await waiting();
  await shop.mend();
  expect(await shop.statuses()).toEqual(['packing']);
  expect(requests(shop, 'get_order')).toBe(0);
});

test('many are looked up in the list of open orders, and only those that are not in it one by one', async () => {
  const shop = await waiting(60);
  for (const order of shop.sold.slice(0, 3)) shop.seller.vanish(order);
  await longAgo(shop);
  const before = requests(shop, 'list_orders');
  await shop.mend();
  expect(new Set((await shop.statuses()).slice(0, 3))).toEqual(new Set(['cancelled']));
  expect(shop.held()).toEqual({ MUG: 57 });
  expect(requests(shop, 'get_order')).toBe(3);
  // A page for each status that an open order may have.
  expect(requests(shop, 'list_orders') - before).toBe(5);
});

test('while the channel does not reply nothing is released that it may no longer have', async () => {
  const shop = await waiting();
  shop.sandbox.control.faults.add({ target: 'ship_station', operation: 'get_order', kind: '500', probability: 1 });
  await longAgo(shop);
  await shop.mend();
  expect(shop.held()).toEqual({});
  shop.sandbox.control.faults.clear();
  await shop.engine.passTime();
  await own.sql(`update orders set checked_at = now() - interval '1 minute'`);
  await shop.tidy();
  expect(shop.held()).toEqual({ MUG: 1 });
});

test('orders that wait are found gone by themselves: in error, on hold, or waiting at the channel; what is there stays', async () => {
  const shop = await waiting(2);
  const [inError, there] = shop.sold;
  const [held, atChannel] = shop.sell(
    { orderNumber: '2001', orderStatus: 'on_hold' },
    { orderNumber: '2002', orderStatus: 'awaiting_payment' },
  );
  await shop.read('orders');
  if (!inError || !there || !held || !atChannel) throw new Error('nothing was sold');
  const { id } = await shop.row(held);
  await shop.inTenant((tenant) => setHold(tenant, [id], { held: true }));
  for (const order of [inError, held, atChannel]) shop.seller.vanish(order);
  await shop.read('still_there');
  for (const order of [inError, held, atChannel])
    expect(await shop.row(order)).toMatchObject({ order_status: 'cancelled', ended_by: 'gone' });
  expect(await shop.row(there)).toMatchObject({ order_status: 'error', ended_by: null });
  expect(requests(shop, 'get_order')).toBe(3);
});

test('what is on its way to the warehouse is taken back when it is found gone; of what is there a person is told', async () => {
  const shop = await splittingShop(own);
  const { mugs, cups } = shop.two();
  shop.seller.change(cups, { orderStatus: 'on_hold' });
  await shop.sync();
  await shop.openWarehouse(false);
  shop.seller.change(cups, { orderStatus: 'awaiting_shipment' });
  await shop.read('orders');
  expect(await shop.row(cups)).toMatchObject({ warehouse_order_id: expect.any(Number), in_amware: 0 });
  for (const order of [mugs, cups]) shop.seller.vanish(order);
  await shop.read('still_there');
  expect(await shop.row(cups)).toMatchObject({ order_status: 'cancelled', ended_by: 'gone', warehouse_order_id: null });
  expect(await shop.row(mugs)).toMatchObject({ order_status: 'packing', issues: ['changed_after_release:gone'] });
  await shop.openWarehouse(true);
  await shop.sync();
  expect(shop.held()).toEqual({ MUG: 3 });
});

test('what waited in the outbox for more than an hour is sent when the channel is known to have it', async () => {
  const shop = await splittingShop(own);
  await shop.openWarehouse(false);
  const { mugs, cups } = shop.two();
  await shop.read('orders');
  await longAgo(shop, 61);
  shop.seller.vanish(cups);
  await shop.openWarehouse(true);
  await shop.engine.runJobs();
  expect(shop.held()).toEqual({});
  await shop.read('still_there');
  await shop.engine.runJobs();
  expect(await shop.row(cups)).toMatchObject({ order_status: 'cancelled' });
  expect(await shop.row(mugs)).toMatchObject({ order_status: 'packing' });
  expect(shop.held()).toEqual({ MUG: 3 });
});

test('the end of a hold waits until the channel is known to have the order, and for a person where it is gone', async () => {
  const shop = await splittingShop(own);
  const { mugs, cups } = shop.two();
  await shop.sync();
  const ids = (await shop.orders()).map(({ id }) => id);
  const hold = (held: boolean) => shop.inTenant((tenant) => setHold(tenant, ids, { held }));
  await hold(true);
  await shop.engine.runJobs();
  const heldThere = () =>
    warehouseOrders(shop)
      .flatMap(({ held, lines }) => (held ? lines.map(({ sku }) => sku) : []))
      .toSorted();
  expect(heldThere()).toEqual(['CUP', 'MUG']);
  await shop.openWarehouse(false);
  await hold(false);
  await longAgo(shop, 61);
  shop.seller.vanish(cups);
  await shop.openWarehouse(true);
  await shop.engine.runJobs();
  expect(heldThere()).toEqual(['CUP', 'MUG']);
  await shop.read('still_there');
  await shop.engine.runJobs();
  expect(heldThere()).toEqual(['CUP']);
  expect(await shop.row(mugs)).toMatchObject({ issues: [], hold_outcome: 'done' });
  expect(await shop.row(cups)).toMatchObject({ issues: ['changed_after_release:gone'], hold_outcome: 'pending' });
  await shop.decide(cups, 'keep-as-sent');
  expect([heldThere(), (await shop.row(cups)).hold_outcome]).toEqual([[], 'done']);
});

test('of many that are missing twenty are looked up at a time, and none of them leaves in the meantime', async () => {
  const shop = await waiting(25);
  for (const order of shop.sold) shop.seller.vanish(order);
  await shop.read('still_there');
  expect(requests(shop, 'get_order')).toBe(20);
  const [stream] = await own.sql<{ soon: boolean }>(
    `select due_at < now() + interval '6 minutes' as soon from streams where stream = 'still_there' and account_id = $1`,
    [shop.accountId],
  );
  expect(stream).toEqual({ soon: true });
  // The channel's allowance of a minute is used up.
  await shop.engine.passTime();
  await shop.read('still_there');
  expect(new Set(await shop.statuses())).toEqual(new Set(['cancelled']));
});

test('an order that was passed over because another transaction had it stays on its way', async () => {
  const shop = await splittingShop(own);
  await shop.openWarehouse(false);
  const { mugs } = shop.two();
  await shop.read('orders');
  const { id, warehouse_order_id } = await shop.row(mugs);
  let walked: Promise<void> | undefined;
  await shop.inTenant(async ({ db, accountId }) => {
    await sql`select from orders where account_id = ${accountId} and id = ${id} for update`.execute(db);
    walked = shop.read('still_there');
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => own.sql(waiting)).toHaveLength(1);
  });
  await walked;
  expect(requests(shop, 'get_order')).toBe(1);
  expect(await shop.row(mugs)).toMatchObject({ warehouse_order_id, events: ['arrived', 'released'] });
});
