import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../test/shop/purchasing.ts';
import { disconnect } from '../../shared/connections/connecting/commands.ts';
import { closeShort } from '../purchase-orders/actions/close-short.ts';
import { expectNoMore } from '../purchase-orders/actions/expect-no-more.ts';
import { cancel, hold } from '../purchase-orders/actions/flags.ts';
import { recordWithdrawn } from './asn/record.ts';
import { checkPurchaseOrders } from './checking/check.ts';
import { lockPurchaseOrders } from './lock.ts';
import { processReceipts } from './receipts/process.ts';

// A purchase order that a person or its source ends while goods of it are on the way.

const own = testDatabase();

async function announced(): Promise<Buyer & { id: number; remoteId: number }> {
  const buyer = await buildBuyer(own);
  const remoteId = buyer.buy('P-1');
  await buyer.flow();
  return { ...buyer, id: (await buyer.purchase('P-1')).id, remoteId };
}
type Announced = Awaited<ReturnType<typeof announced>>;

async function partReceived(): Promise<Announced> {
  const buyer = await announced();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 6 }]);
  await buyer.inTenant((tenant) => processReceipts(tenant, buyer.id));
  await buyer.sync();
  return buyer;
}

const asnsOf = ({ sandbox }: Buyer) => sandbox.control.state().amware[0]?.asns ?? [];
/** Twice: what found its rows locked by another job is looked at again only then. */
async function settled(buyer: Announced): Promise<void> {
  for (const _ of [1, 2]) {
    await buyer.engine.passTime();
    await buyer.flow();
  }
}

test('closed short, the warehouse is asked to expect nothing more, and the order ends when it agrees', async () => {
  const buyer = await partReceived();
  expect(await buyer.inTenant((tenant) => closeShort(tenant, buyer.id, 'The vendor has no more.'))).toBe(true);
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'received', asns: ['receiving'] });
  await buyer.sync();
  await settled(buyer);
  expect([await buyer.purchase('P-1'), asnsOf(buyer)]).toMatchObject([{ status: 'closed_out', asns: ['closed'] }, [{ status: 'closed' }]]);
});

test('at a warehouse that goes on expecting the rest, one closed short ends, and what still comes waits for a person', async () => {
  const buyer = await partReceived();
  await buyer.inTenant((tenant) => closeShort(tenant, buyer.id, 'The vendor has no more.'));
  const [asn] = await own.sql<{ id: string }>('select id from asns where account_id = $1', [buyer.accountId]);
  await buyer.inTenant((tenant) => recordWithdrawn(tenant, Number(asn?.id), 'too_late'));
  await buyer.inTenant((tenant) => checkPurchaseOrders(tenant, [buyer.id]));
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'closed_out', asns: ['receiving'], withdraw_outcome: 'too_late' });
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 4 }]);
  expect((await buyer.purchase('P-1')).sentences).toEqual(['4 of MUG came after the order was closed out.']);
});

test('one that its source closes while all of it is on the way is told to a person, who has the warehouse expect no more', async () => {
  const buyer = await announced();
  buyer.change(buyer.remoteId, { status: 'H' });
  await buyer.sync();
  expect(await buyer.purchase('P-1')).toMatchObject({
    ...{ status: 'pending', issues: [`ended_at_source:order:${buyer.id}`] },
    sentences: [
      'Its source closed it, but 10 of 10 announced units are still on the way. Ask the warehouse to stop expecting it, or open it again there.',
    ],
  });
  await buyer.inTenant((tenant) => expectNoMore(tenant, buyer.id));
  expect((await buyer.purchase('P-1')).issues).toEqual([]);
  await buyer.flow();
  expect([await buyer.purchase('P-1'), asnsOf(buyer)]).toMatchObject([{ status: 'cancelled' }, [{ status: 'cancelled' }]]);
});

