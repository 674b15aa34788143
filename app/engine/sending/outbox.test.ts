import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { theirWords } from '../../../connectors/http/reasons.ts';
import { inTenant, type Tenant } from '../../../platform/tenant.ts';
import { buildShop, ofOrders, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { getConnection } from '../../shared/connections/calls/session.ts';
import { setPaused } from '../../shared/connections/connecting/commands.ts';
import { claimEffects, extendLease, failEffect, finishEffects, postponeEffects, releaseClaims } from '../../shared/outbox/claim.ts';
import { awaitTickets } from '../../shared/outbox/tickets.ts';
import { sendBatch } from './batch.ts';
import { composeMessages } from './composing/messages.ts';
import { keepLease } from './lease.ts';

const own = testDatabase();

/** A shop whose order waits to be confirmed; and what a worker does with the channel's outbox. */
async function withConfirmation() {
  const shop = await buildShop(own, { reads: ofOrders });
  const sold = shop.sell({ orderNumber: '1001' });
  await shop.sync();
  // Only once everything has shipped is the channel told; here it is told by hand.
  const { floor, orders } = shop.sandbox.control.client();
  for (const order of orders.rows.values()) for (const _ of [1, 2, 3]) floor.advance(order);
  const { faults } = shop.sandbox.control;
  const refused = faults.add({ target: 'ship_station', operation: 'mark_as_shipped', kind: '429', probability: 1 });
  await shop.read('shipments');
  faults.clear(refused.id);
  await shop.engine.passTime();
  return { ...shop, sold };
}

async function claimed(shop: Shop) {
  const token = randomUUID();
  return inTenant(own.database, shop, async (tenant) => {
    const connection = await getConnection(tenant, shop.engine.seal, shop.channelId);
    if (!connection) throw new Error('no connection');
    const { effects } = await claimEffects(tenant, connection.id, token, 10, sql`true`);
    return { connection, effects, token, errands: await composeMessages(tenant, effects) };
  });
}

const marks = ({ sandbox }: Shop) => sandbox.control.state().shipStation[0]?.orders.map((order) => order.marks);
const rows = ({ accountId }: Shop) =>
  own.sql(`select state, maybe_done, attempts from outbox where account_id = $1 and kind = 'confirm'`, [accountId]);

test('an effect is claimed by one worker, and after its lease by another, which looks it up before it sends', async () => {
  const shop = await withConfirmation();
  const first = await claimed(shop);
  expect(first.effects).toMatchObject([{ kind: 'confirm', maybe_done: false }]);
  expect((await claimed(shop)).effects).toEqual([]);
  await shop.engine.passTime();
  expect((await claimed(shop)).effects).toMatchObject([{ kind: 'confirm', maybe_done: true }]);
});

test('a worker that resumes after its lease sends nothing', async () => {
  const shop = await withConfirmation();
  const frozen = await claimed(shop);
  const lease = keepLease(shop.engine, shop.accountId, frozen.token, frozen.effects, Date.now() - 12_000);
  await sendBatch(shop.engine, frozen.connection, frozen.effects, frozen.errands, lease, false);
  lease.end();
  expect(marks(shop)).toEqual([0]);
  expect(await rows(shop)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
});

test('a worker that stops begins no further call, and gives back what is left', async () => {
  const shop = await withConfirmation();
  const { connection, effects, errands, token } = await claimed(shop);
  const lease = { ...keepLease(shop.engine, shop.accountId, token, effects, Date.now()), stop: AbortSignal.abort() };
  await sendBatch(shop.engine, connection, effects, errands, lease, false);
  lease.end();
  expect(marks(shop)).toEqual([0]);
  expect(await rows(shop)).toMatchObject([{ state: 'waiting', attempts: 0, maybe_done: false }]);
});

test('a worker that stops before it tries whether a channel works again leaves that to another', async () => {
  const shop = await withConfirmation();
  const { connection, effects, errands, token } = await claimed(shop);
  await own.sql(`update connections set blocked_until = now() + interval '20 seconds' where id = $1`, [shop.channelId]);
  const lease = { ...keepLease(shop.engine, shop.accountId, token, effects, Date.now()), stop: AbortSignal.abort() };
  await sendBatch(shop.engine, connection, effects, errands, lease, true);
  lease.end();
  expect(await rows(shop)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  const blocked = await own.sql('select blocked_until > now() as blocked from connections where id = $1', [shop.channelId]);
  expect(blocked).toEqual([{ blocked: false }]);
});

test('a worker whose clock is set back does not take its lease for longer', async () => {
  const shop = await withConfirmation();
  const { token, effects } = await claimed(shop);
  const holds = (sinceMs: number) => {
    const lease = keepLease(shop.engine, shop.accountId, token, effects, Date.now() - sinceMs);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    const held = effects.map(({ id }) => lease.holds(id));
    vi.useRealTimers();
    lease.end();
    return held;
  };
  expect([holds(0), holds(12_000)]).toEqual([[true], [false]]);
});

test('what a worker sent and could not record is recorded by the next, and not sent twice', async () => {
  const shop = await withConfirmation();
  const frozen = await claimed(shop);
  await shop.engine.passTime();
  const next = await claimed(shop);
  const lease = keepLease(shop.engine, shop.accountId, frozen.token, frozen.effects, Date.now());
  await sendBatch(shop.engine, frozen.connection, frozen.effects, frozen.errands, lease, false);
  lease.end();
  expect(marks(shop)).toEqual([1]);
  // It no longer had the lease, so it may not record the reply.
  expect(await rows(shop)).toMatchObject([{ state: 'sending' }]);
  const nextLease = keepLease(shop.engine, shop.accountId, next.token, next.effects, Date.now());
  await sendBatch(shop.engine, next.connection, next.effects, next.errands, nextLease, false);
  nextLease.end();
  expect(marks(shop)).toEqual([1]);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled' });
});

const recordings: Record<string, (tenant: Tenant, token: string, id: number) => Promise<unknown>> = {
  done: (tenant, token, id) => finishEffects(tenant, [id], token),
  'not done, and tried again later': (tenant, token, id) =>
    postponeEffects(tenant, token, [{ id, reason: theirWords('No reply.'), at: null, maybeDone: true, counts: true }]),
  'taken and not settled': (tenant, token, id) => awaitTickets(tenant, token, [{ id, ticket: 'T', at: new Date() }]),
  refused: (tenant, token, id) => failEffect(tenant, token, id, { kind: 'rejected', code: 'other', reason: theirWords('No.') }),
  'not sent': (tenant, token, id) => releaseClaims(tenant, [id], token, null),
};

test.each(Object.entries(recordings))('what was dropped while it was being sent stays dropped when it is %s', async (_reply, record) => {
  const shop = await withConfirmation();
  const { token, effects } = await claimed(shop);
  await own.sql(`update outbox set state = 'dropped' where account_id = $1 and kind = 'confirm'`, [shop.accountId]);
  await inTenant(own.database, shop, (tenant) => record(tenant, token, effects[0]?.id ?? 0));
  expect(await rows(shop)).toMatchObject([{ state: 'dropped', attempts: effects[0]?.attempts }]);
});

test('a lease is extended for the rows that are still ours, and no others', async () => {
  const shop = await withConfirmation();
  const first = await claimed(shop);
  const ids = first.effects.map(({ id }) => id);
  expect(await inTenant(own.database, shop, (tenant) => extendLease(tenant, ids, first.token))).toEqual(new Set(ids));
  await shop.engine.passTime();
  await claimed(shop);
  expect(await inTenant(own.database, shop, (tenant) => extendLease(tenant, ids, first.token))).toEqual(new Set());
});

test('what was claimed before somebody pauses the connection is not sent, and is sent once it is resumed', async () => {
  const shop = await withConfirmation();
  const { connection, effects, errands, token } = await claimed(shop);
  const pause = (paused: boolean) => inTenant(own.database, shop, (tenant) => setPaused(tenant, shop.channelId, paused));
  // Clocks go on by hand alone: the lease does not end by itself, however long its renewal takes.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const lease = keepLease(shop.engine, shop.accountId, token, effects, Date.now());
  await pause(true);
  vi.advanceTimersByTime(4_000);
  await expect.poll(() => effects.map(({ id }) => lease.holds(id))).toEqual([false]);
  vi.useRealTimers();
  await sendBatch(shop.engine, connection, effects, errands, lease, false);
  lease.end();
  expect(marks(shop)).toEqual([0]);
  expect(await rows(shop)).toMatchObject([{ state: 'waiting', attempts: 0, maybe_done: false }]);
  await pause(false);
  await shop.engine.passTime();
  await shop.sync();
  expect(marks(shop)).toEqual([1]);
});

test('the lease of what is being sent lasts while its account is suspended, and nothing else of it is sent', async () => {
  const shop = await withConfirmation();
  const { token, effects } = await claimed(shop);
  const ids = effects.map(({ id }) => id);
  await own.sql('update accounts set suspended_at = now() where id = $1', [shop.accountId]);
  await own.sql(`update outbox set lease_until = now() where account_id = $1 and state = 'sending'`, [shop.accountId]);
  expect(await inTenant(own.database, shop, (tenant) => extendLease(tenant, ids, token))).toEqual(new Set());
  const [row] = await own.sql(`select lease_until > now() as lasts from outbox where account_id = $1 and state = 'sending'`, [
    shop.accountId,
  ]);
  expect(row).toEqual({ lasts: true });
});

test('a confirmation whose reply was lost is looked up before it is repeated', async () => {
  const shop = await withConfirmation();
  shop.sandbox.control.faults.add({ target: 'ship_station', operation: 'mark_as_shipped', kind: 'drop_after_accept', times: 1 });
  await shop.sync();
  await shop.engine.passTime();
  await shop.sync();
  expect(marks(shop)).toEqual([1]);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled' });
});

test('a used-up allowance is waited for, and counts as no attempt', async () => {
  const shop = await withConfirmation();
  shop.sandbox.control.faults.add({ target: 'ship_station', operation: 'mark_as_shipped', kind: '429_bare', times: 1 });
  await shop.sync();
  const [row] = await own.sql<{ failures_in_a_row: number }>(
    'select failures_in_a_row from connections where account_id = $1 and $2 = any(capabilities)',
    [shop.accountId, 'orders'],
  );
  expect(row).toEqual({ failures_in_a_row: 0 });
  await shop.engine.passTime();
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled' });
});

test('an effect that is due later does not delay one that is due now', async () => {
  const shop = await withConfirmation();
  await own.sql(`update outbox set due_at = now() + interval '1 hour' where account_id = $1 and kind = 'confirm'`, [shop.accountId]);
  await shop.sync();
  const jobs = await own.sql<{ key: string; later: boolean }>(
    `select key, run_at > now() + interval '1 minute' as later from graphile_worker.jobs where key like 'drain:%'`,
  );
  expect(jobs).toContainEqual({ key: `drain:${shop.accountId}:${shop.channelId}:later`, later: true });
});
