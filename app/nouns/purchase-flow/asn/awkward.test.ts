import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { bringBack, remove } from '../../purchase-orders/actions/delete.ts';
import { savePurchaseOrder } from '../../purchase-orders/actions/edit.ts';
import { cancel, hold, unhold } from '../../purchase-orders/actions/flags.ts';
import { lockAlsoDeleted, lockPurchaseOrders } from '../lock.ts';
import { acceptOver, acceptReceipt, markProcessed } from '../receipts/decide.ts';
import { processReceipts } from '../receipts/process.ts';

// What makes purchase orders hard: goods and words that come in another order than the books would like.

const own = testDatabase();

async function announced(lines = [{ sku: 'MUG', quantity: 10 }]): Promise<Buyer & { id: number; remoteId: number }> {
  const buyer = await buildBuyer(own);
  const remoteId = buyer.buy('P-1', { lines });
  await buyer.sync();
  return { ...buyer, id: (await buyer.purchase('P-1')).id, remoteId };
}
type Announced = Awaited<ReturnType<typeof announced>>;

async function process({ inTenant, sync, id }: Announced): Promise<void> {
  await inTenant((tenant) => processReceipts(tenant, id));
  await sync();
}
const locked = ({ inTenant, id }: Announced, act: typeof hold | typeof unhold | typeof cancel | typeof remove) =>
  inTenant(async (tenant) => void (await act(tenant, await lockPurchaseOrders(tenant, [id]))));
const undeleted = ({ inTenant, id }: Announced) => inTenant(async (tenant) => bringBack(tenant, await lockAlsoDeleted(tenant, [id])));
const asnsOf = ({ sandbox }: Buyer) => sandbox.control.state().amware[0]?.asns ?? [];
async function settled(buyer: Announced): Promise<void> {
  await buyer.engine.passTime();
  await buyer.flow();
}

test('of two lines of one SKU the first is filled first, and each is booked to its own line', async () => {
  const buyer = await announced([
    { sku: 'MUG', quantity: 10 },
    { sku: 'MUG', quantity: 5 },
  ]);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 12 }]);
  expect((await buyer.purchase('P-1')).lines).toMatchObject([{ quantity_received: 10 }, { quantity_received: 2 }]);
  await process(buyer);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 3 }], { close: true });
  await process(buyer);
  await settled(buyer);
  const order = buyer.sandbox.control.state().netsuite[0]?.transactions.find(({ id }) => id === buyer.remoteId);
  expect(order?.lines.map(({ quantity, done }) => [quantity, done])).toEqual([
    [10, 10],
    [5, 5],
  ]);
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'closed_out', issues: [] });
});

test('what the warehouse takes back after the booking is told to a person, who corrects the source and marks it', async () => {
  const buyer = await announced();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 10 }]);
  await process(buyer);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: -2 }], { type: 'adjustment', close: true });
  await settled(buyer);
  const { issues, sentences, receipts, lines, status } = await buyer.purchase('P-1');
  expect([status, issues, sentences]).toEqual([
    'received',
    [`unexpected_item:line:${lines[0]?.id}`],
    ['The warehouse took back 2 of MUG more than is still to be booked. Correct that at the source, then mark the receipt as processed.'],
  ]);
  await buyer.inTenant((tenant) => markProcessed(tenant, buyer.id, receipts[1]?.id ?? 0));
  await settled(buyer);
  expect(await buyer.purchase('P-1')).toMatchObject({
    ...{ status: 'closed_out', issues: [], units_received: 8 },
    lines: [{ quantity_received: 8, quantity_processed: 8 }],
  });
});

test('a receipt that is corrected after its booking stays as it was booked until a person accepts the correction', async () => {
  const buyer = await announced();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 10 }]);
  await process(buyer);
  const { receipts } = buyer.sandbox.control.client();
  const [receipt] = [...receipts.rows.values()];
  if (receipt) receipts.change(receipt.id, receipt, { quantity: 7 });
  await buyer.sync();
  const before = await buyer.purchase('P-1');
  expect(before).toMatchObject({
    units_received: 10,
    sentences: ['The warehouse corrected a receipt of MUG to 7 after it had been processed.'],
  });
  await buyer.inTenant((tenant) => acceptReceipt(tenant, buyer.id, before.receipts[0]?.id ?? 0, null));
  expect(await buyer.purchase('P-1')).toMatchObject({ issues: [], lines: [{ quantity_received: 7, quantity_processed: 7 }] });
});

