import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { savePurchaseOrder } from '../../purchase-orders/actions/edit.ts';

const own = testDatabase();

test('when the last line of an announced purchase order is removed, the warehouse is asked to stop expecting it, once', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  const { id, lines } = await buyer.purchase('P-1');
  const save = (edit: object) => buyer.inTenant((tenant) => savePurchaseOrder(tenant, id, edit));
  await save({ lines: lines.map((line) => ({ id: line.id, isDelete: true })) });
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'pending', asns: ['cancelled'], warehouse_reference_number: null });
  expect((await buyer.purchase('P-1')).events.filter((kind) => kind === 'withdrawn')).toEqual(['withdrawn']);
  await save({ lines: [{ id: lines[0]?.id ?? 0, quantity: 4 }] });
  await buyer.flow();
  expect((await buyer.purchase('P-1')).asns).toEqual(['cancelled', 'announced']);
});
