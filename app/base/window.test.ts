import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant } from '../../platform/tenant.ts';
import { addAccount, buildShop } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { addConnection } from '../../test/shop/rows.ts';
import { windowIsOpen } from './window.ts';

const own = testDatabase();

/** Minutes from now on in the account's day, negative for the past; may pass midnight. */
async function minutesFromNow(timezone: string, from: number, to: number): Promise<[number, number]> {
  const [row] = await own.sql<{ now: number }>(
    `select extract(hour from now() at time zone $1)::int * 60 + extract(minute from now() at time zone $1)::int as now`,
    [timezone],
  );
  const wrap = (minutes: number) => ((((row?.now ?? 0) + minutes) % 1440) + 1440) % 1440;
  return [wrap(from), wrap(to)];
}

const cases: [name: string, timezone: string, from: number, to: number, open: boolean][] = [
  ['around now', 'UTC', -60, 60, true],
  ['in an hour', 'UTC', 60, 120, false],
  ['an hour ago', 'UTC', -120, -60, false],
  ['all day but the next hour', 'UTC', 60, 0, false],
  ['all day but the last hour', 'UTC', 0, -60, true],
  // Twenty hours that begin now or have ended pass midnight at any time of day.
  ['twenty hours, passing midnight, open', 'UTC', -2, 1198, true],
  ['twenty hours, passing midnight, shut', 'UTC', -1202, -2, false],
  ['around now, by the account’s own clock', 'Asia/Kolkata', -60, 60, true],
  ['in an hour, by the account’s own clock', 'America/St_Johns', 60, 120, false],
];

test.each(cases)('a window %s', async (_name, timezone, from, to, open) => {
  const { accountId, userId } = await addAccount(own);
  const id = await addConnection(own, accountId);
  await own.sql('update accounts set timezone = $2 where id = $1', [accountId, timezone]);
  const [opens, closes] = await minutesFromNow(timezone, from, to);
  const set =
    'update connections set use_time_window_orders = $3, start_sync_time_window_orders = $4, end_sync_time_window_orders = $5 where account_id = $1 and id = $2';
  const isOpen = () =>
    inTenant(own.database, { accountId, userId }, async (tenant) => {
      const { rows } = await sql<{ open: boolean }>`select ${windowIsOpen('c')} as open from connections c where c.id = ${id}`.execute(
        tenant.db,
      );
      return rows[0]?.open;
    });
  await own.sql(set, [accountId, id, true, opens, closes]);
  expect(await isOpen()).toBe(open);
  await own.sql(set, [accountId, id, false, opens, closes]);
  expect(await isOpen()).toBe(true);
});

test('outside its window a channel is not read and its orders stay here; nothing is lost when it opens', async () => {
  const shop = await buildShop(own);
  const [opens, closes] = await minutesFromNow('UTC', 60, 120);
  const set =
    'update connections set use_time_window_orders = true, start_sync_time_window_orders = $3, end_sync_time_window_orders = $4 where account_id = $1 and id = $2';
  await own.sql(set, [shop.accountId, shop.warehouseId, opens, closes]);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', warehouse_order_id: null });

  await own.sql(set, [shop.accountId, shop.channelId, opens, closes]);
  shop.sell({ orderNumber: '1002' });
  await shop.sync();
  expect(await shop.orders()).toHaveLength(1);

  await own.sql('update connections set use_time_window_orders = false where account_id = $1', [shop.accountId]);
  await shop.engine.passTime();
  await shop.sync();
  await shop.tidy();
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(['packing', 'packing']);
});
