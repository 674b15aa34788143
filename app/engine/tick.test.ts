import { afterEach, expect, test } from 'vitest';
import { addAccount } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { addConnection, addOrders } from '../../test/shop/rows.ts';
import { sweep } from './tick.ts';

const own = testDatabase();
afterEach(() => own.sql('delete from graphile_worker._private_jobs'));

test('accounts of which more orders wait for a check than are swept at once do not keep those of others from theirs', async () => {
  const accounts: number[] = [];
  for (const count of [1, 5, 1, 5, 1]) {
    const { accountId } = await addAccount(own);
    const channel = await addConnection(own, accountId);
    await addOrders(own, accountId, channel, Array(count).fill({ checked_at: null }));
    accounts.push(accountId);
  }
  const swept = async (turn: number) => {
    await own.sql('delete from graphile_worker._private_jobs');
    await sweep(own.database, 3, turn);
    const jobs = await own.sql<{ payload: { accountId: number; orderIds: number[] } }>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'orders:check-missed'`,
    );
    return jobs.map(({ payload }) => payload);
  };
  const seen = new Set<number>();
  for (let turn = 0; turn < 4 * accounts.length; turn++) {
    const jobs = await swept(turn);
    expect(jobs.flatMap(({ orderIds }) => orderIds).length).toBeLessThanOrEqual(3);
    for (const { accountId } of jobs) seen.add(accountId);
  }
  expect([...seen].toSorted((a, b) => a - b)).toEqual(accounts);
  await own.sql('update orders set checked_at = now() where account_id <> all($1)', [[accounts[0], accounts[2], accounts[4]]]);
  for (let turn = 0; turn < 4 * accounts.length; turn++) expect(await swept(turn)).toHaveLength(3);
});
