import { expect, test } from 'vitest';
import type { Failure } from '../../../../connectors/contract.ts';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { manualClock } from '../../../../sandbox/clock.ts';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { capabilityOf } from '../../../shared/connections/calls/capability.ts';
import { togglePurchaseLock } from '../../purchase-orders/actions/lock.ts';
import { enqueueRereads } from '../../purchase-orders/missed.ts';
import { checkPurchaseOrders } from '../checking/check.ts';
import { cancelGone, type ReadOne, rereadPurchaseOrder } from './reread.ts';

const own = testDatabase();

/** A purchase order that waits for its approval, is approved, and then read by itself; `meanwhile`: while that reply is on its way. */
async function rereadWhile(meanwhile: (shop: Awaited<ReturnType<typeof approved>>) => Promise<void>) {
  const shop = await approved();
  await reread(shop, async (...call) => {
    const reply = await readNow(...call);
    await meanwhile(shop);
    return reply;
  });
  return shop;
}

const readNow: ReadOne = (engine, _, connection, remoteId) =>
  capabilityOf(engine, connection, 'purchaseOrders', { attempt: 0, subject: remoteId }).get(remoteId);
const reread = async ({ engine, accountId, purchase }: Buyer, readOne: ReadOne) =>
  rereadPurchaseOrder(engine, { accountId, userId: null }, (await purchase('P-1')).id, readOne);

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
  const remove = () => buyer.sandbox.control.company().books.rows('DELETE FROM main."transaction" WHERE id = ?', remoteId);
  return { ...buyer, become, remove };
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

test('nor does it bring back one that was deleted there until then: that is read once more before anything is announced', async () => {
  const { purchase, engine } = await rereadWhile(async (shop) => {
    shop.remove();
    await reread(shop, readNow);
    expect(await shop.purchase('P-1')).toMatchObject({ source_state: 'cancelled', source_status: 'deleted' });
  });
  await engine.runJobs();
  expect(await purchase('P-1')).toMatchObject({ source_state: 'cancelled', must_reread: false, asns: [] });
});

test('one that could not be found for a while goes on once it is found twice', async () => {
  const shop = await approved();
  await reread(shop, async () => ({ ok: false, failure: { kind: 'not_found', reason: theirWords('No such record.') } }));
  expect(await shop.purchase('P-1')).toMatchObject({ source_state: 'cancelled' });
  await reread(shop, readNow);
  await shop.engine.runJobs();
  expect(await shop.purchase('P-1')).toMatchObject({ source_state: 'open', must_reread: false, asns: ['announced'] });
});

test('that the allowance of its source is used up is no failure of the connection, and a probe that fails keeps it closed', async () => {
  const shop = await approved();
  const fails = (failure: Failure) => reread(shop, async () => ({ ok: false, failure }));
  const retry = { kind: 'retry', at: new Date(), reason: theirWords('Later.'), maybeDone: false } as const;
  const health = async () => {
    const [row] = await own.sql<{ failures: number; blocked: boolean | null }>(
      'select failures_in_a_row as failures, blocked_until > now() as blocked from connections where id = $1',
      [shop.ledgerId],
    );
    return row;
  };
  for (let time = 0; time < 6; time++) expect(await fails({ ...retry, limited: true })).toMatchObject({ ok: false });
  expect(await health()).toEqual({ failures: 0, blocked: null });
  await own.sql(`update connections set failures_in_a_row = 5, blocked_until = now() where id = $1`, [shop.ledgerId]);
  await fails(retry);
  expect(await health()).toEqual({ failures: 6, blocked: true });
});

test('one that its source no longer has stays as it is while it is locked, and ends once it is unlocked', async () => {
  const shop = await approved();
  await shop.flow();
  const { id } = await shop.purchase('P-1');
  const lock = () => shop.inTenant((tenant) => togglePurchaseLock(tenant, id));
  await lock();
  shop.remove();
  expect(await reread(shop, readNow)).toEqual({ ok: true, changed: false });
  await shop.engine.runJobs();
  expect(await shop.purchase('P-1')).toMatchObject({ source_state: 'open', must_reread: true, status: 'pending', asns: ['announced'] });
  await lock();
  await shop.flow();
  expect(await shop.purchase('P-1')).toMatchObject({ source_state: 'cancelled', must_reread: false, status: 'cancelled' });
});

test('several that their source no longer has are checked at once', async () => {
  const shop = await approved();
  shop.buy('P-2');
  await shop.flow();
  const remoteIds = await own.sql<{ remote_id: string }>('select remote_id from purchase_orders where account_id = $1 order by id desc', [
    shop.accountId,
  ]);
  await shop.inTenant((tenant) =>
    cancelGone(
      tenant,
      { id: shop.ledgerId },
      remoteIds.map(({ remote_id }) => remote_id),
    ),
  );
  await shop.engine.runJobs();
  expect((await shop.purchases()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
});

test('one that its source does not give again is an issue with the reason, until it does', async () => {
  const shop = await approved();
  await own.sql('update purchase_orders set must_reread = true where account_id = $1', [shop.accountId]);
  await reread(shop, async () => ({ ok: false, failure: { kind: 'rejected', code: 'other', reason: theirWords('Field hidden.') } }));
  const { id } = await shop.purchase('P-1');
  const check = () => shop.inTenant((tenant) => checkPurchaseOrders(tenant, [id]));
  await check();
  expect(await shop.purchase('P-1')).toMatchObject({
    issues: ['unreadable:reread'],
    sentences: ['NetSuite was asked for this order again, and its reply cannot be used: Field hidden.'],
  });
  // Others are read before it is once more, after an hour.
  const queued = async (refused: boolean) => {
    await shop.inTenant((tenant) => enqueueRereads(tenant, refused));
    return own.sql(`select from graphile_worker.jobs where key = $1`, [`reread-purchase:${shop.accountId}:${id}`]);
  };
  expect([(await queued(false)).length, (await queued(true)).length]).toEqual([0, 1]);
  await shop.flow();
  expect(await shop.purchase('P-1')).toMatchObject({ issues: [], must_reread: false, asns: ['announced'] });
});
