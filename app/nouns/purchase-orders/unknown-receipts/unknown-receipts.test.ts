import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { issuesInWords } from '../../../../test/in-words.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { listRuns } from '../../../shared/runs/queries.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';
import { processReceipts } from '../../purchase-flow/receipts/process.ts';
import { storeReceipts } from '../../purchase-flow/receipts/store.ts';
import { assignReceipt, setReceiptAside } from './commands.ts';
import { getUnknownReceipt } from './queries.ts';
import { takeReceiptBack, undoPlacing } from './take-back.ts';

const own = testDatabase();

async function received() {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  const goods = { ...{ type: 'receipt', receivedAt: new Date(), sku: 'MUG', lot: null, carrier: null, freightNumber: null }, raw: {} };
  const store = (quantity: number) =>
    buyer.inTenant((tenant) => storeReceipts(tenant, buyer.warehouseId, [{ ...goods, remoteId: 'R-9', asnId: 'ASN-OLD', quantity }]));
  await store(4);
  const [receipt] = await own.sql<{ id: string }>('select id from receipts where account_id = $1', [buyer.accountId]);
  const waiting = async () =>
    issuesInWords(
      await own.sql(`select sentence from issues where account_id = $1 and type = 'unknown_receipt' and closed_at is null`, [
        buyer.accountId,
      ]),
    );
  return { ...buyer, store, waiting, receiptId: Number(receipt?.id), id: (await buyer.purchase('P-1')).id };
}

test('a receipt of nothing is assigned to a purchase order that asks for its SKU, counts there, and is taken back again', async () => {
  const { inTenant, receiptId, id, waiting, purchase } = await received();
  expect(await waiting()).toEqual([{ sentence: '4 of MUG came for announcement ASN-OLD, which is of no purchase order here.' }]);
  const offered = await inTenant((tenant) => getUnknownReceipt(tenant, receiptId));
  expect(offered).toMatchObject({ sku: 'MUG', quantity: 4, candidates: [{ id, source_number: 'P-1' }] });
  await inTenant((tenant) => assignReceipt(tenant, receiptId, id));
  expect([await waiting(), await purchase('P-1')]).toMatchObject([[], { status: 'received', units_received: 4 }]);
  await expect(inTenant((tenant) => assignReceipt(tenant, receiptId, id))).rejects.toThrow('Somebody else has decided');
  await inTenant((tenant) => takeReceiptBack(tenant, receiptId));
  expect([await waiting(), await purchase('P-1')]).toMatchObject([[{}], { status: 'pending', units_received: 0 }]);
});

test('what nobody announced waits for a person too, and is assigned like any other', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  const goods = { type: 'receipt', receivedAt: new Date(), sku: 'MUG', lot: null, carrier: null, freightNumber: null, raw: {} };
  await buyer.inTenant((tenant) => storeReceipts(tenant, buyer.warehouseId, [{ ...goods, remoteId: 'R-9', asnId: null, quantity: 4 }]));
  const issues = () => own.sql(`select sentence from issues where account_id = $1 and type = 'unknown_receipt'`, [buyer.accountId]);
  expect(await issuesInWords(await issues())).toEqual([
    { sentence: '4 of MUG came without an announcement. Say which purchase order they are of, or set them aside.' },
  ]);
  const [receipt] = await own.sql<{ id: string }>('select id from receipts where account_id = $1', [buyer.accountId]);
  const { id } = await buyer.purchase('P-1');
  const message = await buyer.inTenant((tenant) => assignReceipt(tenant, Number(receipt?.id), id));
  expect(JSON.stringify(message)).not.toContain('null of');
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'received', units_received: 4 });
  const [event] = await own.sql(
    `select sentence from purchase_order_events where account_id = $1 and sentence ->> 'code' like '%assigned%'`,
    [buyer.accountId],
  );
  expect(event).toMatchObject({ sentence: { announcement: null } });
});

test('one that is booked cannot be taken back', async () => {
  const { inTenant, receiptId, id } = await received();
  await inTenant((tenant) => assignReceipt(tenant, receiptId, id));
  await inTenant((tenant) => processReceipts(tenant, id));
  await expect(inTenant((tenant) => takeReceiptBack(tenant, receiptId))).rejects.toThrow('This receipt is processed.');
});

test('set aside with a reason it is no longer an issue, until that is undone or the warehouse corrects it', async () => {
  const { inTenant, receiptId, waiting, store, accountId } = await received();
  await inTenant((tenant) => setReceiptAside(tenant, receiptId, 'Samples for the showroom.'));
  expect(await waiting()).toEqual([]);
  expect(await own.sql('select set_aside_reason from receipts where account_id = $1', [accountId])).toEqual([
    { set_aside_reason: 'Samples for the showroom.' },
  ]);
  await store(4);
  expect(await waiting()).toEqual([]);
  await inTenant((tenant) => takeReceiptBack(tenant, receiptId));
  expect(await waiting()).toHaveLength(1);
  await expect(inTenant((tenant) => takeReceiptBack(tenant, receiptId))).rejects.toThrow('Nobody has assigned this receipt');
  await inTenant((tenant) => setReceiptAside(tenant, receiptId, 'Samples.'));
  await store(5);
  expect(await waiting()).toEqual([{ sentence: '5 of MUG came for announcement ASN-OLD, which is of no purchase order here.' }]);
});

test('what was set aside counts as any other once its announcement turns out to be of a purchase order', async () => {
  const { inTenant, receiptId, id, purchase, accountId } = await received();
  await inTenant((tenant) => setReceiptAside(tenant, receiptId, 'Of no order.'));
  await own.sql(`update asns set remote_id = 'ASN-OLD' where account_id = $1`, [accountId]);
  await inTenant((tenant) => checkPurchaseOrders(tenant, [id]));
  expect(await purchase('P-1')).toMatchObject({ status: 'received', units_received: 4 });
  expect(await own.sql('select set_aside_at, set_aside_by, set_aside_reason from receipts where account_id = $1', [accountId])).toEqual([
    { set_aside_at: null, set_aside_by: null, set_aside_reason: null },
  ]);
});

test('what was decided can be undone from Activity', async () => {
  const { inTenant, receiptId, waiting } = await received();
  const place = () => inTenant((tenant) => setReceiptAside(tenant, receiptId, 'Samples.'));
  const undo = async (runId = 0) => {
    const [run] = await own.sql<{ group: number }>('select change_group_id::int as group from runs where id = $1', [runId]);
    return inTenant((tenant) => undoPlacing(tenant, run?.group ?? 0));
  };
  const newest = async () => (await inTenant((tenant) => listRuns(tenant, {}))).find(({ kind }) => kind === 'action');
  await place();
  expect(await newest()).toMatchObject({ undoable: true, undone: false });
  await inTenant((tenant) => takeReceiptBack(tenant, receiptId));
  const first = await newest();
  expect(first).toMatchObject({ undoable: false, undone: true });
  await expect(undo(first?.id)).rejects.toThrow('This has been undone already.');
  await place();
  await undo((await newest())?.id);
  expect(await waiting()).toHaveLength(1);
});
