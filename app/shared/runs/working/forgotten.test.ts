import { expect, test } from 'vitest';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { endForgotten, startRun } from '../commands.ts';
import { listRuns } from '../queries.ts';

const own = testDatabase();

test('a sync that nobody has touched for ten minutes is ended, one that goes on is not', async () => {
  const shop = await buildShop(own, { connected: false });
  const [forgotten, alive] = await shop.inTenant(async (tenant) => [
    await startRun(tenant, { kind: 'sync', subject: { code: 'stream', stream: 'orders' } }),
    await startRun(tenant, { kind: 'sync', subject: { code: 'stream', stream: 'items' } }),
  ]);
  await own.sql("update runs set touched_at = now() - interval '11 minutes' where id = $1", [forgotten]);
  await shop.inTenant(endForgotten);
  const runs = await shop.inTenant((tenant) => listRuns(tenant, { ids: [forgotten ?? 0, alive ?? 0] }));
  expect(runs.map(({ id, state }) => [id, state])).toEqual([
    [alive, 'running'],
    [forgotten, 'failed'],
  ]);
});
