import { expect, test } from 'vitest';
import { manualClock } from '../../../../sandbox/clock.ts';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { capabilityOf } from '../../../shared/connections/calls/capability.ts';
import { togglePurchaseLock } from '../../purchase-orders/actions/lock.ts';
import { type ReadOne, rereadPurchaseOrder } from './reread.ts';

const own = testDatabase();

/** A purchase order that waits for its approval, is approved, and then read by itself; `meanwhile`: while that reply is on its way. */
async function rereadWhile(meanwhile: (shop: Awaited<ReturnType<typeof approved>>) => Promise<void>) {
  const shop = await approved();
  const readOne: ReadOne = async (engine, _, connection, remoteId) => {
    const reply = await capabilityOf(engine, connection, 'purchaseOrders', { attempt: 0, subject: remoteId }).get(remoteId);
    await meanwhile(shop);
    return reply;
  };
  await rereadPurchaseOrder(shop.engine, { accountId: shop.accountId, userId: null }, (await shop.purchase('P-1')).id, readOne);
  return shop;
}

async function approved() {
  const clock = manualClock(new Date());
  const buyer = await buildBuyer(own, { clock });
  const remoteId = buyer.buy('P-1', { status: 'A' });
  await buyer.sync();
  const become = (status: string) => {
    clock.advance(5_000);
    buyer.change(remoteId, { status });
  };
  become('B');
  return { ...buyer, become };
}

test('a reply that was on its way while its source closed a purchase order does not open it again', async () => {
  const { purchase, engine } = await rereadWhile(async ({ become, sync }) => {
    become('H');
    await sync();
  });
  await engine.runJobs();
  expect(await purchase('P-1')).toMatchObject({ source_state: 'closed', asns: [] });
});

test('nor one whose closing a lock kept out until then', async () => {
  const { purchase, engine } = await rereadWhile(async ({ become, sync, inTenant, purchase }) => {
    const { id } = await purchase('P-1');
    await inTenant((tenant) => togglePurchaseLock(tenant, id));
    become('H');
    await sync();
    await inTenant((tenant) => togglePurchaseLock(tenant, id));
  });
  expect(await purchase('P-1')).toMatchObject({ source_state: 'draft', must_reread: true });
  await engine.runJobs();
  expect(await purchase('P-1')).toMatchObject({ source_state: 'closed', must_reread: false, asns: [] });
});
