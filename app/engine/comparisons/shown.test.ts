import { afterEach, expect, onTestFinished, test } from 'vitest';
import { openLiveFeed } from '../../../platform/events.ts';
import type { Role } from '../../../platform/signed-in.ts';
import { reading } from '../../../platform/tenant.ts';
import { buildShop, ofOrders, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { sayRestored } from '../../base/installation/by-hand.ts';
import { openMark } from '../../base/installation/mark.ts';
import { loadShell } from '../../screens/shell/shell-data.ts';
import { listConnections } from '../../shared/connections/queries.ts';
import { sweepComparisons } from './sweep.ts';

const own = testDatabase();
afterEach(() => own.sql(`update installation set life = null, stopped = null, mark = 0`));

/** What the shell's loader returns to somebody of the shop, and what the Connections page says of each connection. */
const shown = (shop: Shop) =>
  reading(own.database, shop, async (tenant) => {
    const session = { role: 'user' as Role };
    const { stopped } = await loadShell({ session, tenant, request: new Request('http://crossdock.test/'), demo: false } as never);
    const connections = await listConnections(tenant);
    return [stopped?.sentence ?? null, ...connections.map(({ health_sentence }) => health_sentence)];
  });
const beat = ({ engine }: Shop) => openMark({ ...engine, databaseUrl: own.url }).beat();
const restored =
  'Sending has stopped. Somebody said that this database was restored from a backup. Orders are being compared with Amware before anything is sent.';

test('a normal page shows nothing of it', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await beat(shop);
  expect(await shown(shop)).toEqual([null, 'Working.', 'Working.']);
});

test('a stopped account is told so on every page, how far the comparison is, and what each connection waits for', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await beat(shop);
  await sayRestored(own.database);
  expect(await shown(shop)).toEqual([`${restored} Then sending goes on by itself.`, 'Working.', 'Working.']);
  await sweepComparisons(own.database);
  expect(await shown(shop)).toEqual([
    `${restored} 0 of 5 streams read. Then sending goes on by itself.`,
    'Working. Sending has stopped: it is being compared with what Crossdock knows, 0 of 1 stream read.',
    'Working. Sending has stopped: it is compared with what Crossdock knows when the channels have been read.',
  ]);
  // The step that the sweep enqueued is taken before the channel is read, not beside it.
  await shop.engine.runJobs();
  await shop.read('orders');
  expect(await shown(shop)).toEqual([
    `${restored} 1 of 5 streams read. Then sending goes on by itself.`,
    'Working. Sending has stopped: it is being compared with what Crossdock knows, 1 of 1 stream read.',
    'Working. Sending has stopped: it is compared with what Crossdock knows when the channels have been read.',
  ]);
  for (let turn = 0; turn < 3; turn++) {
    await sweepComparisons(own.database);
    await shop.engine.runJobs();
  }
  expect(await shown(shop)).toEqual([null, 'Working.', 'Working.']);
});

test('a connection that is paused holds up no other, and says when it is compared', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await beat(shop);
  await own.sql(`update connections set state = 'paused' where id = $1`, [shop.channelId]);
  await sayRestored(own.database);
  for (let turn = 0; turn < 3; turn++) {
    await sweepComparisons(own.database);
    await shop.engine.runJobs();
  }
  expect(await shown(shop)).toEqual([
    null,
    'Paused. No requests are sent until it is resumed. Then it is compared with what Crossdock knows. Nothing is sent to it before that.',
    'Working.',
  ]);
});

/** A worker takes up work in a database of which this is so. */
async function recognised(set: string) {
  const shop = await buildShop(own, { reads: ofOrders });
  await beat(shop);
  await own.sql(`update installation set life = 'before', ${set}`);
  await beat(shop);
  return shop;
}

test.each([
  [
    'mark = 0',
    'Sending has stopped. This database was restored from a backup, or another server took over: something was sent that it does not know of.',
  ],
  [
    `beat_at = now() - interval '1 hour', rested_at = null`,
    'Sending has stopped. Crossdock did not run for a while, and nobody had stopped it in order: something may be missing here.',
  ],
])('each cause is said as it is: %s', async (set, cause) => {
  const [sentence] = await shown(await recognised(set));
  expect(sentence).toBe(`${cause} Orders are being compared with Amware before anything is sent. Then sending goes on by itself.`);
});

test('a copy says that a super admin decides, and why', async () => {
  const [sentence] = await shown(await recognised('id = gen_random_uuid(), mark = 7'));
  expect(sentence).toBe(
    'Nothing is sent from this installation. It has the data of another installation, and other files. A super admin decides which one lives.',
  );
});

test('after a restart a page says that reading and sending go on in a moment, and later that no worker takes up work', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql(`update installation set life = 'before', beat_at = now()`);
  const sentenceOfNow = async () => {
    const [row] = await own.sql<{ young: boolean }>(`select now() - pg_postmaster_start_time() < interval '1 minute' as young`);
    return row?.young
      ? 'The database was just restarted. Reading and sending go on in a moment.'
      : 'Nothing is read or sent: no worker has taken up work since the database was restarted. Make sure that the workers run and can write files.';
  };
  // The minute may end in between.
  const before = await sentenceOfNow();
  const [said] = await shown(shop);
  expect([before, await sentenceOfNow()]).toContain(said);
  await beat(shop);
  expect((await shown(shop))[0]).toBeNull();
});

test('open pages hear of it when sending is stopped, and when it goes on', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await beat(shop);
  const feed = openLiveFeed(own.url);
  onTestFinished(() => feed.close());
  const heard: string[] = [];
  let next = Promise.withResolvers<void>();
  feed.subscribe(shop.accountId, ({ topic }) => {
    heard.push(topic);
    next.resolve();
  });
  // It listens.
  await next.promise;
  for (const set of ['mark = mark', 'mark = 0']) {
    heard.length = 0;
    next = Promise.withResolvers<void>();
    await own.sql(`update installation set life = 'before', ${set}`);
    await beat(shop);
    await next.promise;
    expect(heard).toEqual(['connections']);
  }
});
