import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:process';
import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { testEngine } from '../../../test/shop/engine.ts';
import { openMark } from './mark.ts';
import { type MarkFile, writeMark } from './mark-files.ts';
import { processOf } from './process.ts';

const own = testDatabase();
afterEach(() => own.sql(`update installation set life = null, stopped = null, mark = 0`));

const isKnown = async () => (await own.sql<{ known: boolean }>('select life = database_life() as known from installation'))[0]?.known;

/** A database that was restarted a moment ago, and the mark of a worker of its life before, which was not taken back. */
async function restarted({ process }: Pick<MarkFile, 'process'>) {
  const engine = await testEngine(own, null);
  const worker = openMark({ ...engine, databaseUrl: own.url });
  const [self] = await own.sql<{ id: string }>(`update installation set life = 'before', mark = 3, beat_at = now() returning id`);
  const mark = {
    installation: self?.id ?? '',
    worker: 'another',
    life: 'before',
    mark: 3,
    at: new Date(),
    baseUrl: engine.baseUrl,
    released: false,
  };
  await writeMark(engine.files.store, { ...mark, process });
  return worker;
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test.skipIf(platform !== 'linux')('a restart waits for no worker that was killed on this machine, but for one that lives', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const worker = await restarted({ process: await processOf(child.pid ?? 0, own.url) });
  await worker.beat();
  expect(await isKnown()).toBe(false);
  await killed(child);
  await worker.beat();
  expect(await isKnown()).toBe(true);
});

test.skipIf(platform !== 'linux')(
  'one of which this machine knows nothing may live, and so may one that had another database',
  async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const here = await processOf(child.pid ?? 0, own.url);
    const copy = Object.assign(new URL(own.url), { pathname: '/copy' });
    const elsewhere = new URL(own.url);
    elsewhere.searchParams.set('host', '/another/folder');
    const others = await Promise.all([copy, elsewhere].map(({ href }) => processOf(child.pid ?? 0, href)));
    await killed(child);
    for (const its of [{ ...here, place: 'another machine' } as NonNullable<typeof here>, ...others, null]) {
      const worker = await restarted({ process: its });
      await worker.beat();
      expect(await isKnown()).toBe(false);
    }
  },
);

test('a worker whose database began another life takes its mark back at its next beat, so that others need not wait for it', async () => {
  const engine = await testEngine(own, null);
  const [one, other] = [openMark({ ...engine, databaseUrl: own.url }), openMark({ ...engine, databaseUrl: own.url })];
  await one.beat();
  await other.beat();
  await own.sql(`update installation set life = 'before'`);
  await one.beat();
  await other.beat();
  expect(await isKnown()).toBe(true);
});
