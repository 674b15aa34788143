import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { count, shopToldOfMugs } from '../../../test/shop/told-of-stock.ts';
import { sayRestored } from '../../base/installation/by-hand.ts';
import { openMark } from '../../base/installation/mark.ts';
import { sweepComparisons } from './sweep.ts';

const own = testDatabase();
afterEach(() => own.sql(`update installation set life = null, stopped = null, mark = 0`));

test('after a restore no channel is told by a count of before it, and each is told by the next', async () => {
  const { shop, quantities } = await shopToldOfMugs(own);
  await openMark({ ...shop.engine, databaseUrl: own.url }).beat();
  await sayRestored(own.database);
  count(shop, 0);
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'read_stock', kind: '500', probability: 1 });
  for (let turn = 0; turn < 6; turn++) {
    await sweepComparisons(own.database);
    await shop.engine.passTime();
    await shop.sync();
  }
  expect(await own.sql('select from comparisons where account_id = $1 and finished_at is null', [shop.accountId])).toEqual([]);
  expect(quantities().slice(1)).toEqual([]);
  shop.sandbox.control.faults.clear();
  await shop.engine.passTime();
  await shop.sync();
  expect(quantities().slice(1)).toEqual([['MUG', '1', 0]]);
});
