import { expect, test } from 'vitest';
import { inTenant, reading } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addProducts } from '../../../../test/shop/rows.ts';
import { finishSnapshot, storeStock } from '../../warehouse/stock.ts';
import { readRecord } from './read.ts';

const own = testDatabase();

test('what lies and came at a warehouse is shown as long as that is connected', async () => {
  const account = await addAccount(own);
  const warehouse = await addConnection(own, account.accountId, 'warehouse');
  const product = (await addProducts(own, account.accountId, ['MUG'])).get('MUG') ?? 0;
  const at = new Date('2026-11-20T12:00:00Z');
  await own.sql(
    `insert into receipts (account_id, connection_id, remote_id, type, received_at, sku, quantity)
      values ($1, $2, 'R-1', 'return', $3, 'MUG', 2)`,
    [account.accountId, warehouse, at],
  );
  const row = { sku: 'MUG', warehouseId: 'KY1', location: 'A-1', lot: null, onHand: 5, allocated: 0, onHold: 0, available: 5 };
  await inTenant(own.database, account, async (tenant) => {
    await storeStock(tenant, warehouse, [row], at);
    await finishSnapshot(tenant, warehouse, at);
  });
  const read = () => reading(own.database, account, (tenant) => readRecord(tenant, 'products', product));
  expect(await read()).toMatchObject({ not_booked: 2, counted_at: at, stock: [{ location: 'A-1', on_hand: 5 }] });
  await own.sql('update connections set disconnected_at = now() where id = $1', [warehouse]);
  expect(await read()).toMatchObject({ not_booked: 0, counted_at: null, stock: [] });
});

test('a count that names too few products, and is not used, is said', async () => {
  const account = await addAccount(own);
  const warehouse = await addConnection(own, account.accountId, 'warehouse');
  const skus = ['MUG', 'CUP'];
  const product = (await addProducts(own, account.accountId, skus)).get('MUG') ?? 0;
  const count = async (named: string[], at: Date) => {
    const row = { warehouseId: 'KY1', location: 'A-1', lot: null, onHand: 5, allocated: 0, onHold: 0, available: 5 };
    const rows = named.map((sku) => ({ ...row, sku }));
    await inTenant(own.database, account, async (tenant) => {
      await storeStock(tenant, warehouse, rows, at);
      await finishSnapshot(tenant, warehouse, at);
    });
    return reading(own.database, account, (tenant) => readRecord(tenant, 'products', product));
  };
  const hours = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
  expect(await count(skus, hours(1))).toMatchObject({ quantity_on_hand: 5, is_count_held: false });
  expect(await count([], hours(2))).toMatchObject({ quantity_on_hand: 5, is_count_held: true });
  expect(await count(skus, hours(3))).toMatchObject({ quantity_on_hand: 5, is_count_held: false });
});
