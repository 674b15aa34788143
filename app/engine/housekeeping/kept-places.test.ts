import { expect, test } from 'vitest';
import { withoutPerson } from '../../../platform/tenant.ts';
import { addAccount, buildShop, ofOrders } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { enqueuePictures } from '../../nouns/catalogue/pictures/fetched-pictures.ts';
import { sweep, tick } from '../tick.ts';

const own = testDatabase();

test('an account whose pictures wait keeps its place among the others', async () => {
  const { accountId } = await addAccount(own);
  const enqueued = async () => {
    await withoutPerson(own.database, accountId, enqueuePictures);
    return own.sql(`select run_at from graphile_worker._private_jobs where key = 'items:pictures:' || $1`, [accountId]);
  };
  const first = await enqueued();
  expect([first.length, await enqueued()]).toEqual([1, first]);
});

test.each([
  ['read', 'pull:', tick],
  ['sent', 'drain:', sweep],
] as const)('what waits its turn keeps its place, to be %s, however often it is found', async (_, prefix, find) => {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql(`update connections set state = 'needs_reconnect' where id = $1`, [shop.warehouseId]);
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  await own.sql(`update connections set state = 'active', blocked_until = null where account_id = $1`, [shop.accountId]);
  await own.sql('update streams set due_at = now() where account_id = $1', [shop.accountId]);
  const waiting = () =>
    own.sql<{ key: string; run_at: Date }>(
      `select key, run_at from graphile_worker._private_jobs where key like $1 || $2 || ':%' and key not like '%:later' order by key`,
      [prefix, shop.accountId],
    );
  await find(own.database);
  const first = await waiting();
  expect(first.length).toBeGreaterThan(0);
  await find(own.database);
  expect(await waiting()).toEqual(first);
});
