import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import { enqueue, type JobName } from '../../app/base/job-queue.ts';
import type { jobs } from '../../app/jobs.ts';
import type { Tenant } from '../../platform/tenant.ts';

const root = join(import.meta.dirname, '../..');

test('every job has a handler', () => {
  expectTypeOf<keyof typeof jobs>().toEqualTypeOf<JobName>();
});

test('no function of the database enqueues a job by itself', async () => {
  const schema = await readFile(join(root, 'db/schema.sql'), 'utf8');
  expect(schema).toContain('CREATE FUNCTION enqueue_jobs(');
  expect(schema.match(/perform enqueue_jobs|add_job\(/gi)).toEqual(['add_job(']);
});

test('a job with an unknown name or another one’s payload does not compile', () => {
  const enqueueWrongly = (tenant: Tenant) => [
    // @ts-expect-error: there is no such job
    enqueue(tenant, 'orders:chekc', { orderIds: [1] }),
    // @ts-expect-error: one order is not a list
    enqueue(tenant, 'orders:check', { orderId: 1 }),
    // @ts-expect-error: the run is missing
    enqueue(tenant, 'bulk:work', { userId: 1 }),
    // @ts-expect-error: no such stream
    enqueue(tenant, 'stream:pull', { connectionId: 1, stream: 'order' }),
  ];
  expectTypeOf(enqueueWrongly).toBeFunction();
});
