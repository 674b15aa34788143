import { afterEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { testEngine } from '../../../test/shop/engine.ts';
import { openMark } from './mark.ts';
import { writeMark } from './mark-files.ts';

const own = testDatabase();
afterEach(() => void vi.useRealTimers());
afterEach(() => own.sql(`update installation set life = null, stopped = null, mark = 0`));

type Installation = { id: string; mark: number; known: boolean };

const installation = async () =>
  (await own.sql<Installation>('select id, mark::int, life = database_life() as known from installation'))[0] ?? expect.unreachable();

test('a worker whose clock is set back goes on writing its mark', async () => {
  const engine = await testEngine(own, null);
  const worker = openMark({ ...engine, databaseUrl: own.url });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  await worker.beat();
  vi.useRealTimers();
  const { mark } = await installation();
  await worker.beat();
  expect((await installation()).mark).toBe(mark + 1);
});

test('where the clock is set forward, whoever watches for a worker that may live has watched no longer', async () => {
  const engine = await testEngine(own, null);
  const worker = openMark({ ...engine, databaseUrl: own.url });
  await own.sql(`update installation set life = 'before', mark = 3, beat_at = now()`);
  const { id } = await installation();
  const { baseUrl } = engine;
  const other = { installation: id, worker: 'another', life: 'before', mark: 3, at: new Date(), baseUrl, released: false };
  await writeMark(engine.files.store, other);
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  await worker.beat();
  vi.setSystemTime(Date.now() + 60_000);
  await worker.beat();
  expect((await installation()).known).toBe(false);
});
