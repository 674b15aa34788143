import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Person, testWeb } from '../../../test/web.ts';
import { startWorker } from '../../worker.ts';

const own = testWeb({ longestWaitMs: 50_000 });
let ann: Person;
beforeAll(async () => {
  ann = await own.person(await own.account());
});

async function work(): Promise<void> {
  const { env, log } = own.web.parts;
  const worker = await startWorker(env, log);
  onTestFinished(() => worker.stop());
}

test('the record is returned as soon as the file is ready', async () => {
  await work();
  const reply = await own.as(ann, { url: `/api/orders/export/${ann.accountId}?status=&start_at=2026-07-02` });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({
    id: expect.any(Number),
    downloadLink: expect.stringMatching(/^\/api\/files\/\d+$/),
    downloadText: expect.stringMatching(/^orders-\d{4}-\d\d-\d\d-\d+\.csv$/),
    createdAt: expect.any(String),
    sourceName: 'All sources',
    status: 'All statuses',
    startAtText: 'Jul 2, 2026',
    endAtText: 'To the last',
  });
  expect((await own.as(ann, { url: reply.json().downloadLink })).body).toMatch(/^\ufefforder_number,[^\n]*\r\n$/);
});

test('an export that was given up is an error', async () => {
  const pending = own.as(ann, { method: 'POST', url: `/api/orders/export/${ann.accountId}`, payload: {} });
  // The state that three failures in a row leave behind.
  await own.sql('alter function formula_safe(text) rename to formula_safe_gone');
  onTestFinished(async () => void (await own.sql('alter function formula_safe_gone(text) rename to formula_safe')));
  await own.sql('alter table exports alter failures set default 2; update exports set failures = 2 where finished_at is null');
  await work();
  const reply = await pending;
  expect([reply.statusCode, reply.json().errorMessage]).toEqual([500, 'There was an error exporting orders']);
});
