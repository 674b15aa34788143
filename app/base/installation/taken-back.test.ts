import { afterEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { testEngine } from '../../../test/shop/engine.ts';
import { sayRestored } from './by-hand.ts';
import { openMark } from './mark.ts';
import { type MarkFile, writeMark } from './mark-files.ts';

const own = testDatabase();
afterEach(() =>
  own.sql(`update installation set life = null, stopped = null, reason = null, mark = 0, known_until = null, stopped_at = null`),
);

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

test('one that was taken back while no worker ran has lost something too', async () => {
  const engine = await testEngine(own, null);
  const before = openMark({ ...engine, databaseUrl: own.url });
  await before.beat();
  expect(await before.cover()).toBe(true);
  const { mark: written = 0 } = (await installation()) ?? {};
  await before.release();
  await own.sql(`update installation set mark = 1`);
  const after = openMark({ ...engine, databaseUrl: own.url });
  await after.beat();
  expect([await after.cover(), await installation()]).toMatchObject([
    false,
    { mark: written, stopped: 'restored', reason: { code: 'behind' } },
  ]);
});

test('several workers stop it once', async () => {
  const engine = await testEngine(own, null);
  const workers = [openMark({ ...engine, databaseUrl: own.url }), openMark({ ...engine, databaseUrl: own.url })] as const;
  for (const worker of workers) await worker.beat();
  await own.sql(`update installation set mark = 0`);
  expect([await workers[0].cover(), await installation()]).toMatchObject([false, { stopped: 'restored' }]);
  // It is compared before the other one looks.
  await own.sql(`update installation set stopped = null`);
  expect([await workers[1].cover(), await installation()]).toMatchObject([true, { stopped: null }]);
});

/** Takes the database back to where it is now, as a snapshot of its machine does beneath the workers. */
async function snapshot(): Promise<() => Promise<void>> {
  const [{ mark } = expect.unreachable()] = await own.sql<{ mark: number }>('select mark from installation');
  const rows = JSON.stringify(await own.sql('select * from worker_marks'));
  return async () => {
    await own.sql('update installation set mark = $1', [mark]);
    await own.sql('delete from worker_marks');
    await own.sql('insert into worker_marks select * from jsonb_populate_recordset(null::worker_marks, $1)', [rows]);
  };
}

/** Two workers, of which the first writes two marks that the database then loses, while the other writes more than these. */
async function lostAmongOthers() {
  const engine = await testEngine(own, null);
  const means = { ...engine, databaseUrl: own.url };
  const [one, other] = [openMark(means), openMark(means)] as const;
  await one.beat();
  await other.beat();
  const takeBack = await snapshot();
  expect([await one.cover(), await one.cover()]).toEqual([true, true]);
  await takeBack();
  for (let turn = 0; turn < 3; turn++) expect(await other.cover()).toBe(true);
  return { one, other, means };
}

test('a worker notices that its marks were lost, although others have raised the mark past them since', async () => {
  const { one, other } = await lostAmongOthers();
  expect([await one.cover(), await installation()]).toMatchObject([false, { stopped: 'restored', reason: { code: 'behind' } }]);
  // It is compared before they look again.
  await own.sql('update installation set stopped = null');
  expect([await one.cover(), await other.cover(), await installation()]).toMatchObject([true, true, { stopped: null }]);
});

test('where that worker has died, another finds what it had written', async () => {
  const { means } = await lostAmongOthers();
  await openMark(means).beat();
  expect(await installation()).toMatchObject({ stopped: 'restored', reason: { code: 'behind' } });
});

/** A worker that has written its mark and has not looked at those of others, and what another has written since. */
async function besideOther(file: Pick<MarkFile, 'mark' | 'at' | 'kept'>) {
  const engine = await testEngine(own, null);
  const worker = openMark({ ...engine, databaseUrl: own.url });
  await own.sql('update installation set life = database_life()');
  expect(await worker.cover()).toBe(true);
  const [{ id, life } = expect.unreachable()] = await own.sql<{ id: string; life: string }>('select id, life from installation');
  const { baseUrl } = engine;
  await writeMark(engine.files.store, { installation: id, worker: 'of one that has died', life, baseUrl, released: false, ...file });
  return worker;
}

test('a worker that always sends looks at what others have written too', async () => {
  const worker = await besideOther({ mark: 50, at: new Date() });
  await worker.beat();
  expect(await installation()).toMatchObject({ stopped: 'restored', reason: { code: 'behind' } });
});

test('a file that is read while another deletes all that there was of its worker, which ended long ago, stops nothing', async () => {
  const worker = await besideOther({ mark: 1, at: new Date(Date.now() - 8 * 24 * 3_600_000), kept: true });
  await worker.beat();
  expect([await worker.cover(), await installation()]).toMatchObject([true, { stopped: null }]);
});

test('one that slept for more than a week goes on, although others have deleted what there was of it', async () => {
  const engine = await testEngine(own, null);
  const means = { ...engine, databaseUrl: own.url };
  const worker = openMark(means);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 8 * 24 * 3_600_000 });
  await worker.beat();
  vi.useRealTimers();
  await own.sql(`update worker_marks set raised_at = now() - interval '8 days'`);
  const other = openMark(means);
  await other.beat();
  await other.cover();
  await openMark(means).beat();
  expect(await own.sql(`select from worker_marks where raised_at < now() - interval '7 days'`)).toEqual([]);
  expect([await worker.cover(), await installation()]).toMatchObject([true, { stopped: null }]);
});

test('what a copy wrote into the same files, until somebody said which one lives, was compared already', async () => {
  const engine = await testEngine(own, null);
  await openMark({ ...engine, databaseUrl: own.url }).beat();
  const [{ id } = { id: '' }] = await own.sql<{ id: string }>('select id from installation');
  const { baseUrl } = engine;
  const copy = { installation: id, worker: 'of a copy', life: 'of a copy', mark: 50, at: new Date(), baseUrl, released: false };
  await writeMark(engine.files.store, copy);
  await own.sql(`update installation set stopped_at = now() + interval '1 second'`);
  expect(await openMark({ ...engine, databaseUrl: own.url }).cover()).toBe(true);
});

test('said by hand of one that was noticed already, since when it was alone stays as it was', async () => {
  await own.sql(`update installation set stopped = 'restored', known_until = '2026-11-23T12:00:00Z', beat_at = now()`);
  await sayRestored(own.database);
  expect(await installation()).toMatchObject({ stopped: 'restored', known_until: expect.stringMatching(/^2026-11-23 12:00:00/) });
});
