import { expect, test } from 'vitest';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { assignReceipt } from '../../purchase-orders/unknown-receipts/commands.ts';
import { acceptReceipt } from './decide.ts';
import { processReceipts } from './process.ts';
import { recordSourceRefused } from './record-outcome.ts';
import { storeReceipts } from './store.ts';

const own = testDatabase();

/** Two purchase orders of ten mugs each, which are announced; four came of the first. */
async function arrived(): Promise<Buyer> {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  buyer.buy('P-2');
  await buyer.flow();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 4 }]);
  return buyer;
}

/** The warehouse says that what it received was of another announcement. */
async function correct(buyer: Buyer, asnId: string): Promise<void> {
  const { receipts } = buyer.sandbox.control.client();
  for (const [key, receipt] of receipts.rows) receipts.change(key, receipt, { asn_id: asnId });
  await buyer.sync();
}

const asnOf = async (buyer: Buyer, number: string) => (await buyer.purchase(number)).warehouse_reference_number ?? '';
const received = async (buyer: Buyer) => {
  const all = [await buyer.purchase('P-1'), await buyer.purchase('P-2')];
  return all.map(({ units_received, status, receipts }) => [status, units_received, receipts.length]);
};
const issues = (buyer: Buyer) => own.sql('select type from issues where account_id = $1 and closed_at is null', [buyer.accountId]);

test('a receipt that the warehouse corrects to another announcement is taken off the first and counts on the other', async () => {
  const buyer = await arrived();
  await correct(buyer, await asnOf(buyer, 'P-2'));
  expect(await received(buyer)).toEqual([
    ['pending', 0, 0],
    ['received', 4, 1],
  ]);
  expect(await issues(buyer)).toEqual([]);
});

test('one that it corrects to an announcement that is not ours is reported, and no longer once it is corrected back', async () => {
  const buyer = await arrived();
  const first = await asnOf(buyer, 'P-1');
  await correct(buyer, 'ASN-9999');
  expect([await received(buyer), await issues(buyer)]).toEqual([
    [
      ['pending', 0, 0],
      ['pending', 0, 0],
    ],
    [{ type: 'unknown_receipt' }],
  ]);
  await correct(buyer, first);
  expect([await received(buyer), await issues(buyer)]).toEqual([
    [
      ['received', 4, 1],
      ['pending', 0, 0],
    ],
    [],
  ]);
});

test('one that is booked stays where it was booked, and waits for a person', async () => {
  const buyer = await arrived();
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => processReceipts(tenant, id));
  await buyer.sync();
  await correct(buyer, await asnOf(buyer, 'P-2'));
  expect(await received(buyer)).toEqual([
    ['received', 4, 1],
    ['pending', 0, 0],
  ]);
  expect((await buyer.purchase('P-1')).receipts).toMatchObject([{ waits_for: 'changed', processed: true }]);
});

const wordsOf = async (buyer: Buyer) => (await buyer.purchase('P-1')).sentences;

test('accepted, one that is booked counts on the order whose announcement it names: its correction at the source is the person’s', async () => {
  const buyer = await arrived();
  const { id, receipts } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => processReceipts(tenant, id));
  await buyer.sync();
  await correct(buyer, await asnOf(buyer, 'P-2'));
  const [asn, { po_number }] = [await asnOf(buyer, 'P-2'), await buyer.purchase('P-2')];
  expect(await wordsOf(buyer)).toEqual([
    `The warehouse says now that 4 of MUG, which had been processed here, are of announcement ${asn}: of ${po_number}. Correct that at the source, then accept it: it counts there.`,
  ]);
  await buyer.inTenant((tenant) => acceptReceipt(tenant, id, receipts[0]?.id ?? 0, null));
  expect(await received(buyer)).toEqual([
    ['pending', 0, 0],
    ['received', 4, 1],
  ]);
  expect(await buyer.purchase('P-2')).toMatchObject({ receipts: [{ processed: true, waits_for: null }], issues: [] });
  expect(buyer.booked()).toEqual([{ sku: 'MUG', quantity: 4 }]);
});

/** What came of the first is being booked; then the warehouse says this of it, and its source refuses to book it. */
async function refusedAfter(buyer: Buyer, { asnId, quantity = 4 }: { asnId: string; quantity?: number }): Promise<void> {
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => processReceipts(tenant, id));
  const [receipt] = await own.sql<{ remoteId: string }>(`select remote_id as "remoteId" from receipts where purchase_order_id = $1`, [id]);
  const goods = { type: 'receipt' as const, receivedAt: new Date(), sku: 'MUG', lot: null, carrier: null, freightNumber: null, raw: {} };
  const told = { ...goods, quantity, remoteId: receipt?.remoteId ?? '', asnId };
  await buyer.inTenant((tenant) => storeReceipts(tenant, buyer.warehouseId, [told]));
  const [booking] = await own.sql<{ id: number }>('select id::int from bookings where purchase_order_id = $1', [id]);
  await buyer.inTenant((tenant) => recordSourceRefused(tenant, booking?.id ?? 0, theirWords('The period is closed.')));
  await buyer.engine.runJobs();
}

test('one whose booking the source refuses counts on the order whose announcement it names by then', async () => {
  const buyer = await arrived();
  await refusedAfter(buyer, { asnId: await asnOf(buyer, 'P-2') });
  expect(await received(buyer)).toEqual([
    ['pending', 0, 0],
    ['received', 4, 1],
  ]);
});

test('it is reported where that is of no order here', async () => {
  const buyer = await arrived();
  await refusedAfter(buyer, { asnId: 'ASN-9999' });
  expect([await received(buyer), await issues(buyer)]).toEqual([
    [
      ['pending', 0, 0],
      ['pending', 0, 0],
    ],
    [{ type: 'unknown_receipt' }],
  ]);
});

test('but not where a person gave it to its order', async () => {
  const buyer = await arrived();
  await correct(buyer, 'ASN-9999');
  const [receipt] = await own.sql<{ id: string }>('select id from receipts where account_id = $1', [buyer.accountId]);
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => assignReceipt(tenant, Number(receipt?.id), id));
  await refusedAfter(buyer, { asnId: 'ASN-9999', quantity: 3 });
  expect([await received(buyer), await issues(buyer)]).toEqual([
    [
      ['received', 3, 1],
      ['pending', 0, 0],
    ],
    [],
  ]);
});
