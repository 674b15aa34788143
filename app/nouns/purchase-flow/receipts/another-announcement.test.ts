import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { processReceipts } from './process.ts';

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
