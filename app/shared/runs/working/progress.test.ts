import { expect, onTestFinished, test, vi } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { finishRun, startRun } from '../commands.ts';
import { reportProgress } from './progress.ts';

const own = testDatabase();

test('of a run that two workers have in hand no row counts twice, and none once it has ended', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const ann = await addAccount(own);
  const runId = await inTenant(own.database, ann, (tenant) =>
    startRun(tenant, { kind: 'export', subject: { code: 'records', noun: 'orders' }, entity: 'orders', total: 6 }),
  );
  const done = async () => (await own.sql<{ done: number }>('select done from runs where id = $1', [runId]))[0]?.done;
  const report = async (rows: number) => {
    const progress = reportProgress(own.database, ann, runId);
    vi.advanceTimersByTime(1_000);
    progress.add(rows);
    await progress.settled();
    return done();
  };
  expect([await report(4), await report(3), await report(5)]).toEqual([4, 4, 5]);
  await inTenant(own.database, ann, (tenant) =>
    finishRun(tenant, runId, 'done', { code: 'exported', total: 6, noun: { one: 'order', many: 'orders' } }),
  );
  expect(await report(6)).toBe(5);
});