test('goods that come after the order was closed out wait for a person, who opens it again', async () => {
  const buyer = await announced();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 8 }], { close: true });
  await process(buyer);
  await settled(buyer);
  expect((await buyer.purchase('P-1')).status).toBe('closed_out');
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 2 }]);
  const late = await buyer.purchase('P-1');
  expect(late).toMatchObject({ status: 'closed_out', units_received: 8, sentences: ['2 of MUG came after the order was closed out.'] });
  await buyer.inTenant((tenant) => acceptReceipt(tenant, buyer.id, late.receipts[1]?.id ?? 0, null));
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'received', units_received: 10, issues: [] });
  await process(buyer);
  await settled(buyer);
  expect([(await buyer.purchase('P-1')).status, buyer.booked().map(({ quantity }) => quantity)]).toEqual(['closed_out', [8, 2]]);
});

test('a source that cuts a quantity below what was received needs a person, before what came is booked', async () => {
  const buyer = await announced();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 10 }]);
  const { books } = buyer.sandbox.control.company();
  books.patch('transactionline', { transaction: buyer.remoteId, id: 1 }, { quantity: 6 });
  buyer.change(buyer.remoteId, {});
  await buyer.sync();
  const { sentences, lines } = await buyer.purchase('P-1');
  expect([sentences, lines]).toMatchObject([['4 more of MUG came than the 6 that are ordered.'], [{ quantity: 6, quantity_received: 10 }]]);
  await expect(process(buyer)).rejects.toThrow('1 receipt waits for a decision first.');
  await buyer.inTenant((tenant) => acceptOver(tenant, buyer.id, lines[0]?.id ?? 0));
  expect((await buyer.purchase('P-1')).issues).toEqual([]);
  // Raised again, the line has room for four more, which nobody has to accept.
  books.patch('transactionline', { transaction: buyer.remoteId, id: 1 }, { quantity: 12 });
  buyer.change(buyer.remoteId, {});
  await buyer.sync();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 3 }]);
  expect((await buyer.purchase('P-1')).sentences).toEqual(['1 more of MUG came than the 12 that are ordered.']);
});

test('a hold after the announcement is a request: agreed to, it is announced anew when it is taken off', async () => {
  const buyer = await announced();
  await locked(buyer, hold);
  expect((await buyer.purchase('P-1')).events).toContain('cancel_requested');
  await buyer.flow();
  expect([await buyer.purchase('P-1'), asnsOf(buyer)]).toMatchObject([{ status: 'hold', asns: ['cancelled'] }, [{ status: 'cancelled' }]]);
  await locked(buyer, unhold);
  await buyer.flow();
  expect([await buyer.purchase('P-1'), asnsOf(buyer)]).toMatchObject([
    { status: 'pending', asns: ['cancelled', 'announced'] },
    [{ status: 'cancelled' }, { status: 'announced' }],
  ]);
});

test('a hold that is taken off before the warehouse was asked leaves the announcement as it is', async () => {
  const buyer = await announced();
  await locked(buyer, hold);
  await locked(buyer, unhold);
  await buyer.flow();
  expect([await buyer.purchase('P-1'), asnsOf(buyer)]).toMatchObject([
    { status: 'pending', asns: ['announced'] },
    [{ status: 'announced' }],
  ]);
  await locked(buyer, hold);
  await buyer.flow();
  expect([await buyer.purchase('P-1'), asnsOf(buyer)]).toMatchObject([{ status: 'hold', asns: ['cancelled'] }, [{ status: 'cancelled' }]]);
});

test('a deletion that is undone before the warehouse was asked leaves the announcement as it is', async () => {
  const buyer = await announced();
  await locked(buyer, remove);
  await undeleted(buyer);
  await buyer.flow();
  expect([await buyer.purchase('P-1'), asnsOf(buyer)]).toMatchObject([
    { status: 'pending', asns: ['announced'] },
    [{ status: 'announced' }],
  ]);
  const told = await own.sql(`select from purchase_order_events where account_id = $1 and kind = 'restored' and sentence ->> 'code' = $2`, [
    buyer.accountId,
    'still_expected',
  ]);
  expect(told).toHaveLength(1);
});

test('a cancellation that the warehouse was not asked for yet is not lost when the deletion after it is undone', async () => {
  const buyer = await announced();
  await locked(buyer, cancel);
  await locked(buyer, remove);
  await undeleted(buyer);
  await buyer.flow();
  expect([await buyer.purchase('P-1'), asnsOf(buyer)]).toMatchObject([{ status: 'cancelled' }, [{ status: 'cancelled' }]]);
});

