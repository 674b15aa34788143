import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import { enqueue, type JobName } from '../../app/base/job-queue.ts';
import { jobs } from '../../app/jobs.ts';
import type { Tenant } from '../../platform/tenant.ts';

const root = join(import.meta.dirname, '../..');

test('every job has a handler', () => {
  expectTypeOf<keyof typeof jobs>().toEqualTypeOf<JobName>();
});

test('a job that the database enqueues by itself has a handler', async () => {
  const named: string[] = [];
  for await (const path of glob('db/migrations/*.sql', { cwd: root })) {
    const text = await readFile(join(root, path), 'utf8');
    named.push(...[...text.matchAll(/enqueue_jobs\(array\['([^']+)'/g)].flatMap(([, name]) => name ?? []));
  }
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !Object.hasOwn(jobs, name))).toEqual([]);
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
