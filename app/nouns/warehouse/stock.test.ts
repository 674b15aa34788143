import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { StockRow, WarehouseShipment } from '../../../connectors/contract.ts';
import { inTenant, type Tenant } from '../../../platform/tenant.ts';
import { addAccount, buildShop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection } from '../../../test/shop/rows.ts';
import { shipStock } from './ship-stock.ts';
import { finishSnapshot, storeStock } from './stock.ts';
import { storeWithStock, sumUp } from './sum-up.ts';

const own = testDatabase();

const row = (sku: string, location: string, available: number, more: Partial<StockRow> = {}): StockRow => ({
  ...{ sku, warehouseId: 'KY1', location, lot: null, onHand: available, allocated: 0, onHold: 0, available },
  ...more,
});
const hours = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const isWaiting = () => own.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

/** A warehouse and its stock snapshot: pages, then the end. */
async function warehouse() {
  const { accountId, userId } = await addAccount(own);
  const connectionId = await addConnection(own, accountId, 'warehouse');
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug'), ($1, 'CUP', 'A cup')`, [accountId]);
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(own.database, { accountId, userId }, work);
  return {
    ...{ accountId, connectionId, within },
    page: (takenAt: Date, rows: StockRow[]) => within((tenant) => storeStock(tenant, connectionId, rows, takenAt)),
    end: (takenAt: Date) => within((tenant) => finishSnapshot(tenant, connectionId, takenAt)),
    levels: () =>
      own.sql(`select sku, location, lot, available from stock_levels where account_id = $1 order by sku, location, lot`, [accountId]),
    changes: () =>
      own.sql(
        `select sku, location, available, extract(hour from taken_at)::int as hour from stock_changes where account_id = $1 order by taken_at, sku desc`,
        [accountId],
      ),
    totals: () =>
      own.sql(`select sku, quantity_on_hand as on_hand, quantity_available as available from products where account_id = $1 order by sku`, [
        accountId,
      ]),
  };
}

test('a snapshot is stored by location and lot, and summed for each product', async () => {
  const { page, end, levels, totals } = await warehouse();
  await page(hours(1), [row('MUG', 'A', 5), row('MUG', 'B', 2, { lot: 'L1', onHand: 4, allocated: 2 })]);
  await page(hours(1), [row('MUG', 'B', 3, { lot: 'L2' }), row('CUP', 'A', 1)]);
  await end(hours(1));
  expect(await levels()).toEqual([
    { sku: 'CUP', location: 'A', lot: '', available: 1 },
    { sku: 'MUG', location: 'A', lot: '', available: 5 },
    { sku: 'MUG', location: 'B', lot: 'L1', available: 2 },
    { sku: 'MUG', location: 'B', lot: 'L2', available: 3 },
  ]);
  expect(await totals()).toEqual([
    { sku: 'CUP', on_hand: 1, available: 1 },
    { sku: 'MUG', on_hand: 12, available: 10 },
  ]);
});

test('only a difference from the snapshot before is a change, with its time; rows that are missing become zero', async () => {
  const { page, end, changes, totals } = await warehouse();
  await page(hours(1), [row('MUG', 'A', 5), row('CUP', 'A', 1)]);
  await end(hours(1));
  await page(hours(2), [row('MUG', 'A', 5)]);
  await end(hours(2));
  await page(hours(3), [row('MUG', 'A', 4)]);
  await end(hours(3));
  expect(await changes()).toEqual([
    { sku: 'MUG', location: 'A', available: 5, hour: 1 },
    { sku: 'CUP', location: 'A', available: 1, hour: 1 },
    { sku: 'CUP', location: 'A', available: 0, hour: 2 },
    { sku: 'MUG', location: 'A', available: 4, hour: 3 },
  ]);
  expect(await totals()).toEqual([
    { sku: 'CUP', on_hand: 0, available: 0 },
    { sku: 'MUG', on_hand: 4, available: 4 },
  ]);
});

test('an older snapshot that comes late replaces nothing', async () => {
  const { page, end, levels, changes } = await warehouse();
  await page(hours(2), [row('MUG', 'A', 5)]);
  await end(hours(2));
  await page(hours(1), [row('MUG', 'A', 9)]);
  expect(await levels()).toMatchObject([{ available: 5 }]);
  expect(await changes()).toHaveLength(1);
});

test('a location that a page names twice counts once', async () => {
  const { page, end, totals } = await warehouse();
  await page(hours(1), [row('MUG', 'A', 5), row('MUG', 'A', 5)]);
  await end(hours(1));
  expect(await totals()).toContainEqual({ sku: 'MUG', on_hand: 5, available: 5 });
});

const parcel = (shippedAt: Date, quantity: number): WarehouseShipment => ({
  ...{ remoteId: 'P1', providerRef: 'W1', reference: 'R1', carrier: 'UPS', method: 'UPSGR', trackingNumber: '1Z', trackingUrl: null },
  ...{ weightGrams: null, shippedAt, lines: [{ lineReference: '1', sku: 'MUG', lot: null, quantity }], raw: null },
});

test('a count that is dated in the future gives way to the next one; until then all that leaves is taken off', async () => {
  const { connectionId, within, page, end, totals } = await warehouse();
  const inAnHour = new Date(Date.now() + 3_600_000);
  await page(inAnHour, [row('MUG', 'A', 9)]);
  await end(inAnHour);
  await within((tenant) => shipStock(tenant, connectionId, [parcel(new Date(Date.now() - 5_000), 2)]));
  expect(await totals()).toContainEqual({ sku: 'MUG', on_hand: 7, available: 9 });
  await page(new Date(inAnHour.getTime() + 1), [row('MUG', 'A', 9)]);
  const now = new Date();
  await page(now, [row('MUG', 'A', 5)]);
  await end(now);
  expect(await totals()).toContainEqual({ sku: 'MUG', on_hand: 5, available: 5 });
});

