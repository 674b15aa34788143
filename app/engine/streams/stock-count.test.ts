import { expect, test } from 'vitest';
import { buildShop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { issuesInWords } from '../../../test/in-words.ts';
import { count } from '../../../test/shop/told-of-stock.ts';

const own = testDatabase();

test('a count that its warehouse dates in the future changes nothing, and is an issue until the next one', async () => {
  let ahead = 0;
  const shop = await buildShop(own, { clock: { now: () => Date.now() + ahead } });
  const mugs = async () =>
    (await own.sql(`select quantity_available as units from products where account_id = $1 and sku = 'MUG'`, [shop.accountId]))[0]?.units;
  const issues = async () =>
    issuesInWords(
      await own.sql(`select sentence from issues where account_id = $1 and type = 'unreadable' and closed_at is null`, [shop.accountId]),
    ).map(({ sentence }) => sentence);
  count(shop, 50);
  await shop.read('stock');
  expect([await mugs(), await issues()]).toEqual([50, []]);
  ahead = 3_600_000;
  count(shop, 60);
  await shop.read('stock');
  expect(await issues()).toEqual([expect.stringMatching(/^Amware sent record count of stock that cannot be read: it is dated 2\d{3}-/)]);
  expect(await mugs()).toBe(50);
  ahead = 0;
  await shop.read('stock');
  expect([await mugs(), await issues()]).toEqual([60, []]);
});
