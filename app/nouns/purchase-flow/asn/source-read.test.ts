import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { setPaused } from '../../../shared/connections/connecting/commands.ts';
import { getPurchaseOrder } from '../../purchase-orders/detail/queries.ts';

const own = testDatabase();

/** Two purchase orders whose announcements wait while the warehouse is paused. `suspendForLong`: their source was read long ago. */
async function waiting() {
  const buyer = await buildBuyer(own);
  const pause = (paused: boolean) => buyer.inTenant((tenant) => setPaused(tenant, buyer.warehouseId, paused));
  await buyer.sync();
  await pause(true);
  const remoteIds = [buyer.buy('P-1'), buyer.buy('P-2')] as const;
  await buyer.sync();
  expect((await buyer.purchases()).map(({ asns }) => asns)).toEqual([['waiting'], ['waiting']]);
  return {
    ...buyer,
    remoteIds,
    suspendForLong: async () => {
      await own.sql(
        `update streams set drained_at = date_subtract(drained_at, interval '61 minutes', 'UTC') where account_id = $1 and stream = 'purchase_orders'`,
        [buyer.accountId],
      );
    },
    resume: async () => {
      await pause(false);
      await buyer.engine.runJobs();
    },
    announced: () => (buyer.sandbox.control.state().amware[0]?.asns ?? []).map(({ lines }) => lines.map(({ quantity }) => quantity)),
  };
}

test('what waited while an account was suspended is announced once its source is read, and not where that has ended it', async () => {
  const buyer = await waiting();
  await buyer.suspendForLong();
  buyer.change(buyer.remoteIds[0], { status: 'C' });
  await buyer.resume();
  expect(buyer.announced()).toEqual([]);
  await buyer.read('purchase_orders');
  expect(buyer.announced()).toEqual([[10]]);
  expect(await buyer.purchases()).toMatchObject([
    { status: 'cancelled', asns: ['cancelled'] },
    { status: 'pending', asns: ['announced'] },
  ]);
});

test('the page of an order whose announcement waits says for whom, and what helps', async () => {
  const buyer = await waiting();
  const { id } = await buyer.purchase('P-1');
  const waits = async () => (await buyer.inTenant((tenant) => getPurchaseOrder(tenant, Number(id))))?.announcement_waits;
  expect(await waits()).toBe('It is announced once Amware is resumed: it is paused.');
  await buyer.inTenant((tenant) => setPaused(tenant, buyer.ledgerId, true));
  await buyer.suspendForLong();
  await buyer.resume();
  expect(await waits()).toBe('It is announced once NetSuite is resumed and its changes are read: it is paused.');
  await own.sql(`update connections set state = 'needs_reconnect' where id = $1`, [buyer.ledgerId]);
  expect(await waits()).toBe('It is announced once NetSuite is connected again and its changes are read: its access has ended.');
  await own.sql(`update connections set state = 'active' where id = $1`, [buyer.ledgerId]);
  expect(await waits()).toBe('It is announced once the changes of NetSuite are read.');
  await buyer.read('purchase_orders');
  await buyer.engine.runJobs();
  expect([await waits(), buyer.announced().length]).toEqual([null, 2]);
});

test('what its source closes before it is announced is not announced', async () => {
  const buyer = await waiting();
  buyer.change(buyer.remoteIds[0], { status: 'H' });
  await buyer.read('purchase_orders');
  await buyer.resume();
  expect(buyer.announced()).toEqual([[10]]);
  expect(await buyer.purchases()).toMatchObject([
    { status: 'closed_out', asns: ['cancelled'], issues: [] },
    { status: 'pending', asns: ['announced'] },
  ]);
});