test('of a count that did not end nothing is left in the next one', async () => {
  const { connectionId, within, page, end, levels, totals } = await warehouse();
  await page(hours(1), [row('MUG', 'A', 5)]);
  await end(hours(1));
  await page(hours(2), [row('MUG', 'A', 8), row('MUG', 'B', 3, { onHand: 8, allocated: 5 })]);
  await page(hours(3), [row('MUG', 'A', 6)]);
  await within((tenant) => shipStock(tenant, connectionId, [parcel(hours(4), 2)]));
  await end(hours(3));
  expect(await levels()).toEqual([{ sku: 'MUG', location: 'A', lot: '', available: 6 }]);
  expect(await totals()).toContainEqual({ sku: 'MUG', on_hand: 4, available: 6 });
});

describe('a parcel and a count that are stored at once', () => {
  for (const { name, leftAt, counted, left } of [
    { name: 'that left before it began, is not taken off again', leftAt: hours(2), counted: 3, left: 3 },
    { name: 'that left since it began, is taken off', leftAt: hours(4), counted: 5, left: 3 },
  ])
    for (const first of ['parcel', 'count'] as const)
      test(`${name}: the ${first} first`, async () => {
        const { connectionId, within, page, end, totals } = await warehouse();
        await page(hours(1), [row('MUG', 'A', 5)]);
        await end(hours(1));
        await page(hours(3), [row('MUG', 'A', 5, { onHand: counted })]);
        const work = {
          parcel: (tenant: Tenant) => shipStock(tenant, connectionId, [parcel(leftAt, 2)]),
          count: async (tenant: Tenant) => {
            await finishSnapshot(tenant, connectionId, hours(3));
          },
        };
        const done = Promise.withResolvers<void>();
        const waits = Promise.withResolvers<void>();
        const one = within(async (tenant) => {
          await work[first](tenant);
          done.resolve();
          await waits.promise;
        });
        await done.promise;
        const other = within(work[first === 'parcel' ? 'count' : 'parcel']);
        await expect.poll(isWaiting).not.toEqual([]);
        waits.resolve();
        await Promise.all([one, other]);
        expect(await totals()).toContainEqual({ sku: 'MUG', on_hand: left, available: 5 });
      });
});

test('a product that comes after the count that knows of it has its stock at once', async () => {
  const shop = await buildShop(own);
  shop.sandbox.control.client().catalogue.take([{ sku: 'POT', name: 'A pot', units: 7 }]);
  await shop.read('stock');
  await shop.read('items');
  const pots = () =>
    own.sql(`select quantity_on_hand, quantity_available, to_promise from products where account_id = $1 and sku = 'POT'`, [
      shop.accountId,
    ]);
  const atOnce = await pots();
  expect(atOnce[0]?.quantity_on_hand).toBeGreaterThan(0);
  await shop.read('stock');
  expect(await pots()).toEqual(atOnce);
});

test('items and the count that has them see each other, though both are stored at once', async () => {
  const { accountId, connectionId, within } = await warehouse();
  const stock = async (sku: string) =>
    (await own.sql('select quantity_on_hand as units from products where account_id = $1 and sku = $2', [accountId, sku]))[0]?.units;
  const add = (sku: string) => (tenant: Tenant) =>
    storeWithStock(tenant, connectionId, [sku], async () => {
      await sql`insert into products (account_id, sku, name) values (${accountId}, ${sku}, ${sku})`.execute(tenant.db);
    });
  const count = async (tenant: Tenant) => {
    await storeStock(tenant, connectionId, [row('JAR', 'A', 5), row('POT', 'A', 6)], hours(1));
    await finishSnapshot(tenant, connectionId, hours(1));
  };
  for (const [first, second] of [
    [add('JAR'), count],
    [count, add('POT')],
  ] as const) {
    const begun = Promise.withResolvers<void>();
    const waits = Promise.withResolvers<void>();
    const one = within(async (tenant) => {
      await first(tenant);
      begun.resolve();
      await waits.promise;
    });
    await begun.promise;
    const other = within(second);
    await expect.poll(isWaiting).not.toEqual([]);
    waits.resolve();
    await Promise.all([one, other]);
  }
  expect([await stock('JAR'), await stock('POT')]).toEqual([5, 6]);
});

test('each item is found a few times to be summed up, also where the planner knows nothing of its tables', async () => {
  const { accountId, connectionId, within } = await warehouse();
  const items = 2000;
  await own.sql(`insert into products (account_id, sku, name) select $1, 'SKU-' || n, 'A thing' from generate_series(3, $2::int) as n`, [
    ...[accountId, items],
  ]);
  await own.sql(
    `insert into stock_levels (account_id, connection_id, sku, warehouse, location, on_hand, allocated, on_hold, available)
     select account_id, $2, sku, 'KY1', 'A', 9, 0, 0, 9 from products where account_id = $1`,
    [accountId, connectionId],
  );
  await own.sql(`select pg_clear_attribute_stats('public', c.relname, attname, false)
    from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 where c.relname in ('products', 'stock_levels')`);
  const looks = await within(async (tenant) => {
    expect(await sumUp(tenant, 'products', connectionId, hours(1))).toHaveLength(items);
    const { rows } = await sql<{ n: number }>`select (seq_tup_read + idx_scan + idx_tup_fetch)::int as n from pg_stat_xact_user_tables
      where relname = 'products'`.execute(tenant.db);
    return rows[0]?.n;
  });
  expect(looks).toBeLessThan(10 * items);
});
