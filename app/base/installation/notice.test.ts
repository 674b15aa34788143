import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { testEngine } from '../../../test/shop/engine.ts';
import { type MarkFile, writeMark } from './mark-files.ts';
import { noticer } from './notice.ts';

const own = testDatabase();
afterEach(() => own.sql(`update installation set life = null, stopped = null, reason = null, mark = 0`));

const stopped = async () =>
  (await own.sql<{ stopped: string | null; reason: object | null }>('select stopped, reason from installation'))[0];

/** A worker that looks for others at these seconds, while another writes marks of its own. */
async function beside(other: Partial<MarkFile>, moves: boolean) {
  const { files, log } = await testEngine(own, null);
  const [{ id, life } = { id: '', life: '' }] = await own.sql<{ id: string; life: string }>(
    'update installation set life = database_life() returning id, life',
  );
  const notice = noticer({ database: own.database, store: files.store, log, databaseUrl: own.url });
  const from = Date.now();
  const mark: MarkFile = {
    ...{ installation: id, worker: 'ours', life, mark: 5, at: new Date(from), baseUrl: 'http://crossdock.test', released: false },
  };
  for (const seconds of [0, 16, 32]) {
    const at = new Date(from + seconds * 1000);
    await writeMark(files.store, { ...mark, worker: 'theirs', life: 'of a copy', at: moves ? at : mark.at, ...other });
    await notice({ ...mark, at });
  }
  return stopped();
}

test('an installation that went on notices that a copy works with the same files, and stops', async () => {
  expect(await beside({}, true)).toEqual({ stopped: 'copy', reason: { code: 'copy_works' } });
});

test.each<[string, Partial<MarkFile>, boolean]>([
  ['the mark of a killed worker of the life before', {}, false],
  ['one that was taken back', { released: true }, true],
  ['one of another installation', { installation: 'another' }, true],
])('%s is none', async (_, other, moves) => {
  expect(await beside(other, moves)).toMatchObject({ stopped: null });
});
