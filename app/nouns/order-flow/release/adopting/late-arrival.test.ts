import { expect, test } from 'vitest';
import type { SellerOrder } from '../../../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders, type Shop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { issuesInWords } from '../../../../../test/in-words.ts';
import { endFaults, sendWithLostReply } from '../../../../../test/shop/warehouse.ts';

const own = testDatabase();

/**
 * The reply to an order was lost, and the warehouse took it in only after the channel had changed its address, and it had been sent again
 * to that one under the same reference.
 */
async function tookInLate(changes: Partial<SellerOrder['shipTo']>, sentAgain: '429' | '500', isPicked = false) {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  await sendWithLostReply(shop);
  const { orders, floor } = shop.sandbox.control.client();
  const there = [...orders.rows.values()][0] ?? expect.unreachable('it arrived');
  orders.rows.delete(there.id);
  const [sold] = [...shop.sandbox.control.seller().orders.values()];
  if (!sold) return expect.unreachable('it was sold');
  shop.sandbox.control.seller().change(sold, { shipTo: { ...sold.shipTo, ...changes } });
  shop.sandbox.control.faults.clear();
  // Neither who asks nor a list finds it until it is taken in.
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'read_order_changes', kind: '500', probability: 1 });
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: sentAgain, probability: 1 });
  await shop.read('orders');
  for (let look = 0; look < 3; look++) {
    await shop.engine.passTime();
    await shop.flow();
  }
  orders.rows.set(there.id, there);
  if (isPicked) floor.advance(there);
  await endFaults(shop);
  return { shop, there };
}

const place = ({ body: { ship_to: to } }: { body: { ship_to: Record<string, unknown> } }) => [to.company, to.city];
const words = async ({ accountId }: Shop) =>
  issuesInWords(await own.sql(`select sentence from issues where account_id = $1 and closed_at is null`, [accountId]));

test.each([
  ['city', { city: 'Dallas' }, '429'],
  ['company', { company: 'Acme' }, '500'],
] as const)('what was taken in late with another %s is asked to go where its channel has it now', async (_, changes, sentAgain) => {
  const { shop, there } = await tookInLate(changes, sentAgain);
  expect(place(there)).toContain(Object.values(changes)[0]);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', in_amware: 1, issues: [] });
  expect(shop.sandbox.control.client().orders.rows.size).toBe(1);
});

test('what is picked by then is for a person, who sees what differs', async () => {
  const { shop, there } = await tookInLate({ company: 'Acme' }, '500', true);
  expect(place(there)[0]).toBeNull();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', in_amware: 0, issues: ['found_otherwise:found'] });
  expect(JSON.stringify(await words(shop))).toMatch(/no company, .*company Acme/);
});
