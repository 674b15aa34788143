import { expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { enqueuePurchaseCheck } from '../recheck.ts';

const own = testDatabase();

test('of the checks of many purchase orders four of an account run at a time, and one of a few waits for none of them', async () => {
  const ann = await addAccount(own);
  const check = (ids: number[]) => inTenant(own.database, ann, (tenant) => enqueuePurchaseCheck(tenant, ids));
  await check(Array.from({ length: 1_700 }, (_, at) => at + 1));
  await check([1, 2]);
  const queues = await own.sql(
    `select q.queue_name as queue, count(*)::int as jobs from graphile_worker._private_jobs j
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.payload ->> 'accountId' = $1 group by 1 order by 1 nulls last`,
    [String(ann.accountId)],
  );
  const queue = (n: number) => `check-purchases:${ann.accountId}:${n}`;
  expect(queues).toEqual([
    { queue: queue(0), jobs: 3 },
    { queue: queue(1), jobs: 2 },
    { queue: queue(2), jobs: 2 },
    { queue: queue(3), jobs: 2 },
    { queue: null, jobs: 1 },
  ]);
});
