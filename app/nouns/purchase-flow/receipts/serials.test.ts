import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { composeBookings } from './booking-message.ts';
import { processReceipts } from './process.ts';

const own = testDatabase();

/** What the source is told of an order of mugs, of which these receipts came. */
async function toldOf(lines: { sku: string; quantity: number }[], receipts: { sku: string; quantity: number; serials?: string[] }[]) {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1', { lines });
  await buyer.flow();
  await buyer.receive('P-1', receipts);
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => processReceipts(tenant, id));
  const [booking] = await own.sql<{ id: string }>('select id from bookings where purchase_order_id = $1', [id]);
  const told = await buyer.inTenant((tenant) => composeBookings(tenant, [Number(booking?.id)]));
  return [...told.values()].flatMap((receipt) => receipt?.lines.map(({ quantity, serials }) => ({ quantity, serials })) ?? []);
}

test('a source is told of the serial numbers of what came, and of none where the warehouse named none', async () => {
  const receipts = [
    { sku: 'MUG', quantity: 2, serials: ['S1', 'S2'] },
    { sku: 'CUP', quantity: 1 },
  ];
  const lines = [
    { sku: 'MUG', quantity: 2 },
    { sku: 'CUP', quantity: 1 },
  ];
  expect(await toldOf(lines, receipts)).toEqual([
    { quantity: 2, serials: ['S1', 'S2'] },
    { quantity: 1, serials: undefined },
  ]);
});

test('of a receipt that counts to two lines nobody knows which numbers are of which, so that none is told', async () => {
  const lines = [
    { sku: 'MUG', quantity: 1 },
    { sku: 'MUG', quantity: 1 },
  ];
  expect(await toldOf(lines, [{ sku: 'MUG', quantity: 2, serials: ['S1', 'S2'] }])).toEqual([
    { quantity: 1, serials: undefined },
    { quantity: 1, serials: undefined },
  ]);
});
