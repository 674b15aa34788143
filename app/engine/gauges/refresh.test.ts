import { expect, onTestFinished, test } from 'vitest';
import { locks } from '../../../platform/locks.ts';
import { loginUrl } from '../../../platform/login-url.ts';
import { onlyOne } from '../../../platform/only-one.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection } from '../../../test/shop/rows.ts';
import { gauges } from './instruments.ts';
import { refreshed } from './refresh.ts';

const own = testDatabase();

function worker(now?: () => number) {
  const claim = onlyOne(loginUrl(own.url, 'crossdock_scheduler'), locks.gauges);
  onTestFinished(() => claim.close());
  return { claim, refresh: refreshed(own.database, own.queue, claim, now) };
}

const valuesOf = async (gauge: (typeof gauges)[keyof typeof gauges]) => (await gauge.get()).values;

test('one worker says how long what is due has waited, and how many issues are open, of all accounts together', async () => {
  const [first, second] = [await addAccount(own), await addAccount(own)];
  for (const { accountId } of [first, second]) {
    const channel = await addConnection(own, accountId);
    await own.sql(
      `insert into issues (account_id, type, subject, connection_id, sentence, blocking) values ($1, 'unmapped_sku', 'A', $2, '{"code": "x"}', false)`,
      [accountId, channel],
    );
    await own.sql(
      `insert into outbox (account_id, connection_id, kind, key, due_at, state, lease_until) values
        ($1, $2, 'stock', 'one', now() - interval '1 hour', 'waiting', null),
        ($1, $2, 'stock', 'later', now() + interval '1 hour', 'waiting', null),
        ($1, $2, 'confirm', 'left', now() - interval '1 hour', 'sending', now() - interval '1 second'),
        ($1, $2, 'confirm', 'under way', now() - interval '1 hour', 'sending', now() + interval '1 minute')`,
      [accountId, channel],
    );
  }
  await worker().refresh();
  expect(await valuesOf(gauges.issues)).toContainEqual({ labels: { type: 'unmapped_sku' }, value: 2 });
  // What a worker claimed and left waits as well.
  expect(await valuesOf(gauges.outboxDue)).toEqual(
    expect.arrayContaining([
      { labels: { kind: 'stock' }, value: 2 },
      { labels: { kind: 'confirm' }, value: 2 },
    ]),
  );
  const [oldest] = await valuesOf(gauges.outboxAge);
  expect(oldest?.value).toBeGreaterThan(3_599);
  expect(await valuesOf(gauges.stopped)).toEqual([{ labels: {}, value: 0 }]);
});

test('the others say nothing until it ends, and then one of them takes over', async () => {
  const [keeper, other] = [worker(), worker()];
  await keeper.refresh();
  await other.refresh();
  expect([await valuesOf(gauges.issues), await valuesOf(gauges.stopped)]).toEqual([[], []]);
  await keeper.claim.close();
  await expect
    .poll(async () => {
      await other.refresh();
      return (await valuesOf(gauges.stopped)).length;
    })
    .toBe(1);
});

test('the database is read once in 15 seconds, and what waits no more is not said', async () => {
  let clock = 0;
  const { refresh } = worker(() => clock);
  await refresh();
  await own.sql(`delete from outbox`);
  clock = 14_999;
  await refresh();
  expect(await valuesOf(gauges.outboxDue)).toHaveLength(2);
  clock = 15_000;
  await refresh();
  expect(await valuesOf(gauges.outboxDue)).toEqual([]);
});
