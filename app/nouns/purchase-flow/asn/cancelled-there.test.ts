import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { clearErrors } from '../../purchase-orders/actions/clear-errors.ts';
import { expectNoMore } from '../../purchase-orders/actions/expect-no-more.ts';
import { lockPurchaseOrders } from '../lock.ts';
import { followAsns } from './record.ts';

const own = testDatabase();

async function announced(): Promise<Buyer & { id: number }> {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  return { ...buyer, id: (await buyer.purchase('P-1')).id };
}

/** The warehouse cancels what stands of it, and its feed says so. */
async function cancelThere(buyer: Buyer): Promise<void> {
  const [asn] = await own.sql<{ reference: string; remote_id: string }>(
    `select reference, remote_id from asns where account_id = $1 and state <> 'cancelled'`,
    [buyer.accountId],
  );
  const state = {
    reference: asn?.reference ?? '',
    asnId: asn?.remote_id ?? '',
    status: 'cancelled' as const,
    orderNumbers: [],
    lines: null,
  };
  await buyer.inTenant((tenant) => followAsns(tenant, buyer.warehouseId, [{ ...state, changedAt: new Date() }]));
  await buyer.flow();
}

test('an announcement that the warehouse cancels by itself is made again when a person says so, and not before', async () => {
  const buyer = await announced();
  await cancelThere(buyer);
  expect(await buyer.purchase('P-1')).toMatchObject({
    ...{ status: 'pending', asns: ['cancelled'], issues: ['rejected_by_warehouse:cancelled'] },
    sentences: ['The warehouse cancelled it without being asked.'],
  });
  await buyer.inTenant(async (tenant) => void (await clearErrors(tenant, await lockPurchaseOrders(tenant, [buyer.id]))));
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['cancelled', 'announced'], issues: [] });
  await cancelThere(buyer);
  await buyer.inTenant((tenant) => expectNoMore(tenant, buyer.id));
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'cancelled', asns: ['cancelled', 'cancelled'], issues: [] });
});

test('one of which a part has come waits for a person, who closes it short', async () => {
  const buyer = await announced();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 4 }]);
  await cancelThere(buyer);
  expect(await buyer.purchase('P-1')).toMatchObject({
    ...{ status: 'received', issues: [`cancelled_after_receipt:rest:${buyer.id}`] },
    sentences: [
      'The warehouse expects nothing further of it, and 4 of 10 units have come. Close it short here, and order the rest anew where it is wanted.',
    ],
  });
  await buyer.inTenant((tenant) => expectNoMore(tenant, buyer.id));
  expect(await buyer.purchase('P-1')).toMatchObject({ close_reason: 'The warehouse no longer expects it.', issues: [] });
});