test('one that its source closes when a part has come is closed short by the same remedy', async () => {
  const buyer = await partReceived();
  buyer.change(buyer.remoteId, { status: 'H' });
  await buyer.sync();
  expect((await buyer.purchase('P-1')).sentences).toMatchObject([expect.stringContaining('4 of 10 announced units')]);
  await buyer.inTenant((tenant) => expectNoMore(tenant, buyer.id));
  await buyer.sync();
  await settled(buyer);
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'closed_out', issues: [], close_reason: 'Its source has ended it.' });
});

test('one that its source cancels when the warehouse is asked too late is told to a person, until something has come', async () => {
  const buyer = await announced();
  const { asns } = buyer.sandbox.control.client();
  const [asn] = [...asns.rows.values()];
  // Its lorry is at the dock.
  if (asn) asns.change(asn.id, asn, { status: 'receiving' });
  buyer.change(buyer.remoteId, { status: 'C' });
  await buyer.sync();
  expect(await buyer.purchase('P-1')).toMatchObject({
    status: 'pending',
    withdraw_outcome: 'too_late',
    issues: [`ended_at_source:order:${buyer.id}`],
  });
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 4 }]);
  expect((await buyer.purchase('P-1')).issues).toEqual([`cancelled_after_receipt:order:${buyer.id}`]);
});

test('one that its source closes because everything was booked there is no matter for a person', async () => {
  const buyer = await announced();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 10 }]);
  await buyer.inTenant((tenant) => processReceipts(tenant, buyer.id));
  await buyer.sync();
  buyer.change(buyer.remoteId, { status: 'F' });
  await buyer.sync();
  expect(await buyer.purchase('P-1')).toMatchObject({ source_state: 'closed', status: 'received', issues: [] });
});

test('where its warehouse is disconnected nobody is asked: a cancelled one ends at once, one that was held is no longer announced', async () => {
  const buyer = await announced();
  buyer.buy('P-2');
  await buyer.sync();
  const { id: other } = await buyer.purchase('P-2');
  await buyer.inTenant((tenant) => disconnect(tenant, buyer.warehouseId));
  const act = (id: number, action: typeof cancel | typeof hold) =>
    buyer.inTenant(async (tenant) => void (await action(tenant, await lockPurchaseOrders(tenant, [id]))));
  await act(buyer.id, cancel);
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'cancelled', asns: ['cancelled'], warehouse_reference_number: null });
  await act(other, hold);
  expect(await buyer.purchase('P-2')).toMatchObject({ status: 'hold', asns: ['cancelled'], lines: [{ quantity_announced: 0 }] });
});

test('a cancellation that its warehouse has not replied to ends when that is disconnected', async () => {
  const buyer = await announced();
  await buyer.inTenant(async (tenant) => void (await cancel(tenant, await lockPurchaseOrders(tenant, [buyer.id]))));
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'pending', asns: ['announced'] });
  await buyer.inTenant((tenant) => disconnect(tenant, buyer.warehouseId));
  await buyer.tidy();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'cancelled', asns: ['cancelled'] });
});

test('what a disconnected warehouse had refused to withdraw is no matter for a person', async () => {
  const buyer = await announced();
  const { asns } = buyer.sandbox.control.client();
  asns.rows.clear();
  await buyer.inTenant(async (tenant) => void (await cancel(tenant, await lockPurchaseOrders(tenant, [buyer.id]))));
  await buyer.flow();
  expect((await buyer.purchase('P-1')).issues).toEqual(['rejected_by_warehouse:withdraw']);
  await buyer.inTenant((tenant) => disconnect(tenant, buyer.warehouseId));
  await buyer.tidy();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'cancelled', asns: ['cancelled'], issues: [] });
});

test('one that its source cancelled when the warehouse was asked too late ends when that is disconnected', async () => {
  const buyer = await announced();
  const { asns } = buyer.sandbox.control.client();
  for (const asn of [...asns.rows.values()]) asns.change(asn.id, asn, { status: 'receiving' });
  buyer.change(buyer.remoteId, { status: 'C' });
  await buyer.sync();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'pending', withdraw_outcome: 'too_late' });
  await buyer.inTenant((tenant) => disconnect(tenant, buyer.warehouseId));
  await buyer.tidy();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'cancelled', asns: ['cancelled'], issues: [] });
});
