import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { openFiles } from '../../../platform/files.ts';
import { reading } from '../../../platform/tenant.ts';
import { buildShop, ofOrders, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { openMark } from '../../base/installation/mark.ts';
import { readStopped } from '../../shared/connections/sending.ts';
import { readTotals } from '../gauges/read.ts';
import { sweep } from '../tick.ts';
import { drainOutbox } from './drain.ts';

const own = testDatabase();
afterEach(() => own.sql(`delete from worker_marks`));
afterEach(() => own.sql(`update installation set life = null, mark = 0`));

type WithFiles = { engine: Pick<Shop['engine'], 'filesDir'> };

/** Where a folder has to be there is a file, so that no mark can be written. */
async function breakFiles({ engine }: WithFiles): Promise<void> {
  await rm(join(engine.filesDir, 'installation'), { recursive: true, force: true });
  await writeFile(join(engine.filesDir, 'installation'), '');
}
const mendFiles = ({ engine }: WithFiles) => rm(join(engine.filesDir, 'installation'));
const workerOf = ({ engine }: Shop) => openMark({ ...engine, databaseUrl: own.url });
const waiting = ({ accountId }: Shop) => own.sql('select kind, state, attempts, maybe_done from outbox where account_id = $1', [accountId]);
const band = (shop: Shop) => reading(own.database, shop, async (tenant) => (await readStopped(tenant))?.why ?? null);

test('where the mark cannot be written, what was claimed is given back untried, every page says so, and it goes on by itself', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await workerOf(shop).beat();
  await breakFiles(shop);
  shop.sell({ orderNumber: 'A-1' });
  await shop.sync();
  expect(await waiting(shop)).toEqual([{ kind: 'submit', state: 'waiting', attempts: 0, maybe_done: false }]);
  expect([await band(shop), (await readTotals(own.database)).isUnwritable]).toEqual(['files', true]);
  await mendFiles(shop);
  await shop.engine.passTime();
  await sweep(own.database);
  await shop.engine.runJobs();
  expect(await waiting(shop)).toMatchObject([{ kind: 'submit', state: 'done', attempts: 1, maybe_done: false }]);
  expect([await band(shop), (await readTotals(own.database)).isUnwritable]).toEqual([null, false]);
});

test('a worker without anything to send says it as well, once it beats', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await workerOf(shop).beat();
  await breakFiles(shop);
  await workerOf(shop).beat();
  // Others may go on: their files may be on another machine.
  expect((await reading(own.database, shop, readStopped))?.sentence).toMatch(/^A worker cannot write .*, and sends nothing\./);
  expect([await band(shop), shop.engine.warnings.some((line) => line.includes('mark'))]).toEqual(['files', true]);
});

test('one worker that can write again does not take back what another says that cannot', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await breakFiles(shop);
  const filesDir = await mkdtemp(join(tmpdir(), 'crossdock-files-'));
  onTestFinished(() => rm(filesDir, { recursive: true, force: true }));
  await breakFiles({ engine: { filesDir } });
  const elsewhere = openMark({ ...shop.engine, files: openFiles({ filesDir }), databaseUrl: own.url });
  await own.sql('update installation set life = database_life()');
  expect([await shop.engine.mark.cover(), await elsewhere.cover()]).toEqual([false, false]);
  await mendFiles(shop);
  expect([await shop.engine.mark.cover(), await band(shop)]).toEqual([true, 'files']);
  await mendFiles({ engine: { filesDir } });
  expect([await elsewhere.cover(), await band(shop)]).toEqual([true, null]);
});

test('a drain that may send nothing ends when the lanes beside it have ended as well', async () => {
  const shop = await buildShop(own);
  const { accountId, warehouseId: connectionId } = shop;
  // A full batch, and two for the lane beside it.
  await own.sql(
    `insert into outbox (account_id, connection_id, kind, key)
      select $1, $2, 'acknowledge', 'shipments:' || n from generate_series(1, 50) as n`,
    [accountId, connectionId],
  );
  const [besideClaimed, besideMay] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
  let covers = 0;
  const cover = async () => {
    covers += 1;
    if (covers > 1) {
      besideClaimed.resolve();
      return besideMay.promise;
    }
    await besideClaimed.promise;
    return false;
  };
  let isOver = false;
  const engine = { ...shop.engine, mark: { cover } };
  const drain = drainOutbox(engine, { accountId, connectionId }, new AbortController().signal).finally(() => {
    isOver = true;
  });
  const states = () => own.sql('select state, count(*)::int from outbox where account_id = $1 group by 1 order by 1', [accountId]);
  await expect.poll(states).toEqual([
    { state: 'sending', count: 2 },
    { state: 'waiting', count: 48 },
  ]);
  expect(isOver).toBe(false);
  besideMay.resolve(false);
  await drain;
  expect(await states()).toEqual([{ state: 'waiting', count: 50 }]);
});
