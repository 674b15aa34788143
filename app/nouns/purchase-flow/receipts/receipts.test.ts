import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { issuesInWords } from '../../../../test/in-words.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { disconnect } from '../../../shared/connections/connecting/commands.ts';
import { clearErrors } from '../../purchase-orders/actions/clear-errors.ts';
import { remove } from '../../purchase-orders/actions/delete.ts';
import { cancel, hold } from '../../purchase-orders/actions/flags.ts';
import { lockPurchaseOrders } from '../lock.ts';
import { acceptOver, acceptReceipt, markProcessed } from './decide.ts';
import { processReceipts } from './process.ts';

const own = testDatabase();

/** Announced, with ten mugs and four cups. */
async function announced(
  lines = [
    { sku: 'MUG', quantity: 10 },
    { sku: 'CUP', quantity: 4 },
  ],
): Promise<Buyer> {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1', { lines });
  await buyer.flow();
  return buyer;
}
const P = async (buyer: Buyer) => (await buyer.purchase('P-1')).id;
const process = async (buyer: Buyer) => {
  const id = await P(buyer);
  const done = await buyer.inTenant((tenant) => processReceipts(tenant, id));
  await buyer.sync();
  return done;
};

test('a receipt that is told again changes nothing', async () => {
  const buyer = await announced();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 6 }]);
  await own.sql(`update streams set cursor = null where stream = 'receipts'`);
  await buyer.sync();
  expect(await buyer.purchase('P-1')).toMatchObject({ units_received: 6, receipts: [{ quantity: 6 }] });
});

test('more than was ordered waits for a person, and is booked once it is accepted', async () => {
  const buyer = await announced();
  buyer.sandbox.control.company().preferences.overage = true;
  await buyer.receive(
    'P-1',
    [
      { sku: 'MUG', quantity: 12 },
      { sku: 'CUP', quantity: 4 },
    ],
    { close: true },
  );
  const { id, issues, sentences, lines } = await buyer.purchase('P-1');
  expect([issues, sentences]).toEqual([[`over_received:line:${lines[0]?.id}`], ['2 more of MUG came than the 10 that are ordered.']]);
  expect(await process(buyer)).toMatchObject({ receipts: 1, left: 1 });
  await expect(process(buyer)).rejects.toThrow('1 receipt waits for a decision first.');
  await buyer.inTenant((tenant) => acceptOver(tenant, id, lines[0]?.id ?? 0));
  expect((await buyer.purchase('P-1')).issues).toEqual([]);
  await process(buyer);
  await buyer.engine.passTime();
  await buyer.flow();
  expect(buyer.booked()).toEqual([
    { sku: 'CUP', quantity: 4 },
    { sku: 'MUG', quantity: 12 },
  ]);
  expect((await buyer.purchase('P-1')).status).toBe('closed_out');
});

test('a SKU that nobody ordered waits for a person, who counts it to a line or keeps it here', async () => {
  const buyer = await announced([{ sku: 'MUG', quantity: 10 }]);
  await buyer.receive(
    'P-1',
    [
      { sku: 'CUP', quantity: 3 },
      { sku: 'CUP', quantity: 1 },
    ],
    { close: true },
  );
  const { id, issues, receipts, lines, status } = await buyer.purchase('P-1');
  expect([status, issues]).toEqual(['received', receipts.map((one) => `unexpected_item:receipt:${one.id}`)]);
  await buyer.inTenant((tenant) => acceptReceipt(tenant, id, receipts[0]?.id ?? 0, lines[0]?.id ?? 0));
  await buyer.inTenant((tenant) => acceptReceipt(tenant, id, receipts[1]?.id ?? 0, null));
  expect(await buyer.purchase('P-1')).toMatchObject({
    issues: [],
    lines: [{ quantity_received: 3 }],
    receipts: [{ processed: false }, { processed: true }],
  });
  await process(buyer);
  expect(buyer.booked()).toEqual([{ sku: 'MUG', quantity: 3 }]);
});

