import { describe, expect, test } from 'vitest';
import type { Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addLines, addOrders } from '../../../test/shop/rows.ts';
import { link, productOf, shopWithVendor, taken, tell } from '../../../test/shop/told-of-stock.ts';
import { mapLocations } from '../mappings/locations/commands.ts';
import { undoSave } from '../mappings/saves/undo.ts';
import { pushAll } from './commands.ts';

const own = testDatabase();

describe('a location that is mapped to a building', () => {
  /** What is free in each building. */
  const countIn = (shop: Shop, units: Record<string, number>) => {
    const rows = [...shop.sandbox.control.client().shelves.rows.values()].filter(({ sku }) => sku === 'MUG');
    for (const [building, free] of Object.entries(units)) {
      const [first, ...others] = rows.filter(({ warehouse_id }) => warehouse_id === building);
      Object.assign(first ?? {}, { on_hand: (first?.allocated ?? 0) + free, on_hold: 0 });
      for (const row of others) Object.assign(row, { on_hand: row.allocated, on_hold: 0 });
    }
  };
  const mapTo = (shop: Shop, connectionId: number, amwareLocation: string | null) =>
    shop.inTenant((tenant) => mapLocations(tenant, connectionId, [{ internalId: '1', name: 'Shed', amwareLocation }]));

  test.each([
    ['available', [30, 12]],
    ['on_hand', [30, 12]],
  ] as const)(
    'is told what is there, and what is elsewhere as soon as it is mapped elsewhere: %s',
    async (quantity, [there, elsewhere]) => {
      const { shop, vendor, quantities } = await shopWithVendor(own, taken, quantity);
      countIn(shop, { KY1: 30, NV2: 12 });
      await shop.sync();
      await link(shop, vendor.id, 'MUG');
      await tell(shop, vendor.id, 'on');
      await shop.engine.runJobs();
      expect(quantities().at(-1)).toEqual(['MUG', '1', 42]);
      const last = async () => {
        await shop.engine.runJobs();
        return quantities().at(-1)?.[2];
      };
      await mapTo(shop, vendor.id, 'KY1');
      expect(await last()).toBe(there);
      const { undo } = await mapTo(shop, vendor.id, 'NV2');
      expect(await last()).toBe(elsewhere);
      await shop.inTenant((tenant) => undoSave(tenant, undo?.id ?? 0, true));
      expect(await last()).toBe(there);
      await mapTo(shop, vendor.id, null);
      expect(await last()).toBe(42);
    },
  );

  test('is told no less for an order that leaves from elsewhere, and less for one that may leave from there', async () => {
    const { shop, vendor, quantities } = await shopWithVendor(own);
    countIn(shop, { KY1: 30, NV2: 12 });
    await shop.sync();
    await link(shop, vendor.id, 'MUG');
    await mapTo(shop, vendor.id, 'KY1');
    await tell(shop, vendor.id, 'on');
    await shop.engine.runJobs();
    expect(quantities().at(-1)).toEqual(['MUG', '1', 30]);
    const orders = await addOrders(own, shop.accountId, shop.channelId, [
      { warehouse_code: 'NV2' },
      { warehouse_code: 'KY1' },
      { warehouse_code: null },
    ]);
    const products = new Map([['MUG', await productOf(shop, 'MUG')]]);
    for (const [at, id] of orders.entries())
      await addLines(own, shop.accountId, id, [{ sku: 'MUG', quantity: [5, 3, 2][at] ?? 0 }], products);
    await shop.inTenant((tenant) => pushAll(tenant, { id: vendor.id, name: 'Some vendor' }));
    await shop.engine.runJobs();
    expect(quantities().at(-1)).toEqual(['MUG', '1', 25]);
  });
});
