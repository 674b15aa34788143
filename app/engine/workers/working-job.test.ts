import { expect, test } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { within, workOfRequest } from '../../../platform/work.ts';
import { buildShop } from '../../../test/build.ts';
import { runJobs } from '../../../test/shop/engine.ts';
import { testWeb } from '../../../test/web.ts';
import { retryOrders } from '../../nouns/order-flow/release/retry.ts';
import { workJob } from './working-job.ts';

const own = testWeb();

/** A log, and its lines. */
function kept() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) }) };
}

test('the effect of a click, the job that sends it and what they log carry the number of the request', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { id } = await shop.order('1001');
  const person = await own.person(shop.accountId);
  const reply = await own.as(person, { method: 'POST', url: `/api/orders/${id}/hold`, payload: {} });
  expect(reply.statusCode).toBe(200);
  const cause = reply.headers['x-request-id'];
  expect(await own.sql(`select kind, cause from outbox where kind = 'hold'`)).toEqual([{ kind: 'hold', cause }]);
  const { lines, log } = kept();
  const broken = { add: () => expect.unreachable('The log of calls is broken.'), flush: async () => undefined };
  await runJobs(own, { ...shop.engine, log, exchanges: broken });
  expect(lines).toMatchObject([{ cause, job: expect.stringMatching(/^outbox:drain \d+$/), outbox: expect.any(Number) }]);
});

test('what a clock began has the first job for a cause, and so has all that follows from it', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const effects = await own.sql<{ cause: string }>(`select cause from outbox where account_id = $1 and kind = 'submit'`, [shop.accountId]);
  expect(effects).toEqual([{ cause: expect.stringMatching(/^job-\d+$/) }]);
});

test('an effect that a person has tried again carries the number of that request from then on', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { id } = await shop.order('1001');
  await own.sql(`update outbox set state = 'failed', cause = 'before' where account_id = $1 and kind = 'submit'`, [shop.accountId]);
  await within(workOfRequest('r-1'), () => shop.inTenant((tenant) => retryOrders(tenant, [id])));
  const effects = await own.sql(`select state, cause from outbox where account_id = $1 and kind = 'submit'`, [shop.accountId]);
  expect(effects).toEqual([{ state: 'waiting', cause: 'r-1' }]);
});

test('a job that fails is one line, which says why', async () => {
  const { lines, log } = kept();
  const job = { name: 'account:tidy', id: '7', attempts: 2, payload: { accountId: 1, origin: { cause: 'r-1' } } };
  await expect(workJob(job, log, () => Promise.reject(new Error('no table')))).rejects.toThrow('no table');
  expect(lines).toMatchObject([{ job: 'account:tidy 7', cause: 'r-1', attempts: 2, error: { message: 'no table' }, msg: 'job failed' }]);
});

test('of each request the jobs that fail have their line, also when all fail alike; of what clocks began one is enough', async () => {
  const { lines, log } = kept();
  const fail = async (id: string, origin?: { cause: string }) => {
    const job = { name: 'bulk:work', id, attempts: 1, payload: { origin } };
    await expect(workJob(job, log, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  };
  await fail('1', { cause: 'r-1' });
  await fail('2', { cause: 'r-2' });
  await fail('3');
  await fail('4');
  expect(lines.map(({ job, cause }) => [job, cause])).toEqual([
    ['bulk:work 1', 'r-1'],
    ['bulk:work 2', 'r-2'],
    ['bulk:work 3', 'job-3'],
  ]);
});
