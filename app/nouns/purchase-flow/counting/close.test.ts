import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { purchaseEventsInWords } from '../../../../test/in-words.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { disconnect } from '../../../shared/connections/connecting/commands.ts';
import { processReceipts } from '../receipts/process.ts';

// What the warehouse has closed is closed out once its receipts are read: the last may be missing.

const own = testDatabase();

/** Ten came and are booked, the announcement is closed, and the receipts cannot be read since. */
async function closedUnread(): Promise<Buyer> {
  const buyer = await buildBuyer(own);
  const { faults } = buyer.sandbox.control;
  buyer.buy('P-1');
  await buyer.flow();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 10 }]);
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => processReceipts(tenant, id));
  await buyer.sync();
  faults.add({ target: 'amware', operation: 'read_receipts', kind: '500', probability: 1 });
  await buyer.receive('P-1', [], { close: true });
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'received', asns: ['closed'] });
  faults.clear();
  return buyer;
}

const checksToCome = () => own.sql(`select from graphile_worker.jobs where task_identifier = 'purchase-orders:check'`);
const lastEvent = async () =>
  purchaseEventsInWords(await own.sql('select sentence from purchase_order_events order by id desc limit 1'))[0];

test('what is closed while its receipts cannot be read is looked at once they are, and not before', async () => {
  const buyer = await closedUnread();
  expect(await checksToCome()).toEqual([]);
  await buyer.read('receipts');
  expect((await buyer.purchase('P-1')).status).toBe('closed_out');
  expect(await checksToCome()).toEqual([]);
});

test('where the warehouse is disconnected before they are read, the order ends and says what may be missing', async () => {
  const buyer = await closedUnread();
  await buyer.inTenant((tenant) => disconnect(tenant, buyer.warehouseId));
  await buyer.tidy();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'closed_out', issues: [] });
  expect(await lastEvent()).toEqual({
    sentence:
      'Closed out: every receipt is processed. The warehouse was disconnected before its last receipts were read, so some may be missing.',
  });
  await buyer.tidy();
  expect(await checksToCome()).toEqual([]);
});
