import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { StockRow, WarehouseShipment } from '../../../../connectors/contract.ts';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { shipStock } from '../ship-stock.ts';
import { finishSnapshot, storeStock } from '../stock.ts';
import { acceptShortCount } from './accept.ts';

const own = testDatabase();
const hours = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const row = (sku: string, units: number): StockRow => ({
  ...{ sku, warehouseId: 'KY1', location: 'A', lot: null, onHand: units, allocated: 0, onHold: 0, available: units },
});

/** A warehouse with twelve products, of which its count at two names the first alone. */
async function shortOfEleven() {
  const { accountId, userId } = await addAccount(own);
  const connectionId = await addConnection(own, accountId, 'warehouse');
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(own.database, { accountId, userId }, work);
  const page = (at: Date, rows: StockRow[]) => within((tenant) => storeStock(tenant, connectionId, rows, at));
  const end = (at: Date) => within((tenant) => finishSnapshot(tenant, connectionId, at));
  await page(
    hours(1),
    Array.from({ length: 12 }, (_, at) => row(`P${at + 1}`, 5)),
  );
  expect(await end(hours(1))).toBe(true);
  await page(hours(2), [row('P1', 5)]);
  expect(await end(hours(2))).toBe(false);
  const levels = async () =>
    Object.fromEntries(
      (await own.sql('select sku, on_hand from stock_levels where account_id = $1', [accountId])).map(({ sku, on_hand }) => [sku, on_hand]),
    );
  return { ...{ connectionId, within, page, end, levels }, use: () => within((tenant) => acceptShortCount(tenant, connectionId)) };
}

const parcel = (shippedAt: Date): WarehouseShipment => ({
  ...{ remoteId: 'P1', providerRef: 'W1', reference: 'R1', carrier: 'UPS', method: 'UPSGR', trackingNumber: '1Z', trackingUrl: null },
  ...{ weightGrams: null, shippedAt, lines: [{ lineReference: '1', sku: 'P1', lot: null, quantity: 2 }], raw: null },
});

test('what left since a count began that waits is taken off at once, and off that count when it is used', async () => {
  const { connectionId, within, levels, use } = await shortOfEleven();
  await within((tenant) => shipStock(tenant, connectionId, [parcel(hours(3))]));
  expect(await levels()).toMatchObject({ P1: 3, P2: 5 });
  await use();
  expect(await levels()).toMatchObject({ P1: 3, P2: 0 });
});

test('a count whose places the pages of the next one have taken is not used', async () => {
  const { page, end, levels, use } = await shortOfEleven();
  await page(hours(4), [row('P1', 4)]);
  await expect(use()).rejects.toMatchObject({ status: 409, code: 'under_way' });
  await end(hours(4));
  await use();
  expect(await levels()).toMatchObject({ P1: 4, P2: 0 });
});

test('pages of the next count that come while one is being used wait until it is', async () => {
  const { connectionId, within, page, levels, use } = await shortOfEleven();
  const lockWaits = async () =>
    (await own.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length;
  let isStored = false;
  let following: Promise<unknown[]> | undefined;
  await within(async (tenant) => {
    // The count that is used is held up after it was found whole.
    await sql`select from issues where account_id = ${tenant.accountId} and connection_id = ${connectionId} for update`.execute(tenant.db);
    const using = use();
    await expect.poll(lockWaits).toBe(1);
    const paging = page(hours(4), [row('P1', 5)]).then(() => {
      isStored = true;
    });
    following = Promise.all([using, paging]);
    await expect.poll(async () => isStored || (await lockWaits()) === 2).toBe(true);
  });
  await following;
  expect(await levels()).toMatchObject({ P1: 5, P2: 0 });
});
