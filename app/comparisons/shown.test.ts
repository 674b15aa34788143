import { afterEach, expect, test } from 'vitest';
import type { Role } from '../../platform/signed-in.ts';
import { reading } from '../../platform/tenant.ts';
import { buildShop, ofOrders, type Shop } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { listConnections } from '../connections/queries.ts';
import { sayRestored } from '../installation/by-hand.ts';
import { openMark } from '../installation/mark.ts';
import { loadShell } from '../shell/shell-data.ts';
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
  'Sending has stopped: this database was restored from a backup. Orders are being compared with Amware before anything is sent.';

test('a normal page shows nothing of it', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await beat(shop);
  expect(await shown(shop)).toEqual([null, 'Working.', 'Working.']);
});

test('a stopped account is told so on every page, how far the comparison is, and what each connection waits for', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await beat(shop);
  await sayRestored(own.database, 'Somebody said so.');
  expect(await shown(shop)).toEqual([`${restored} Then sending goes on by itself.`, 'Working.', 'Working.']);
  await sweepComparisons(own.database);
  expect(await shown(shop)).toEqual([
    `${restored} 0 of 5 streams read. Then sending goes on by itself.`,
    'Working. Sending has stopped: it is being compared with the restored database, 0 of 1 stream read.',
    'Working. Sending has stopped: it is compared with the restored database when the channels have been read.',
  ]);
  await shop.read('orders');
  expect(await shown(shop)).toEqual([
    `${restored} 1 of 5 streams read. Then sending goes on by itself.`,
    'Working. Sending has stopped: it is being compared with the restored database, 1 of 1 stream read.',
    'Working. Sending has stopped: it is compared with the restored database when the channels have been read.',
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
  await sayRestored(own.database, 'Somebody said so.');
  for (let turn = 0; turn < 3; turn++) {
    await sweepComparisons(own.database);
    await shop.engine.runJobs();
  }
  expect(await shown(shop)).toEqual([
    null,
    'Paused. No requests are sent until it is resumed. Then it is compared, because the database was restored from a backup. Nothing is sent to it before that.',
    'Working.',
  ]);
});

test('a copy says that a super admin decides', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql(`update installation set stopped = 'copy', reason = 'Its data were used before, but not with these files.'`);
  const [sentence] = await shown(shop);
  expect(sentence).toBe('Nothing is sent from this installation: it is a copy of another one. A super admin decides which one lives.');
});
