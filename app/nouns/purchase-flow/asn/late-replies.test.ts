import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { disconnect, setPaused } from '../../../shared/connections/connecting/commands.ts';
import { clearErrors } from '../../purchase-orders/actions/clear-errors.ts';
import { savePurchaseOrder } from '../../purchase-orders/actions/edit.ts';
import { cancel, hold } from '../../purchase-orders/actions/flags.ts';
import { lockPurchaseOrders } from '../lock.ts';
import { acceptReceipt } from '../receipts/decide.ts';
import { processReceipts } from '../receipts/process.ts';
import { storeReceipts } from '../receipts/store.ts';
import { undoAcceptedReceipt } from '../receipts/take-back-receipt.ts';

// What the warehouse replies, or is asked, after its announcement has become something else.

const own = testDatabase();

async function announced() {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  const { id, lines } = await buyer.purchase('P-1');
  const act = (action: typeof hold | typeof cancel | typeof clearErrors) =>
    buyer.inTenant(async (tenant) => void (await action(tenant, await lockPurchaseOrders(tenant, [id]))));
  return { ...buyer, id, act, lineId: lines[0]?.id ?? 0 };
}

/** What was tried too often, and may have been done. */
async function exhaust({ accountId, warehouseId }: Buyer, id: number, kind: 'announce' | 'withdraw') {
  await own.sql(
    `update outbox set state = 'failed', maybe_done = true, lease_token = null, lease_until = null where account_id = $1 and kind = $2`,
    [accountId, kind],
  );
  await own.sql(
    `insert into issues (account_id, purchase_order_id, connection_id, type, subject, sentence)
     values ($1, $2, $3, 'retries_exhausted', $4, '{"code": "no_success", "connection": "Amware", "task": "withdraw", "attempts": 15, "reason": "No."}')`,
    [accountId, id, warehouseId, kind],
  );
  await own.sql(`update connections set blocked_until = null where account_id = $1`, [accountId]);
}

test('a change of an announcement that the warehouse has cancelled since is told no longer', async () => {
  const buyer = await announced();
  const { asns } = buyer.sandbox.control.client();
  buyer.sandbox.control.faults.add({ target: 'amware', operation: 'replace_asn', kind: 'drop_after_accept', probability: 1 });
  await buyer.inTenant((tenant) => savePurchaseOrder(tenant, buyer.id, { lines: [{ id: buyer.lineId, quantity: 12 }] }));
  await buyer.flow();
  buyer.sandbox.control.faults.clear();
  for (const asn of [...asns.rows.values()]) asns.change(asn.id, asn, { status: 'cancelled' });
  await buyer.read('asn_changes');
  expect((await buyer.purchase('P-1')).issues).toEqual(['rejected_by_warehouse:cancelled']);
  await buyer.act(clearErrors);
  await buyer.engine.passTime();
  await buyer.flow();
  const order = await buyer.purchase('P-1');
  expect(order).toMatchObject({ asns: ['cancelled', 'announced'], issues: [], lines: [{ quantity_announced: 12 }] });
  expect(asns.rows.get(order.warehouse_reference_number ?? '')?.status).toBe('announced');
});

test('a withdrawal that was tried too often is no matter for a person once another has succeeded', async () => {
  const buyer = await announced();
  buyer.sandbox.control.faults.add({ target: 'amware', operation: 'cancel_asn', kind: '500', probability: 1 });
  await buyer.act(hold);
  await buyer.flow();
  await exhaust(buyer, buyer.id, 'withdraw');
  buyer.sandbox.control.faults.clear();
  await buyer.act(cancel);
  await buyer.engine.passTime();
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'cancelled', asns: ['cancelled'], issues: [] });
});

test('an announcement that was tried too often is no matter for a person once the warehouse says that it has it', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  buyer.sandbox.control.faults.add({ target: 'amware', operation: 'create_asn', kind: 'drop_after_accept', probability: 1 });
  await buyer.sync();
  const { id } = await buyer.purchase('P-1');
  await exhaust(buyer, id, 'announce');
  buyer.sandbox.control.faults.clear();
  await buyer.read('asn_changes');
  await buyer.engine.runJobs();
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['announced'], issues: [] });
});

test('an order that is held again, as the acceptance of what came is undone, is withdrawn again', async () => {
  const buyer = await announced();
  const pause = (paused: boolean) => buyer.inTenant((tenant) => setPaused(tenant, buyer.warehouseId, paused));
  await pause(true);
  await buyer.act(hold);
  const { warehouse_reference_number: asnId } = await buyer.purchase('P-1');
  const goods = { sku: 'MUG', quantity: 2, lot: null, carrier: null, freightNumber: null, raw: {} };
  const receipt = { ...goods, remoteId: 'R-1', asnId, type: 'receipt' as const, receivedAt: new Date('2026-11-20') };
  await buyer.inTenant((tenant) => storeReceipts(tenant, buyer.warehouseId, [receipt]));
  const { receipts } = await buyer.purchase('P-1');
  const runId = await buyer.inTenant((tenant) => acceptReceipt(tenant, buyer.id, receipts[0]?.id ?? 0, null));
  const [run] = await own.sql<{ change_group_id: string }>('select change_group_id from runs where id = $1', [runId]);
  await buyer.inTenant((tenant) => undoAcceptedReceipt(tenant, Number(run?.change_group_id)));
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'hold', asns: ['announced'] });
  await pause(false);
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'hold', asns: ['cancelled'] });
});

test('what came before we heard that the warehouse had cancelled its announcement is not lost with the order: a person closes it short', async () => {
  const buyer = await announced();
  const { inbound, asns } = buyer.sandbox.control.client();
  buyer.sandbox.control.faults.add({ target: 'amware', operation: 'cancel_asn', kind: 'drop_after_accept', probability: 1 });
  await buyer.act(cancel);
  await buyer.engine.runJobs();
  const [asn] = [...asns.rows.values()];
  if (asn) inbound.take(asn, [{ sku: 'MUG', quantity: 4, lot: null }]);
  await buyer.read('receipts');
  await buyer.read('asn_changes');
  expect(await buyer.purchase('P-1')).toMatchObject({
    ...{ status: 'received', asns: ['cancelled'], units_received: 4, issues: [`cancelled_after_receipt:rest:${buyer.id}`] },
  });
  await buyer.inTenant((tenant) => processReceipts(tenant, buyer.id));
  await buyer.engine.runJobs();
  expect(buyer.booked()).toEqual([{ sku: 'MUG', quantity: 4 }]);
});

test('nor where the warehouse was disconnected before it could be asked', async () => {
  const buyer = await announced();
  await buyer.inTenant((tenant) => setPaused(tenant, buyer.warehouseId, true));
  await buyer.act(cancel);
  const { warehouse_reference_number: asnId } = await buyer.purchase('P-1');
  const goods = { sku: 'MUG', quantity: 4, lot: null, carrier: null, freightNumber: null, raw: {} };
  const receipt = { ...goods, remoteId: 'R-1', asnId, type: 'receipt' as const, receivedAt: new Date('2026-11-20') };
  await buyer.inTenant((tenant) => storeReceipts(tenant, buyer.warehouseId, [receipt]));
  await buyer.inTenant((tenant) => disconnect(tenant, buyer.warehouseId));
  await buyer.tidy();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'received', asns: ['closed'], units_received: 4 });
  await buyer.inTenant((tenant) => processReceipts(tenant, buyer.id));
  await buyer.engine.runJobs();
  expect([buyer.booked(), (await buyer.purchase('P-1')).status]).toEqual([[{ sku: 'MUG', quantity: 4 }], 'closed_out']);
});
