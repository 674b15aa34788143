import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { StockRow } from '../../../connectors/contract.ts';
import { inTenant, type Tenant } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { noonZone } from '../../../test/noon.ts';
import { addConnection } from '../../../test/shop/rows.ts';
import { dayAt } from '../../ui/time/day.ts';
import { settleDueExpiring } from '../stock-out/not-offered/expiring.ts';
import { finishLots, storeLots } from './lots.ts';
import { finishSnapshot, storeStock } from './stock.ts';

const own = testDatabase();
const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const inDays = (days: number) => dayAt(Date.now() + days * 86_400_000, noonZone);
const row = (sku: string, lot: string, available: number, more: Partial<StockRow> = {}): StockRow => ({
  ...{ sku, warehouseId: 'KY1', location: 'A', lot, onHand: available, allocated: 0, onHold: 0, available },
  ...more,
});
const hours = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));

/** An account whose goods are not offered from ten days before they expire, but cups from thirty. */
async function warehouse() {
  const { accountId, userId } = await addAccount(own, noonZone);
  const connectionId = await addConnection(own, accountId, 'warehouse');
  await own.sql('update accounts set expiry_days = 10 where id = $1', [accountId]);
  await own.sql(`insert into products (account_id, sku, name, expiry_days) values ($1, 'MUG', 'A mug', null), ($1, 'CUP', 'A cup', 30)`, [
    accountId,
  ]);
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(own.database, { accountId, userId }, work);
  const page = (takenAt: Date, rows: StockRow[]) =>
    within(async (tenant) => {
      await storeLots(tenant, connectionId, rows, takenAt);
      await storeStock(tenant, connectionId, rows, takenAt);
    });
  const end = (takenAt: Date) =>
    within(async (tenant) => {
      await finishSnapshot(tenant, connectionId, takenAt);
      await finishLots(tenant, connectionId, takenAt);
    });
  return {
    ...{ accountId, connectionId, within, page, end },
    count: async (takenAt: Date, rows: StockRow[]) => {
      await page(takenAt, rows);
      await end(takenAt);
    },
    lots: () =>
      own.sql(
        `select sku, lot, expires_on::text, not_offered_from::text as not_from, is_offered, available, serials from stock_lots
          where account_id = $1 order by sku, lot`,
        [accountId],
      ),
  };
}

test('a lot is stored with the day that it expires and its serial numbers; goods of which neither is said have no row', async () => {
  const { count, lots } = await warehouse();
  await count(hours(1), [
    row('MUG', 'L1', 5, { expiresOn: inDays(40), serials: ['S1', 'S2'] }),
    row('MUG', 'L2', 3, { serials: ['S3'] }),
    row('MUG', 'L3', 2, { expiresOn: null, serials: [] }),
    row('MUG', 'L4', 2),
  ]);
  const kept = { sku: 'MUG', is_offered: true };
  expect(await lots()).toEqual([
    { ...kept, lot: 'L1', expires_on: inDays(40), not_from: inDays(30), available: 5, serials: ['S1', 'S2'] },
    { ...kept, lot: 'L2', expires_on: null, not_from: null, available: 3, serials: ['S3'] },
  ]);
});

test('from so many days before it expires as the product says, or else the account, a lot is not offered', async () => {
  const { count, lots } = await warehouse();
  await count(hours(1), [
    row('MUG', 'L1', 5, { expiresOn: inDays(10) }),
    row('MUG', 'L2', 5, { expiresOn: inDays(11) }),
    row('CUP', 'L1', 5, { expiresOn: inDays(30) }),
    row('CUP', 'L2', 5, { expiresOn: inDays(31) }),
    row('UNKNOWN', 'L1', 5, { expiresOn: inDays(10) }),
  ]);
  expect((await lots()).map(({ sku, lot, is_offered }) => `${sku} ${lot} ${is_offered}`)).toEqual([
    ...['CUP L1 false', 'CUP L2 true', 'MUG L1 false', 'MUG L2 true', 'UNKNOWN L1 false'],
  ]);
});

test('a lot whose day has come is not offered, though nobody counted meanwhile', async () => {
  const { accountId, within, count, lots } = await warehouse();
  await count(hours(1), [row('MUG', 'L1', 5, { expiresOn: inDays(11) })]);
  // As if it were tomorrow.
  await own.sql(`update stock_lots set not_offered_from = $2, expires_on = $3 where account_id = $1`, [accountId, inDays(0), inDays(10)]);
  await within(settleDueExpiring);
  expect(await lots()).toMatchObject([{ lot: 'L1', is_offered: false }]);
});

test('units are those of the last count that ended; what a count no longer lists has no row', async () => {
  const { count, page, end, lots } = await warehouse();
  await count(hours(1), [row('MUG', 'L1', 5, { expiresOn: inDays(5) }), row('MUG', 'L2', 5, { expiresOn: inDays(5) })]);
  await page(hours(2), [row('MUG', 'L1', 2, { expiresOn: inDays(5) })]);
  expect(await lots()).toMatchObject([{ available: 5 }, { available: 5 }]);
  await end(hours(2));
  expect(await lots()).toMatchObject([{ lot: 'L1', available: 2 }]);
});

test('an older count that comes late replaces nothing', async () => {
  const { count, page, lots } = await warehouse();
  await count(hours(2), [row('MUG', 'L1', 5, { expiresOn: inDays(40) })]);
  await page(hours(1), [row('MUG', 'L1', 5, { expiresOn: inDays(5) })]);
  expect(await lots()).toMatchObject([{ expires_on: inDays(40), is_offered: true }]);
});

test('what a count has that is dated in the future gives way to the next one', async () => {
  const { count, lots } = await warehouse();
  await count(new Date(Date.now() + 3_600_000), [
    row('MUG', 'L1', 5, { expiresOn: inDays(40) }),
    row('MUG', 'L2', 5, { expiresOn: inDays(40) }),
  ]);
  await count(new Date(), [row('MUG', 'L1', 4, { expiresOn: inDays(5) })]);
  expect(await lots()).toMatchObject([{ lot: 'L1', expires_on: inDays(5), is_offered: false, available: 4 }]);
});

test('a count that ends and whoever has lots in their order wait for one another, and do not deadlock', async () => {
  const { accountId, connectionId, within, count, page } = await warehouse();
  const lot = (sku: string, available: number) => row(sku, 'L1', available, { expiresOn: inDays(90) });
  await count(hours(1), [lot('CUP', 5), lot('MUG', 5)]);
  await page(hours(2), [lot('CUP', 4)]);
  const lock = ({ db }: Tenant, sku: string) =>
    sql`select from stock_lots where account_id = ${accountId} and sku = ${sku} for no key update`.execute(db);
  // After a deadlock one of them would begin again.
  const began: string[] = [];
  let ended: Promise<void> | undefined;
  await within(async (tenant) => {
    began.push('in order');
    await lock(tenant, 'CUP');
    ended ??= within(async (counting) => {
      began.push('the count');
      await finishSnapshot(counting, connectionId, hours(2));
      await finishLots(counting, connectionId, hours(2));
    });
    await expect.poll(() => own.sql(isWaiting)).not.toEqual([]);
    await lock(tenant, 'MUG');
  });
  await ended;
  expect(began).toEqual(['in order', 'the count']);
});
