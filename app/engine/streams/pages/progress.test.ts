import { expect, test } from 'vitest';
import type { ChannelOrder, Cursor, Page, Result } from '../../../../connectors/contract.ts';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../../test/shop/vendor.ts';
import { worded } from '../../../../test/worded.ts';
import { pullStream } from '../pull.ts';

const own = testDatabase();

/** A channel whose stream is read by this function, once, with how often it was asked. */
async function readOnce(reply: (cursor: Cursor | null) => Result<Page<ChannelOrder>>) {
  const shop = await buildShop(own, { connected: false });
  let asked = 0;
  const read = async (cursor: Cursor | null) => {
    asked += 1;
    return reply(cursor);
  };
  const get = async () => ({ ok: true as const, value: vendorOrder('1') });
  const { id } = await connectVendor(shop, { orders: () => ({ stream: { mode: 'cursor', read }, get }) });
  await own.sql('delete from graphile_worker._private_jobs');
  await pullStream(shop.engine, { accountId: shop.accountId, connectionId: id, stream: 'orders' }, new AbortController().signal);
  const [stream] = await own.sql(`select cursor, failures from streams where connection_id = $1 and stream = 'orders'`, [id]);
  const [connection] = await own.sql('select last_failure, failures_in_a_row from connections where id = $1', [id]);
  const jobs = await own.sql(
    `select run_at > now() + interval '1 second' as later from graphile_worker.jobs where task_identifier = 'stream:pull'`,
  );
  return { asked, stream, connection, jobs };
}

test('a page that gives the place that it was read from as the next one is a failure', async () => {
  const { asked, stream, connection } = await readOnce(() => page([], { next: { after: 'here' }, more: true }));
  expect(asked).toBe(2);
  expect(stream).toEqual({ cursor: { after: 'here' }, failures: 1 });
  const last_failure = worded('It says that there is more, and gives the same place to read on from.');
  expect(connection).toMatchObject({ last_failure, failures_in_a_row: 1 });
});

test('after a hundred pages in a row that bring nothing the stream is read on later', async () => {
  const { asked, stream, jobs } = await readOnce((cursor) => page([], { next: { page: Number(cursor?.page ?? 0) + 1 }, more: true }));
  expect([stream, jobs]).toMatchObject([{ cursor: { page: 100 }, failures: 0 }, [{ later: true }]]);
  // One is read ahead.
  expect(asked).toBe(101);
});
