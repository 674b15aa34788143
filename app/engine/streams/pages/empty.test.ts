import { expect, test } from 'vitest';
import type { ChannelOrder, Cursor, Page, Result } from '../../../../connectors/contract.ts';
import { buildShop } from '../../../../test/build.ts';
import { countedStatements } from '../../../../test/counted-statements.ts';
import { testDatabase } from '../../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../../test/shop/vendor.ts';
import { pullStream } from '../pull.ts';

const own = testDatabase();

/** A channel whose stream gives nothing but what `replies` has, and its circuit half open, with a delivery that waits. */
async function waitingChannel() {
  const shop = await buildShop(own, { connected: false });
  const replies: (() => Promise<Result<Page<ChannelOrder>>>)[] = [];
  const read = (_: Cursor | null) => (replies.shift() ?? (async () => page([])))();
  const get = async () => ({ ok: true as const, value: vendorOrder('1') });
  const { id } = await connectVendor(shop, { orders: () => ({ stream: { mode: 'cursor', read }, get }) });
  const pull = (engine = shop.engine) =>
    pullStream(engine, { accountId: shop.accountId, connectionId: id, stream: 'orders' }, new AbortController().signal);
  await pull();
  await own.sql('delete from graphile_worker._private_jobs');
  await own.sql(`update connections set failures_in_a_row = 6, blocked_until = now() - interval '1 second' where id = $1`, [id]);
  const deliver = (name: string, secondsAgo = 0) =>
    own.sql(
      `insert into webhook_deliveries (account_id, connection_id, delivery_id, stream, received_at)
       values ($1, $2, $3, 'orders', clock_timestamp() - make_interval(secs => $4))`,
      [shop.accountId, id, name, secondsAgo],
    );
  await deliver('before', 1);
  const state = async () => {
    const [connection] = await own.sql<{ failures: number; closed: boolean }>(
      'select failures_in_a_row as failures, blocked_until is null as closed from connections where id = $1',
      [id],
    );
    const waiting = await own.sql<{ name: string }>(
      'select delivery_id as name from webhook_deliveries where connection_id = $1 and handled_at is null order by id',
      [id],
    );
    const jobs = await own.sql<{ name: string }>('select distinct task_identifier as name from graphile_worker.jobs order by 1');
    return {
      failures: connection?.failures,
      closed: connection?.closed,
      waiting: waiting.map(({ name }) => name),
      jobs: jobs.map(({ name }) => name),
    };
  };
  return { shop, id, pull, replies, deliver, state };
}

test('a page that brings nothing closes the circuit, wakes what waited, and handles what was delivered before it was read', async () => {
  const { pull, replies, deliver, state } = await waitingChannel();
  replies.push(async () => {
    await deliver('while it was read');
    return page([]);
  });
  await pull();
  expect(await state()).toEqual({ failures: 0, closed: true, waiting: ['while it was read'], jobs: ['outbox:drain', 'stream:pull'] });
});

test.each([
  ['nothing', () => page([])],
  ['an order', () => page([vendorOrder('1')])],
])('a page of %s changes nothing where another worker has read on meanwhile', async (_what, reply) => {
  const { shop, id, pull, replies, state } = await waitingChannel();
  const before = await state();
  replies.push(async () => {
    await own.sql(`update streams set cursor = '{"at": "another place"}' where connection_id = $1 and stream = 'orders'`, [id]);
    return reply();
  });
  await pull();
  expect(await state()).toMatchObject({ failures: before.failures, waiting: ['before'], jobs: [] });
  expect(await shop.orders()).toEqual([]);
});

test('a read that finds nothing runs six statements', async () => {
  const { shop, id, pull } = await waitingChannel();
  await pull();
  // However slow the machine is: that it replies is no news yet, which pages would be told of.
  await own.sql(`update connections set last_ok_at = now() + interval '1 hour' where id = $1`, [id]);
  const { database, statements } = countedStatements(own);
  await pull({ ...shop.engine, database });
  expect(statements).toEqual(['begin', 'with', 'commit', 'begin', 'with', 'commit']);
});
