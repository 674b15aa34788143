import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { notificationsInWords } from '../../../test/in-words.ts';
import { buildBuyer } from '../../../test/shop/purchasing.ts';
import { processReceipts } from './receipts/process.ts';

const own = testDatabase();

test('a purchase order goes from its source to the warehouse, is received, booked once and closed out', async () => {
  const buyer = await buildBuyer(own);
  await own.sql(`insert into mail_addresses (account_id, address, confirmed_at) values ($1, 'dock@example.org', now())`, [buyer.accountId]);
  await own.sql(`insert into notification_rules (account_id, kind, address) values ($1, 'po_received', 'dock@example.org')`, [
    buyer.accountId,
  ]);
  const told = async () =>
    notificationsInWords(
      await own.sql('select kind, sentence, path from notifications where account_id = $1 and address is not null', [buyer.accountId]),
    );
  buyer.buy('P-1', {
    lines: [
      { sku: 'MUG', quantity: 10 },
      { sku: 'CUP', quantity: 4 },
    ],
  });
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({
    status: 'pending',
    issues: [],
    asns: ['announced'],
    mapped_warehouse: 'KY1',
    units_ordered: 14,
  });
  expect(buyer.sandbox.control.state().amware[0]?.asns).toMatchObject([
    {
      status: 'announced',
      lines: [
        { sku: 'MUG', quantity: 10 },
        { sku: 'CUP', quantity: 4 },
      ],
    },
  ]);
  expect(await told()).toEqual([]);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 6 }]);
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'received', units_received: 6, asns: ['receiving'] });
  await buyer.receive(
    'P-1',
    [
      { sku: 'MUG', quantity: 4 },
      { sku: 'CUP', quantity: 4 },
    ],
    { close: true },
  );
  const { id } = await buyer.purchase('P-1');
  // Once, with the first goods.
  expect(await told()).toEqual([
    {
      kind: 'po_received',
      sentence: expect.stringMatching(/^The warehouse has received goods of purchase order \S+\.$/),
      path: `/purchase-orders/${id}`,
    },
  ]);
  const done = await buyer.inTenant((tenant) => processReceipts(tenant, id));
  const again = await buyer.inTenant((tenant) => processReceipts(tenant, id));
  expect([done.receipts, again.runId]).toEqual([3, done.runId]);
  await buyer.sync();
  await buyer.engine.passTime();
  await buyer.flow();
  expect(buyer.booked()).toEqual([
    { sku: 'MUG', quantity: 10 },
    { sku: 'CUP', quantity: 4 },
  ]);
  expect(await buyer.purchase('P-1')).toMatchObject({
    status: 'closed_out',
    issues: [],
    receipts: [{ processed: true }, { processed: true }, { processed: true }],
  });
});

test('where there is no source to tell, the receipts are processed here, and the run counts them', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 10 }]);
  const { id } = await buyer.purchase('P-1');
  await own.sql('update purchase_orders set connection_id = null where id = $1', [id]);
  const { runId, receipts } = await buyer.inTenant((tenant) => processReceipts(tenant, id));
  const [run] = await own.sql('select state, done, failed, total from runs where id = $1', [runId]);
  expect(run).toEqual({ state: 'done', done: receipts, failed: 0, total: receipts });
  expect(await buyer.purchase('P-1')).toMatchObject({ receipts: [{ processed: true }] });
});
