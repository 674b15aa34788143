import { expect, test } from 'vitest';
import type { WarehouseReceipt } from '../../../../connectors/contract.ts';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { storeReceipts } from './store.ts';

const own = testDatabase();

async function announced() {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1', { lines: [{ sku: 'MUG', quantity: 40 }] });
  await buyer.flow();
  return buyer;
}

/** The warehouse tells what is in a box, as a whole: units by lot. */
async function tell(buyer: Buyer, box: string, lots: Record<string, number>) {
  const { warehouse_reference_number: asnId } = await buyer.purchase('P-1');
  const records = Object.entries(lots).map(
    ([lot, quantity]): WarehouseReceipt => ({
      ...{ remoteId: `${box}-91${lot && `-${lot}`}`, wholeOf: `${box}-`, asnId, type: 'receipt', receivedAt: new Date(), sku: 'MUG' },
      ...{ quantity, lot: lot || null, carrier: null, freightNumber: null, raw: {} },
    }),
  );
  await buyer.inTenant((tenant) => storeReceipts(tenant, buyer.warehouseId, records));
  await buyer.engine.runJobs();
}

async function tellEmpty(buyer: Buyer, box: string) {
  const { warehouse_reference_number: asnId } = await buyer.purchase('P-1');
  const empty: WarehouseReceipt = {
    ...{ remoteId: `${box}-`, wholeOf: `${box}-`, isEmpty: true, asnId, type: 'receipt', receivedAt: new Date(), sku: '' },
    ...{ quantity: 0, lot: null, carrier: null, freightNumber: null, raw: {} },
  };
  await buyer.inTenant((tenant) => storeReceipts(tenant, buyer.warehouseId, [empty]));
  await buyer.engine.runJobs();
}

test('a box that is told by lot after it was told without one came once', async () => {
  const buyer = await announced();
  await tell(buyer, '1571', { '': 10 });
  await tell(buyer, '15710', { '': 4 });
  await tell(buyer, '1571', { A: 7, B: 3 });
  expect(await buyer.purchase('P-1')).toMatchObject({ units_received: 14 });
  await tell(buyer, '1571', { A: 7, B: 3 });
  expect(await buyer.purchase('P-1')).toMatchObject({ units_received: 14 });
  await tell(buyer, '1571', { B: 3 });
  expect(await buyer.purchase('P-1')).toMatchObject({ units_received: 7 });
});

test('of a box that was emptied nothing came, and one that is told as empty at first is no receipt', async () => {
  const buyer = await announced();
  await tell(buyer, '1571', { A: 7, B: 3 });
  await tellEmpty(buyer, '15710');
  expect(await buyer.purchase('P-1')).toMatchObject({ units_received: 10, receipts: [{ quantity: 7 }, { quantity: 3 }] });
  await tellEmpty(buyer, '1571');
  expect(await buyer.purchase('P-1')).toMatchObject({ units_received: 0, receipts: [{ quantity: 0 }, { quantity: 0 }] });
});
