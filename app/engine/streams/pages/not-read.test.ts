import { expect, test } from 'vitest';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { connectVendor, page } from '../../../../test/shop/vendor.ts';
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
  const drained = (ago: string) =>
    own.sql(`update streams set drained_at = now() - $2::interval where connection_id = $1 and stream = 'orders'`, [id, ago]);
  const failAs = async (failure: object, times: number) => {
    vendor.queue = () => ({ ok: false, failure: { reason: theirWords('Its database is full.'), ...failure } as never });
    for (let time = 0; time < times; time++) {
      await pull();
      // Another stream of it succeeds.
      await own.sql('update connections set failures_in_a_row = 0, blocked_until = null where id = $1', [id]);
    }
  };
  const issues = async () =>
    (await own.sql<{ sentence: Sentence }>('select sentence from issues where connection_id = $1 and closed_at is null', [id])).map(
      ({ sentence }) => wordIssue(sentence),
    );
  return { vendor, pull, drained, failAs, issues };
}

const later = { kind: 'retry', at: new Date(), maybeDone: false };
const words = expect.stringContaining('“Orders” has not been read to its end for over an hour: Its database is full.');

test('a stream that fails for over an hour while its connection works is an issue, until it is drained', async () => {
  const { vendor, pull, drained, failAs, issues } = await shopWithFailing();
  await failAs(later, 6);
  expect(await issues()).toEqual([]);
  await drained('61 minutes');
  await failAs(later, 1);
  expect(await issues()).toEqual([words]);
  await failAs(later, 1);
  expect(await issues()).toHaveLength(1);
  vendor.queue = () => page([]);
  await pull();
  expect(await issues()).toEqual([]);
});

test('one failure after a long rest is none; a place that is forgotten again and again is', async () => {
  const { drained, failAs, issues } = await shopWithFailing();
  await drained('2 hours');
  await failAs(later, 1);
  expect(await issues()).toEqual([]);
  await failAs({ kind: 'cursor_expired' }, 1);
  expect(await issues()).toEqual([words]);
});

test('a connection that is read by nobody at all says so itself', async () => {
  const { vendor, pull, drained, issues } = await shopWithFailing();
  await drained('2 hours');
  vendor.queue = () => ({ ok: false, failure: { ...later, kind: 'retry', reason: theirWords('Down.') } });
  for (let time = 0; time < 6; time++) await pull();
  expect(await issues()).toEqual([]);
});
