import { expect } from 'vitest';
import { paces } from '../../sandbox/amware/pace.ts';
import type { Shop } from '../build.ts';

/** By their first order number, since those that are sent side by side arrive in either order. */
export const warehouseOrders = ({ sandbox }: Shop) =>
  (sandbox.control.state().amware[0]?.orders ?? [])
    .map(withOurNumbers)
    .toSorted((a, b) => firstNumber(a).localeCompare(firstNumber(b), 'en', { numeric: true }));

/** Without those of the channel, which follow ours. */
const withOurNumbers = <T extends { orderNumbers: string[] }>(order: T): T => ({
  ...order,
  orderNumbers: order.orderNumbers.filter((number) => number.startsWith('SO-')),
});

const firstNumber = ({ orderNumbers }: { orderNumbers: string[] }) => orderNumbers[0] ?? '';

export const channelOrders = ({ sandbox }: Shop) => sandbox.control.state().shipStation[0]?.orders ?? [];

/** Lets the warehouse ship all that it has. */
export async function shipAll(shop: Shop) {
  shop.sandbox.control.set({ pace: paces.instant });
  const { floor, orders } = shop.sandbox.control.client();
  for (const order of orders.rows.values()) floor.advance(order);
  await shop.flow();
}

/** An order that the warehouse has accepted, while we only know that the connection broke. */
export async function sendWithLostReply(shop: Shop) {
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: 'drop_after_accept', times: 2 });
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'find_order', kind: '500', probability: 1 });
  shop.sell({ orderNumber: '1001' });
  await shop.read('orders');
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', in_amware: 0, warehouse_order_id: expect.any(Number) });
  expect(warehouseOrders(shop)).toMatchObject([{ status: 'open' }]);
}

export async function endFaults(shop: Shop) {
  shop.sandbox.control.faults.clear();
  await shop.engine.passTime();
  await shop.flow();
}
