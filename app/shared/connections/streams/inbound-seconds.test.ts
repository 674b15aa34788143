import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { buildShipBobShop } from '../../../../test/shop/shipbob-shop.ts';
import { fitConnections } from './fit.ts';

const own = testDatabase();

test('a connection from before its warehouse said how often goods are read is read as often as a new one', async () => {
  const shop = await buildShipBobShop(own);
  const inbound = `account_id = $1 and stream in ('asn_changes', 'receipts')`;
  const seconds = async () =>
    (await own.sql(`select every_seconds from streams where ${inbound} order by stream`, [shop.accountId])).map((row) => row.every_seconds);
  expect(await seconds()).toEqual([60, 60]);
  await own.sql(`update streams set every_seconds = 15 where ${inbound}`, [shop.accountId]);
  await own.sql(`update streams set every_seconds = 5 where stream = 'asn_changes' and account_id = $1`, [shop.accountId]);
  const fitAgain = () => shop.inTenant((tenant) => fitConnections(tenant, shop.engine.seal));
  await fitAgain();
  // What somebody had set otherwise stays.
  expect(await seconds()).toEqual([5, 60]);
  await own.sql(`update streams set every_seconds = 15 where ${inbound}`, [shop.accountId]);
  await fitAgain();
  expect(await seconds()).toEqual([60, 60]);
});
