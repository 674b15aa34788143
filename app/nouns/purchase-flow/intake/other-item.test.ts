import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { linkProduct, unlinkProduct } from '../../links/saving/commands.ts';
import { processReceipts } from '../receipts/process.ts';

const own = testDatabase();

/** The source puts CUP on the first line. */
async function becomesCups(buyer: Buyer, remoteId: number): Promise<void> {
  const { books } = buyer.sandbox.control.company();
  const [cup] = books.rows<{ id: number }>('select id from main.item where itemid = ?', 'CUP');
  books.patch('transactionline', { transaction: remoteId, id: 1 }, { item: cup?.id ?? 0 });
  buyer.change(remoteId, {});
  await buyer.flow();
}

test('what came of a line before its source put another item on it is not booked as that item: a person decides', async () => {
  const buyer = await buildBuyer(own);
  const remoteId = buyer.buy('P-1');
  await buyer.flow();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 4 }]);
  await becomesCups(buyer, remoteId);
  const order = await buyer.purchase('P-1');
  expect(order).toMatchObject({
    lines: [{ sku: 'CUP', mapped_sku: 'CUP', quantity_received: 0 }],
    receipts: [{ sku: 'MUG', waits_for: 'unknown_sku' }],
    sentences: ['4 of MUG came, which is not on this order.'],
  });
  await expect(buyer.inTenant((tenant) => processReceipts(tenant, order.id))).rejects.toThrow('1 receipt waits for a decision first.');
  expect(buyer.booked()).toEqual([]);
});

test('what came of two lines at once counts wholly to the other when the first becomes another item', async () => {
  const buyer = await buildBuyer(own);
  const remoteId = buyer.buy('P-1', { lines: [10, 10].map((quantity) => ({ sku: 'MUG', quantity })) });
  await buyer.flow();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 14 }]);
  expect((await buyer.purchase('P-1')).lines).toMatchObject([{ quantity_received: 10 }, { quantity_received: 4 }]);
  await becomesCups(buyer, remoteId);
  expect(await buyer.purchase('P-1')).toMatchObject({
    lines: [
      { sku: 'CUP', quantity_received: 0 },
      { sku: 'MUG', quantity_received: 14 },
    ],
    receipts: [{ sku: 'MUG', quantity: 14, waits_for: null }],
    sentences: ['4 more of MUG came than the 10 that are ordered.'],
  });
});

test('what came under its own SKU of a line without a link is not of the item that it is linked to then: a person decides', async () => {
  const buyer = await buildBuyer(own);
  const link = async (sku: string) => {
    const [product] = await own.sql<{ id: number }>('select id::int from products where account_id = $1 and sku = $2', [
      buyer.accountId,
      sku,
    ]);
    await buyer.inTenant((tenant) => linkProduct(tenant, { connectionId: buyer.ledgerId, sku: 'CUP', productId: product?.id ?? 0 }));
  };
  buyer.buy('P-1', { lines: [{ sku: 'CUP', quantity: 10 }] });
  await buyer.flow();
  await link('CUP');
  await buyer.inTenant((tenant) => unlinkProduct(tenant, { connectionId: buyer.ledgerId, sku: 'CUP' }));
  await buyer.receive('P-1', [{ sku: 'CUP', quantity: 4 }]);
  expect((await buyer.purchase('P-1')).lines).toMatchObject([{ mapped_sku: null, quantity_received: 4 }]);
  await link('MUG');
  expect(await buyer.purchase('P-1')).toMatchObject({
    lines: [{ sku: 'CUP', mapped_sku: 'MUG', quantity_received: 0 }],
    receipts: [{ sku: 'CUP', waits_for: 'unknown_sku' }],
    sentences: ['4 of CUP came, which is not on this order.'],
  });
});
