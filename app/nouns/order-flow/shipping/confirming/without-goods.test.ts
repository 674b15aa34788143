import { expect, test } from 'vitest';
import { theirWords } from '../../../../../connectors/http/reasons.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { asking } from '../../../../../test/shop/asking.ts';
import { vendorOrder } from '../../../../../test/shop/vendor.ts';
import { warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { wakeOutbox } from '../../../../shared/outbox/queue.ts';
import { actOnOrder } from '../../../orders/actions.ts';

const own = testDatabase();

const goods = vendorOrder('1').lines;
const charges = goods.map((line) => ({ ...line, remoteLineId: '1-2', sku: 'POST', isCharge: true }));

/** An order of charges alone, whose channel has no time to close it. */
async function withoutGoods() {
  const made = await asking(own);
  const { shop, vendor } = made;
  const closes = vendor.confirm;
  const reason = theirWords('Busy.');
  const later = new Date(Date.now() + 3_600_000);
  vendor.confirm = () => ({ ok: false, failure: { kind: 'retry', at: later, reason, maybeDone: false } });
  await made.read(vendorOrder('1', { lines: charges }));
  vendor.confirm = closes;
  const calls = () => vendor.asked.filter(({ name }) => name === 'confirm').length;
  expect(calls()).toBe(1);
  /** The channel has time again. */
  const due = async () => {
    await own.sql(`update outbox set due_at = now() where account_id = $1 and kind = 'confirm' and state = 'waiting'`, [shop.accountId]);
    await shop.inTenant((tenant) => wakeOutbox(tenant, [vendor.id]));
    await shop.engine.runJobs();
  };
  const state = async () => (await own.sql(`select state from outbox where account_id = $1 and kind = 'confirm'`, [shop.accountId]))[0];
  return { ...made, calls, due, state };
}

test('an order of charges alone that has goods before its channel closed it is not said to have shipped', async () => {
  const { shop, read, order, calls, due, state } = await withoutGoods();
  await read(vendorOrder('1', { lines: [...charges, ...goods] }));
  expect(warehouseOrders(shop)).toMatchObject([{ status: 'open', units: 1 }]);
  await due();
  expect([calls(), await state()]).toEqual([1, { state: 'dropped' }]);
  expect(await order()).toMatchObject({ order_status: 'packing', issues: [] });
});

test('one that is held is closed when the hold has ended', async () => {
  const { shop, order, calls, due, state } = await withoutGoods();
  const { id } = await order();
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'hold'));
  await due();
  expect([calls(), await state()]).toEqual([1, { state: 'dropped' }]);
  expect(await order()).toMatchObject({ order_status: 'pending', on_hold: true, issues: [] });
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'unhold'));
  await shop.engine.runJobs();
  expect([calls(), await state()]).toEqual([2, { state: 'done' }]);
  expect(await order()).toMatchObject({ order_status: 'fulfilled', issues: [] });
});
