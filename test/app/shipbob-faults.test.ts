import { expect, test } from 'vitest';
import { processReceipts } from '../../app/nouns/purchase-flow/receipts/process.ts';
import type { FaultRequest } from '../../sandbox/faults.ts';
import { statusOf } from '../../sandbox/shipbob/orders.ts';
import { testDatabase } from '../database.ts';
import type { OtherShop } from '../shop/other-warehouse.ts';
import { buildShipBobShop, marks, merchant, orderOf } from '../shop/shipbob-shop.ts';

const own = testDatabase();

const faults: Partial<FaultRequest>[] = [
  ...(['500', '429_bare', 'truncated', 'malformed'] as const).map((kind) => ({ kind, probability: 0.08 })),
  ...['submit_order', 'create_asn', 'cancel_order'].map((operation) => ({
    operation,
    kind: 'drop_after_accept' as const,
    probability: 0.4,
  })),
  ...['list_orders', 'list_asns'].map((operation) => ({ operation, kind: '500' as const, probability: 0.3 })),
  { operation: 'list_orders', kind: 'duplicate', probability: 0.2 },
];

test('with orders and purchase orders in flight, whatever fails at ShipBob, none is lost, doubled or falsely marked', async () => {
  const shop = await buildShipBobShop(own);
  const { control } = shop.sandbox;
  const numbers = Array.from({ length: 14 }, (_, at) => String(2001 + at));
  const bought = Array.from({ length: 5 }, (_, at) => `P-${at + 1}`);
  for (const fault of faults) control.faults.add({ target: 'shipbob', kind: '500', ...fault });
  for (const [at, number] of numbers.entries()) {
    shop.sell({ ...orderOf(number), items: [{ sku: at % 2 ? 'CUP' : 'MUG', quantity: 1 + (at % 3) }] });
    if (bought[at]) shop.buy(bought[at]);
    if (at % 5 === 4) await goOn(shop);
  }
  control.faults.clear();
  // Each round is a minute: ShipStation takes forty requests in one, and what is in doubt waits for ten.
  for (let round = 0; round < 40 && (await open(shop)) > 0; round += 1) await goOn(shop);

  const there = merchant(shop).orders.all();
  const living = Map.groupBy(there, ({ body }) => body.order_number?.split(', ').at(-1) ?? '');
  for (const number of numbers) {
    expect(living.get(number), `${number} at ShipBob`).toHaveLength(1);
    expect(marks(shop).get(number), `${number} at its channel`).toMatchObject({ marks: 1 });
    expect(await shop.order(number)).toMatchObject({ order_status: 'fulfilled', open_issues: 0 });
  }
  const announced = Map.groupBy(merchant(shop).receivings.all(), ({ body }) => body.purchase_order_number);
  expect([...announced.values()].map(({ length }) => length)).toEqual(bought.map(() => 1));
  expect(shop.booked()).toEqual({ MUG: 50 });
});

test('an order that its channel cancels is not cancelled here alone, where ShipBob took it and cannot be asked', async () => {
  const shop = await buildShipBobShop(own);
  const { control } = shop.sandbox;
  const [sold] = shop.sell(orderOf('3001'));
  if (!sold) throw new Error('Nothing was sold.');
  control.faults.add({ target: 'shipbob', operation: 'submit_order', kind: 'drop_after_accept' });
  control.faults.add({ target: 'shipbob', operation: 'list_orders', kind: 'truncated', probability: 1 });
  await shop.read('orders');
  expect(merchant(shop).orders.all()).toHaveLength(1);
  control.seller().change(sold, { orderStatus: 'cancelled' });
  await shop.read('orders');
  expect(await shop.order('3001')).not.toMatchObject({ order_status: 'cancelled' });

  control.faults.clear();
  for (let round = 0; round < 3; round += 1) {
    await shop.engine.passTime();
    await shop.read();
  }
  expect(merchant(shop).orders.all().map(statusOf)).toEqual(['Cancelled']);
  expect(await shop.order('3001')).toMatchObject({ order_status: 'cancelled', open_issues: 0 });
});

/** Orders that are not done with, and purchase orders whose goods are not all booked. */
async function open({ accountId }: OtherShop): Promise<number> {
  const [row] = await own.sql<{ open: number }>(
    `select ((select count(*) from orders where account_id = $1 and order_status <> 'fulfilled')
      + (select count(*) from purchase_orders where account_id = $1 and status <> 'closed_out'))::int as open`,
    [accountId],
  );
  return row?.open ?? 0;
}

/** What is there leaves and arrives, and all is read. */
async function goOn(shop: OtherShop): Promise<void> {
  const { orders, ship, receivings, receive } = merchant(shop);
  await shop.read();
  for (const order of orders.all()) ship(order, 'the rest');
  for (const order of receivings.all()) if (order.status === 'Awaiting') receive(order, 'the rest');
  await shop.read();
  const ids = await own.sql<{ id: number }>('select id::int as id from purchase_orders where account_id = $1 order by id', [
    shop.accountId,
  ]);
  // One without a receipt has nothing to book.
  for (const { id } of ids) await shop.inTenant((tenant) => processReceipts(tenant, id)).catch(() => undefined);
  await shop.engine.passTime();
  await shop.read();
}
