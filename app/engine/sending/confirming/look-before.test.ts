import { expect, test } from 'vitest';
import type { SellerOrder } from '../../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { shipAll } from '../../../../test/shop/warehouse.ts';
import { wakeOutbox } from '../../../shared/outbox/queue.ts';

const own = testDatabase();

/** Orders that the warehouse has shipped while the channel was not called. */
async function shipped(count: number) {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 1_000, amware: 1_000 } });
  const sold = shop.sell(
    ...Array.from({ length: count }, (_, at) => ({
      orderNumber: `${1001 + at}`,
      shipTo: { street1: `${at} Street` } as SellerOrder['shipTo'],
    })),
  );
  await shop.sync();
  const setState = (state: string) => own.sql('update connections set state = $1 where id = $2', [state, shop.channelId]);
  await setState('needs_reconnect');
  await shipAll(shop);
  const seller = shop.sandbox.control.seller();
  const requests = (operation: string) => seller.counters.operations[operation] ?? 0;
  const confirm = async () => {
    await setState('active');
    await shop.inTenant((tenant) => wakeOutbox(tenant, [shop.channelId]));
    await shop.engine.runJobs();
  };
  const markByHand = (order: (typeof sold)[number] | undefined) =>
    order && seller.mark(order, { carrierCode: 'ups', trackingNumber: 'by hand', shipDate: null, notified: true });
  const statuses = async () => (await shop.orders()).map(({ order_status }) => order_status);
  return { ...shop, sold, requests, confirm, markByHand, statuses };
}

test('an order that somebody has marked at the channel since we read it gets no second mark', async () => {
  const { sold, confirm, markByHand, statuses } = await shipped(1);
  markByHand(sold[0]);
  await confirm();
  expect(sold.map(({ marks }) => marks.map(({ trackingNumber }) => trackingNumber))).toEqual([['by hand']]);
  expect(await statuses()).toEqual(['fulfilled']);
});

test('of many orders one request tells which are marked already; those alone are looked up', async () => {
  const { sold, requests, confirm, markByHand, statuses } = await shipped(8);
  markByHand(sold[3]);
  const [lists, looks] = [requests('list_orders'), requests('get_order')];
  await confirm();
  expect(sold.map(({ marks }) => marks.length)).toEqual(sold.map(() => 1));
  expect(sold[3]?.marks[0]?.trackingNumber).toBe('by hand');
  expect(new Set(await statuses())).toEqual(new Set(['fulfilled']));
  expect([requests('list_orders') - lists, requests('get_order') - looks]).toEqual([1, 1]);
});

test('a list that is too long is not requested again for each batch', async () => {
  const { sell, requests, confirm, sandbox, sold } = await shipped(50);
  const seller = sandbox.control.seller();
  const elsewhere = { carrierCode: 'ups', trackingNumber: 'elsewhere', shipDate: null, notified: true };
  for (const order of sell(...Array.from({ length: 501 }, (_, at) => ({ orderNumber: `${5001 + at}` })))) seller.mark(order, elsewhere);
  const [lists, looks] = [requests('list_orders'), requests('get_order')];
  await confirm();
  expect(sold.map(({ marks }) => marks.length)).toEqual(sold.map(() => 1));
  expect([requests('list_orders') - lists, requests('get_order') - looks]).toEqual([1, 50]);
});

test('when the list cannot be read, each order is looked up', async () => {
  const { sold, requests, confirm, markByHand, sandbox } = await shipped(3);
  markByHand(sold[1]);
  sandbox.control.faults.add({ target: 'ship_station', operation: 'list_orders', kind: '500', times: 1 });
  const looks = requests('get_order');
  await confirm();
  expect(sold.map(({ marks }) => marks.length)).toEqual([1, 1, 1]);
  expect(requests('get_order') - looks).toBe(3);
});
