import { expect, onTestFinished, test } from 'vitest';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../../test/shop/vendor.ts';
import { setPaused } from '../../../shared/connections/connecting/commands.ts';
import { wakeConnection } from '../../../shared/connections/streams/wake.ts';
import { wordIssue } from '../../../shared/issues/issue.ts';
import { pullStream } from '../pull.ts';

const own = testDatabase();
type Sentence = Parameters<typeof wordIssue>[0];

/** A channel whose orders are read by `reply`, and whose other reads succeed. */
async function shopWithFailing() {
  const shop = await buildShop(own, { connected: false });
  const vendor = await connectVendor(shop);
  const { id } = vendor;
  const pull = () =>
    pullStream(shop.engine, { accountId: shop.accountId, connectionId: id, stream: 'orders' }, new AbortController().signal);
  await pull();
  /** So long ago as well: when it was drained, when it first failed, and, where nobody read it since, when it was read. */
  const goBack = (by: string, rested = false) =>
    own.sql(
      `update streams set drained_at = drained_at - $2::interval, failing_since = failing_since - $2::interval,
        read_at = case when $3 then read_at - $2::interval else read_at end where connection_id = $1 and stream = 'orders'`,
      [id, by, rested],
    );
  const pullBeside = async (times: number) => {
    for (let time = 0; time < times; time++) {
      await pull();
      // Another stream of it succeeds.
      await own.sql('update connections set failures_in_a_row = 0, blocked_until = null where id = $1', [id]);
    }
  };
  const failAs = async (failure: object, times: number) => {
    vendor.queue = () => ({ ok: false, failure: { reason: theirWords('Its database is full.'), ...failure } as never });
    await pullBeside(times);
  };
  const issues = async () =>
    (await own.sql<{ sentence: Sentence }>('select sentence from issues where connection_id = $1 and closed_at is null', [id])).map(
      ({ sentence }) => wordIssue(sentence),
    );
  return { shop, vendor, pull, pullBeside, goBack, failAs, issues };
}

type Failing = Awaited<ReturnType<typeof shopWithFailing>>;
const later = { kind: 'retry', at: new Date(), maybeDone: false };
const words = expect.stringContaining('“Orders” has not been read to its end for over an hour: Its database is full.');

test('a stream that fails for over an hour while its connection works is an issue, until it is drained', async () => {
  const { vendor, pull, goBack, failAs, issues } = await shopWithFailing();
  await failAs(later, 6);
  expect(await issues()).toEqual([]);
  await goBack('61 minutes');
  await failAs(later, 1);
  expect(await issues()).toEqual([words]);
  await failAs(later, 1);
  expect(await issues()).toHaveLength(1);
  vendor.queue = () => page([]);
  await pull();
  expect(await issues()).toEqual([]);
});

test('a place that is forgotten once after a long rest is none; one that is again and again for over an hour is', async () => {
  const { goBack, failAs, issues } = await shopWithFailing();
  await goBack('2 hours', true);
  await failAs({ kind: 'cursor_expired' }, 1);
  expect(await issues()).toEqual([]);
  await goBack('61 minutes');
  await failAs({ kind: 'cursor_expired' }, 1);
  expect(await issues()).toEqual([words]);
});

test.each([
  ['nobody reads it', true, async () => undefined],
  [
    'its window is closed',
    false,
    async ({ shop, vendor, pull }: Failing) => {
      const window = (isUsed: boolean) =>
        own.sql(
          `update connections set use_time_window_orders = $2, start_sync_time_window_orders = 0, end_sync_time_window_orders = 0
            where id = $1 and account_id = $3`,
          [vendor.id, isUsed, shop.accountId],
        );
      await window(true);
      await pull();
      await window(false);
    },
  ],
  [
    'it is paused',
    false,
    async ({ shop, vendor }: Failing) => {
      for (const paused of [true, false]) await shop.inTenant((tenant) => setPaused(tenant, vendor.id, paused));
    },
  ],
])('what failed before a rest in which %s does not count for long afterwards', async (_, isUnread, rest) => {
  const failing = await shopWithFailing();
  const { goBack, failAs, issues } = failing;
  await failAs(later, 6);
  await goBack('61 minutes', isUnread);
  await rest(failing);
  await failAs(later, 6);
  expect(await issues()).toEqual([]);
  await goBack('61 minutes');
  await failAs(later, 1);
  expect(await issues()).toEqual([words]);
});

test('a call of another kind that goes well ends no count of how long a stream fails', async () => {
  const { shop, vendor, goBack, failAs, issues } = await shopWithFailing();
  await failAs(later, 6);
  await goBack('61 minutes');
  await shop.inTenant((tenant) => wakeConnection(tenant, vendor.id, true));
  await failAs(later, 5);
  expect(await issues()).toEqual([words]);
});

test('a connection that is read by nobody at all says so itself', async () => {
  const { vendor, pull, goBack, issues } = await shopWithFailing();
  vendor.queue = () => ({ ok: false, failure: { ...later, kind: 'retry', reason: theirWords('Down.') } });
  await pull();
  await goBack('2 hours');
  for (let time = 0; time < 6; time++) await pull();
  expect(await issues()).toEqual([]);
});

test('a page that cannot be stored through no fault of its records fails as one that cannot be read', async () => {
  const { shop, vendor, pull, pullBeside, goBack, issues } = await shopWithFailing();
  await own.sql(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`);
  await own.sql('create trigger fail before insert on orders for each row execute function fail()');
  const mend = () => own.sql('drop trigger if exists fail on orders');
  onTestFinished(async () => void (await mend()));
  vendor.queue = () => page([vendorOrder('1')]);
  await pullBeside(6);
  await goBack('61 minutes');
  await pullBeside(1);
  expect(await issues()).toEqual([expect.stringContaining('Something went wrong on our side while it was read.')]);
  await mend();
  await pull();
  expect(await shop.orders()).toHaveLength(1);
});
