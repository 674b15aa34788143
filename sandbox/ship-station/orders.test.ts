import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { visit } from '../test/visit.ts';

type Page = {
  orders: { orderId: number; orderNumber: string; modifyDate: string; orderStatus: string }[];
  total: number;
  page: number;
  pages: number;
};
const order = (number: number | string, changes = {}) => ({ orderNumber: `N${number}`, items: [{ sku: 'MUG', quantity: 1 }], ...changes });

async function shop(count: number) {
  const clock = manualClock('2026-11-20T18:00:00Z');
  const shopped = await visit({ clock, limits: { shipStation: null } });
  for (let number = 1; number <= count; number++) {
    clock.advance(1000);
    shopped.control.seller().add([order(number)]);
  }
  const page = async (query: string) => (await shopped.shipStation<Page>(`/orders?${query}`)).body;
  return { ...shopped, clock, page };
}

test('pages by modification join up to every order once, in both directions', async () => {
  const { page } = await shop(25);
  for (const [direction, sign] of [
    ['ASC', 1],
    ['DESC', -1],
  ] as const) {
    const pages = await Promise.all([1, 2, 3].map((number) => page(`sortBy=ModifyDate&sortDir=${direction}&pageSize=10&page=${number}`)));
    expect(pages.map(({ orders, total, pages: count }) => [orders.length, total, count])).toEqual([
      [10, 25, 3],
      [10, 25, 3],
      [5, 25, 3],
    ]);
    const dates = pages.flatMap(({ orders }) => orders.map(({ modifyDate }) => modifyDate));
    expect(dates).toEqual(dates.toSorted((a, b) => sign * a.localeCompare(b)));
    expect(new Set(pages.flatMap(({ orders }) => orders.map(({ orderId }) => orderId))).size).toBe(25);
  }
});

test('an order that changes moves to the end and is found by the window of its new time', async () => {
  const { page, control, clock } = await shop(5);
  const first = [...control.seller().orders.values()][0];
  if (!first) throw new Error('no order');
  clock.advance(60_000);
  control.seller().change(first, { orderStatus: 'cancelled' });
  const recent = await page('sortBy=ModifyDate&modifyDateStart=2026-11-20T10:01:00');
  expect(recent.orders.map(({ orderNumber, orderStatus, modifyDate }) => [orderNumber, orderStatus, modifyDate])).toEqual([
    ['N1', 'cancelled', '2026-11-20T10:01:05.0000000'],
  ]);
  expect((await page('orderStatus=awaiting_shipment')).total).toBe(4);
  expect((await page('orderStatus=cancelled')).total).toBe(1);
});

test('stores, numbers and other sort orders filter as well', async () => {
  const { page, control } = await shop(0);
  control.seller().add([order(1, { storeId: 310_002, orderDate: 3 }), order(2, { orderDate: 1 }), order(30, { orderDate: 2 })]);
  expect((await page('storeId=310002')).orders.map(({ orderNumber }) => orderNumber)).toEqual(['N1']);
  expect((await page('orderNumber=N3')).orders.map(({ orderNumber }) => orderNumber)).toEqual(['N30']);
  expect((await page('sortBy=OrderDate')).orders.map(({ orderNumber }) => orderNumber)).toEqual(['N2', 'N30', 'N1']);
  expect((await page('page=7')).orders).toEqual([]);
  expect((await page('pageSize=9999')).pages).toBe(1);
});

test('an order is written with 64-bit ids, prices as numbers and charges marked', async () => {
  const { control, shipStation } = await visit();
  const [entered] = control.seller().add([
    order(1, {
      items: [
        { sku: 'MUG', quantity: 3, unitPrice: '2.55' },
        { sku: 'D', quantity: -1, unitPrice: '0.50', adjustment: true },
      ],
    }),
  ]);
  const { body } = await shipStation<{ orderId: number; orderTotal: number; items: object[] }>(`/orders/${entered?.orderId}`);
  expect(body.orderId).toBeGreaterThan(2 ** 32);
  expect(body.orderTotal).toBe(7.15);
  expect(body.items).toMatchObject([
    { sku: 'MUG', unitPrice: 2.55, adjustment: false },
    { sku: 'D', quantity: -1, adjustment: true },
  ]);
  expect((await shipStation('/orders/1')).status).toBe(404);
});

test('an invalid request is refused in ShipStation’s words', async () => {
  const { shipStation } = await visit();
  for (const query of ['modifyDateStart=soon', 'orderStatus=lost', 'sortBy=Mood', 'page=0']) {
    const { status, body } = await shipStation(`/orders?${query}`);
    expect([status, body]).toMatchObject([400, { Message: 'The request is invalid.' }]);
  }
  expect((await shipStation('/nowhere')).status).toBe(404);
  expect((await shipStation('/orders', { headers: { authorization: 'Basic bm86bm8=' } })).status).toBe(401);
});
