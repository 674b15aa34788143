import { expect, test } from 'vitest';
import { withoutPerson } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection, addProducts } from '../../../test/shop/rows.ts';
import { finishSnapshot, storeStock } from './stock.ts';

const own = testDatabase();

test('a product of which more lies there than can be kept does not keep the count of the others', async () => {
  const { accountId } = await addAccount(own);
  const warehouse = await addConnection(own, accountId, 'warehouse');
  await addProducts(own, accountId, ['CUP', 'MUG']);
  const row = (sku: string, location: string, units: number) => ({
    ...{ sku, warehouseId: 'KY1', location, lot: null, onHand: units, allocated: 0, onHold: 0, available: units },
  });
  const at = new Date();
  await withoutPerson(own.database, accountId, async (tenant) => {
    const rows = [row('CUP', 'A', 5), row('MUG', 'A', 2_000_000_000), row('MUG', 'B', 2_000_000_000)];
    await storeStock(tenant, warehouse, rows, at);
    await finishSnapshot(tenant, warehouse, at);
  });
  expect(await own.sql('select sku, quantity_on_hand, to_promise from products where account_id = $1 order by sku', [accountId])).toEqual([
    { sku: 'CUP', quantity_on_hand: 5, to_promise: 5 },
    { sku: 'MUG', quantity_on_hand: 2_147_483_647, to_promise: 2_147_483_647 },
  ]);
});
