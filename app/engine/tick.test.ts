import { afterEach, expect, test } from 'vitest';
import { addAccount } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { addConnection, addOrders } from '../../test/shop/rows.ts';
import { sweep } from './tick.ts';

const own = testDatabase();
afterEach(() => own.sql('delete from graphile_worker._private_jobs'));

test('an account of which more orders wait for a check than are swept at once does not keep those of another from theirs', async () => {
  const accounts = [];
  for (const count of [5, 2]) {
    const { accountId } = await addAccount(own);
    const channel = await addConnection(own, accountId);
    await addOrders(own, accountId, channel, Array(count).fill({ checked_at: null }));
    accounts.push(accountId);
  }
  await sweep(own.database, 3);
  const jobs = await own.sql<{ payload: { accountId: number; orderIds: number[] } }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'orders:check-missed'`,
  );
  const counts = Object.fromEntries(jobs.map(({ payload }) => [payload.accountId, payload.orderIds.length]));
  expect(counts).toEqual({ [accounts[0] as number]: 2, [accounts[1] as number]: 1 });
});
