import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { savePurchaseOrder } from '../../purchase-orders/actions/edit.ts';

const own = testDatabase();

test('a line whose quantity a person changed stays when its source removes it, and says that the source has none of it', async () => {
  const buyer = await buildBuyer(own);
  const lines = ['MUG', 'CUP'].map((sku) => ({ sku, quantity: 10 }));
  const remoteId = buyer.buy('P-1', { lines });
  await buyer.flow();
  const before = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => savePurchaseOrder(tenant, before.id, { lines: [{ id: before.lines[1]?.id ?? 0, quantity: 12 }] }));
  const { books } = buyer.sandbox.control.company();
  const [cup] = books.rows<{ id: number }>('select id from main.item where itemid = ?', 'CUP');
  const gone = books.rows('delete from main.transactionline where [transaction] = ? and item = ? returning id', remoteId, cup?.id ?? 0);
  expect(gone).toHaveLength(1);
  buyer.change(remoteId, {});
  await buyer.flow();
  const stored = await own.sql(
    'select sku, quantity, source_quantity from purchase_order_lines where purchase_order_id = $1 order by position',
    [before.id],
  );
  expect(stored).toEqual([
    { sku: 'MUG', quantity: 10, source_quantity: null },
    { sku: 'CUP', quantity: 12, source_quantity: 0 },
  ]);
});
