import { expect, test } from 'vitest';
import { enterItem, enterLine } from '../../../../sandbox/netsuite/enter.ts';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { setPaused } from '../../../shared/connections/connecting/commands.ts';
import { togglePurchaseLock } from '../../purchase-orders/actions/lock.ts';
import { getPurchaseOrder } from '../../purchase-orders/detail/queries.ts';
import { checkPurchaseOrders } from '../checking/check.ts';

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

test('while a source is read for the first time, what it has said lately is announced, and what it said long ago waits', async () => {
  const buyer = await waiting();
  await own.sql(`update streams set drained_at = null where account_id = $1`, [buyer.accountId]);
  await own.sql(
    `update purchase_order_payloads set received_at = date_subtract(received_at, interval '61 minutes', 'UTC') where purchase_order_id = $1`,
    [(await buyer.purchase('P-1')).id],
  );
  buyer.change(buyer.remoteIds[0], { status: 'C' });
  await buyer.resume();
  expect((await buyer.purchases()).map(({ asns }) => asns)).toEqual([['waiting'], ['announced']]);
  await buyer.read('purchase_orders');
  expect((await buyer.purchases()).map(({ status, asns }) => [status, ...asns])).toEqual([
    ['cancelled', 'cancelled'],
    ['pending', 'announced'],
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

test('the page says what keeps the order itself: a lock, an issue, or that it has to be read again', async () => {
  const buyer = await waiting();
  const { id } = await buyer.purchase('P-1');
  const waits = async () => (await buyer.inTenant((tenant) => getPurchaseOrder(tenant, Number(id))))?.announcement_waits;
  await buyer.resume();
  const keep = (facts: string) => own.sql(`update purchase_orders set ${facts} where id = $1`, [id]);
  await own.sql(`update outbox set state = 'waiting' where account_id = $1`, [buyer.accountId]);
  await keep('locked = true');
  expect(await waits()).toBe('It is announced once it is unlocked.');
  await keep('locked = false, blocking_issues = 1');
  expect(await waits()).toBe('It is announced once its issues are mended.');
  await keep('blocking_issues = 0, must_reread = true');
  expect(await waits()).toBe('It is announced once it is read from NetSuite again.');
  await keep('must_reread = false');
  expect(await waits()).toBeNull();
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

/** The source adds a line of what nothing here is linked to. */
function addOwl({ sandbox, change }: Buyer, remoteId: number): void {
  const company = sandbox.control.company();
  const item = enterItem(company, { sku: 'OWL' });
  const facts = {
    itemtype: 'InvtPart',
    units: 1,
    rate: 1,
    location: 11,
    foreignamount: 1,
    dropship: 'F',
    kitcomponent: 'F',
    subsidiary: 1,
  };
  enterLine(company.books, remoteId, 9, { ...facts, item, quantity: 1, expectedreceiptdate: null });
  change(remoteId, { memo: 'An owl, too' });
}

test('what must not be announced by now waits: a lock, a line that nothing is linked to, a location that is not mapped', async () => {
  const buyer = await waiting();
  const { id } = await buyer.purchase('P-1');
  const lock = () => buyer.inTenant((tenant) => togglePurchaseLock(tenant, Number(id)));
  await lock();
  addOwl(buyer, buyer.remoteIds[1]);
  await buyer.read('purchase_orders');
  await buyer.resume();
  expect([buyer.announced(), (await buyer.purchase('P-2')).issues]).toEqual([[], ['unmapped_item:OWL']]);
  await own.sql('update location_mappings set amware_location = null where account_id = $1', [buyer.accountId]);
  await lock();
  await buyer.engine.runJobs();
  expect([buyer.announced(), (await buyer.purchase('P-1')).issues]).toEqual([[], ['unmapped_location:11']]);
  await own.sql(`update location_mappings set amware_location = 'KY1' where account_id = $1`, [buyer.accountId]);
  await buyer.inTenant((tenant) => checkPurchaseOrders(tenant, [Number(id)]));
  await buyer.engine.runJobs();
  expect(buyer.announced()).toEqual([[10]]);
});