test('a cancellation that comes too late leaves the order as it is, and says so', async () => {
  const buyer = await announced();
  const { inbound, asns } = buyer.sandbox.control.client();
  const [asn] = [...asns.rows.values()];
  if (asn) inbound.take(asn, [{ sku: 'MUG', quantity: 3, lot: null }]);
  await locked(buyer, cancel);
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'received', withdraw_outcome: 'too_late', units_received: 3, issues: [] });
});

test('an announcement whose reply is lost is the same one, also when its goods have come before we ask again', async () => {
  const buyer = await buildBuyer(own);
  const { faults } = buyer.sandbox.control;
  buyer.buy('P-1');
  faults.add({ target: 'amware', operation: 'create_asn', kind: 'drop_after_accept', probability: 1 });
  // The warehouse's own list, which is not read yet, would say that it was accepted.
  await buyer.read('purchase_orders');
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['waiting'], warehouse_reference_number: null });
  faults.clear();
  const { inbound, asns } = buyer.sandbox.control.client();
  const [asn] = [...asns.rows.values()];
  if (asn) inbound.take(asn, [{ sku: 'MUG', quantity: 10, lot: null }]);
  if (asn) inbound.close(asn);
  await buyer.engine.passTime();
  await buyer.flow();
  expect(asnsOf(buyer)).toHaveLength(1);
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'received', asns: ['closed'], units_received: 10, issues: [] });
});

test('a change that comes too late, of an announcement whose goods agree, needs nobody', async () => {
  const buyer = await announced();
  const { inbound, asns } = buyer.sandbox.control.client();
  const [asn] = [...asns.rows.values()];
  if (asn) inbound.close(asn);
  buyer.change(buyer.remoteId, { duedate: '2031-05-04' });
  // The warehouse's own list, which is not read yet, would say that it is closed.
  await buyer.read('purchase_orders');
  expect((await buyer.purchase('P-1')).issues).toEqual([]);
  buyer.sandbox.control.company().books.patch('transactionline', { transaction: buyer.remoteId, id: 1 }, { quantity: 12 });
  buyer.change(buyer.remoteId, {});
  await buyer.read('purchase_orders');
  expect((await buyer.purchase('P-1')).issues).toEqual(['rejected_by_warehouse:announce_change']);
});

test('an announcement that the warehouse closes with nothing received ends the order, and what was to come of it is no longer expected', async () => {
  const buyer = await announced();
  const { inbound, asns } = buyer.sandbox.control.client();
  const [asn] = [...asns.rows.values()];
  if (asn) inbound.close(asn);
  await buyer.flow();
  await settled(buyer);
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'closed_out', units_received: 0, issues: [] });
});

test('a save sends again what was tried too often', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  buyer.sandbox.control.faults.add({ target: 'amware', operation: 'create_asn', kind: '500', probability: 1 });
  await buyer.sync();
  await own.sql(`update outbox set state = 'failed', attempts = 15 where kind = 'announce' and account_id = $1`, [buyer.accountId]);
  buyer.sandbox.control.faults.clear();
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => savePurchaseOrder(tenant, id, { note: 'again' }));
  await settled({ ...buyer, id, remoteId: 0 });
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['announced'], issues: [] });
});

test('another lot than the one ordered counts to its line, and lines keep to their own lots where they can', async () => {
  const buyer = await announced();
  await buyer.inTenant((tenant) => savePurchaseOrder(tenant, buyer.id, { lines: [{ sku: 'MUG', quantity: 4, lot_number: 'L-9' }] }));
  await buyer.flow();
  await buyer.receive('P-1', [
    { sku: 'MUG', quantity: 4, lot: 'L-9' },
    { sku: 'MUG', quantity: 11, lot: 'L-8' },
  ]);
  const { lines, issues } = await buyer.purchase('P-1');
  expect(lines.map(({ quantity_received }) => quantity_received)).toEqual([11, 4]);
  expect(issues).toEqual([`over_received:line:${lines[0]?.id}`]);
});

test('a receipt that is stored while its announcement becomes known is found by the next check', async () => {
  const buyer = await announced();
  const { inbound, asns } = buyer.sandbox.control.client();
  const [asn] = [...asns.rows.values()];
  if (asn) inbound.take(asn, [{ sku: 'MUG', quantity: 4, lot: null }]);
  await buyer.sync();
  // As two transactions leave it that did not see each other.
  await own.sql('delete from receipt_lines; update receipts set purchase_order_id = null');
  await own.sql(`update purchase_orders set receipts_counted = 0, units_received = 0, status = 'pending' where id = $1`, [buyer.id]);
  await buyer.tidy();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'received', units_received: 4, issues: [] });
});
