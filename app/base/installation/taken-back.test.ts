import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { testEngine } from '../../../test/shop/engine.ts';
import { sayRestored } from './by-hand.ts';
import { openMark } from './mark.ts';

const own = testDatabase();
afterEach(() => own.sql(`update installation set life = null, stopped = null, reason = null, mark = 0, known_until = null`));

const installation = async () =>
  (await own.sql<{ mark: number }>(`select mark::int, stopped, reason, known_until::text from installation`))[0];

test('a database that is taken back beneath a worker that goes on has lost something', async () => {
  const engine = await testEngine(own, null);
  const worker = openMark({ ...engine, databaseUrl: own.url });
  await worker.beat();
  for (let turn = 0; turn < 3; turn++) expect(await worker.cover()).toBe(true);
  const { mark: written = 0 } = (await installation()) ?? {};
  // A snapshot of its machine, with what was in memory: its server has not been started again.
  await own.sql(`update installation set mark = 1, beat_at = '2026-11-23T12:00:00Z'`);
  expect(await worker.cover()).toBe(false);
  expect(await installation()).toMatchObject({
    ...{ mark: written, stopped: 'restored', reason: { code: 'behind' }, known_until: expect.stringMatching(/^2026-11-23 12:00:00/) },
  });
});

test('said by hand of one that was noticed already, since when it was alone stays as it was', async () => {
  await own.sql(`update installation set stopped = 'restored', known_until = '2026-11-23T12:00:00Z', beat_at = now()`);
  await sayRestored(own.database);
  expect(await installation()).toMatchObject({ stopped: 'restored', known_until: expect.stringMatching(/^2026-11-23 12:00:00/) });
});