test('goods for a purchase order on hold, cancelled or deleted wait for a person, who lets them count', async () => {
  for (const [end, reason] of [
    [hold, 'held'],
    [cancel, 'cancelled'],
    [remove, 'deleted'],
  ] as const) {
    const buyer = await announced([{ sku: 'MUG', quantity: 10 }]);
    const id = await P(buyer);
    const { inbound, asns } = buyer.sandbox.control.client();
    const [asn] = [...asns.rows.values()];
    await buyer.inTenant(async (tenant) => void (await end(tenant, await lockPurchaseOrders(tenant, [id]))));
    if (end !== cancel) if (asn) inbound.take(asn, [{ sku: 'MUG', quantity: 2, lot: null }]);
    await buyer.flow();
    if (end === cancel && asn) inbound.take(asn, [{ sku: 'MUG', quantity: 2, lot: null }]);
    await buyer.flow();
    const { receipts, issues, units_received, deleted_at } = await buyer.purchase('P-1');
    expect([reason, receipts, units_received, deleted_at]).toMatchObject([reason, [{ waits_for: reason }], 0, null]);
    expect(issues).toEqual([`unexpected_item:receipt:${receipts[0]?.id}`]);
    await buyer.inTenant((tenant) => acceptReceipt(tenant, id, receipts[0]?.id ?? 0, null));
    expect(await buyer.purchase('P-1')).toMatchObject({ status: 'received', units_received: 2, issues: [] });
  }
});

test('an adjustment before the booking is booked with it', async () => {
  const buyer = await announced([{ sku: 'MUG', quantity: 10 }]);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 10 }]);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: -2 }], { type: 'adjustment' });
  await process(buyer);
  expect(buyer.booked()).toEqual([{ sku: 'MUG', quantity: 8 }]);
});

test('a booking that the source refuses is an issue with its reason, and its receipts can be processed again', async () => {
  const buyer = await announced([{ sku: 'MUG', quantity: 10 }]);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 12 }]);
  const { id, lines } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => acceptOver(tenant, id, lines[0]?.id ?? 0));
  await process(buyer);
  expect(await buyer.purchase('P-1')).toMatchObject({ issues: ['rejected_by_source:book'], status: 'received' });
  buyer.sandbox.control.company().preferences.overage = true;
  await buyer.inTenant(async (tenant) => void (await clearErrors(tenant, await lockPurchaseOrders(tenant, [id]))));
  await process(buyer);
  expect([await buyer.purchase('P-1'), buyer.booked()]).toMatchObject([{ issues: [] }, [{ sku: 'MUG', quantity: 12 }]]);
});

test('what waits for a source that is disconnected waits for a person instead, who marks each receipt as processed', async () => {
  const buyer = await announced();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 6 }]);
  await buyer.receive('P-1', [{ sku: 'CUP', quantity: 4 }]);
  await own.sql(`update connections set blocked_until = now() + interval '1 hour' where id = $1`, [buyer.ledgerId]);
  await process(buyer);
  // As after a call whose reply was lost.
  await own.sql(`update outbox set maybe_done = true where kind = 'book' and account_id = $1`, [buyer.accountId]);
  await buyer.inTenant((tenant) => disconnect(tenant, buyer.ledgerId));
  await buyer.tidy();
  const { id, issues, sentences, receipts } = await buyer.purchase('P-1');
  expect([issues, sentences]).toEqual([['rejected_by_source:book'], [expect.stringContaining('Look there first')]]);
  for (const { id: receiptId } of receipts) {
    expect((await buyer.purchase('P-1')).issues).toEqual(['rejected_by_source:book']);
    await buyer.inTenant((tenant) => markProcessed(tenant, id, receiptId));
  }
  expect(await buyer.purchase('P-1')).toMatchObject({ issues: [], receipts: [{ processed: true }, { processed: true }] });
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 4 }]);
  const { runId } = await process(buyer);
  expect(await buyer.purchase('P-1')).toMatchObject({
    issues: ['rejected_by_source:book'],
    sentences: ['NetSuite did not book what came: It is disconnected. Enter the receipts there by hand, then mark them as processed here.'],
  });
  expect(await own.sql('select state, failed from runs where id = $1', [runId])).toEqual([{ state: 'failed', failed: 1 }]);
});

test('an announcement and a booking whose replies are lost are made once', async () => {
  const buyer = await buildBuyer(own);
  const { faults } = buyer.sandbox.control;
  faults.add({ target: 'amware', operation: 'create_asn', kind: 'drop_after_accept' });
  buyer.buy('P-1');
  await buyer.flow();
  await buyer.engine.passTime();
  await buyer.flow();
  expect([(await buyer.purchase('P-1')).asns, buyer.sandbox.control.state().amware[0]?.asns.length]).toEqual([['announced'], 1]);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 10 }], { close: true });
  faults.add({ target: 'netsuite', operation: 'transform_purchaseOrder', kind: 'drop_after_accept' });
  faults.add({ target: 'netsuite', kind: 'drop_after_accept' });
  await process(buyer);
  faults.clear();
  await buyer.engine.passTime();
  await buyer.flow();
  await buyer.engine.passTime();
  await buyer.flow();
  expect([buyer.booked(), (await buyer.purchase('P-1')).status]).toEqual([[{ sku: 'MUG', quantity: 10 }], 'closed_out']);
});

test('what the warehouse sends out again is shown as sent, once', async () => {
  const buyer = await announced([{ sku: 'MUG', quantity: 10 }]);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 10 }]);
  const { inbound, asns } = buyer.sandbox.control.client();
  const [asn] = [...asns.rows.values()];
  if (asn) inbound.sendBack(asn, { sku: 'MUG', quantity: 3, lot: null });
  await buyer.sync();
  await own.sql(`update streams set cursor = null where stream = 'shipments'`);
  await buyer.sync();
  expect(await own.sql('select sku, qty_shipped, processed_at from fulfilments where account_id = $1', [buyer.accountId])).toEqual([
    { sku: 'MUG', qty_shipped: 3, processed_at: null },
  ]);
});

test('what comes for an announcement that we do not know is reported, and counts once it is known', async () => {
  const buyer = await announced([{ sku: 'MUG', quantity: 10 }]);
  await own.sql(`update asns set remote_id = null, state = 'waiting' where account_id = $1`, [buyer.accountId]);
  const { inbound, asns } = buyer.sandbox.control.client();
  const [asn] = [...asns.rows.values()];
  if (asn) inbound.take(asn, [{ sku: 'MUG', quantity: 4, lot: null }]);
  await buyer.read('receipts');
  const open = async () =>
    issuesInWords(await own.sql(`select type, sentence from issues where account_id = $1 and closed_at is null`, [buyer.accountId]));
  expect(await open()).toMatchObject([
    { type: 'unknown_receipt', sentence: expect.stringContaining('which is of no purchase order here.') },
  ]);
  await buyer.flow();
  expect([await open(), (await buyer.purchase('P-1')).units_received]).toEqual([[], 4]);
});

test('what its source has booked of receipts that are processed together with others after a restore is not booked twice', async () => {
  const buyer = await announced();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 6 }]);
  await process(buyer);
  expect(buyer.booked()).toEqual([{ sku: 'MUG', quantity: 6 }]);
  // The database of before that.
  await own.sql('update receipts set booking_id = null, processed_at = null where account_id = $1', [buyer.accountId]);
  await own.sql(`delete from outbox where account_id = $1 and kind = 'book'`, [buyer.accountId]);
  await own.sql('delete from bookings where account_id = $1', [buyer.accountId]);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 4 }]);
  await process(buyer);
  const { id, sentences, receipts } = await buyer.purchase('P-1');
  expect(buyer.booked()).toEqual([{ sku: 'MUG', quantity: 6 }]);
  expect(sentences).toEqual([
    'NetSuite did not book what came: NetSuite has 6 of MUG on this order that Crossdock booked, and 0 are known here. Mark the receipts as processed that NetSuite has, and process the others.',
  ]);
  await buyer.inTenant((tenant) => markProcessed(tenant, id, receipts[0]?.id ?? 0));
  await process(buyer);
  expect(buyer.booked()).toEqual([
    { sku: 'MUG', quantity: 6 },
    { sku: 'MUG', quantity: 4 },
  ]);
  expect(await buyer.purchase('P-1')).toMatchObject({ issues: [], receipts: [{ processed: true }, { processed: true }] });
});

test('the same receipts are the same booking after a restore, and a corrected one keeps nothing from being booked', async () => {
  const buyer = await announced();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 6 }]);
  await process(buyer);
  await own.sql('update receipts set booking_id = null, processed_at = null where account_id = $1', [buyer.accountId]);
  await own.sql(`delete from outbox where account_id = $1 and kind = 'book'`, [buyer.accountId]);
  await own.sql('delete from bookings where account_id = $1', [buyer.accountId]);
  await process(buyer);
  expect(buyer.booked()).toEqual([{ sku: 'MUG', quantity: 6 }]);
  // The warehouse says five now, and a person has accepted that: what was booked are six.
  await own.sql(`update receipt_lines set quantity = 5 where account_id = $1`, [buyer.accountId]);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 3 }]);
  await process(buyer);
  expect(buyer.booked()).toEqual([
    { sku: 'MUG', quantity: 6 },
    { sku: 'MUG', quantity: 3 },
  ]);
});
