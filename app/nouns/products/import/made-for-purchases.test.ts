import { expect, test } from 'vitest';
import { enterItem } from '../../../../sandbox/netsuite/enter.ts';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { createItem } from '../../catalogue/items/commands.ts';
import { createLinked } from '../commands.ts';
import { itemsEntity } from './entity.ts';

const own = testDatabase();
const nothing = { upc: null, description: null, category: null, image_url: null, unit: null, weight: null, warehouse_location: null };
const thing = (sku: string) => ({ sku, name: 'A thing', ...nothing, reorder_point: null, expiry_days: null });

test.each(['products', 'raw_materials'] as const)(
  'a purchase order goes on once a person makes what it waits for, or a file: %s',
  async (kind) => {
    const buyer = await buildBuyer(own);
    for (const sku of ['BOX', 'LID']) enterItem(buyer.sandbox.control.company(), { sku });
    for (const [number, sku] of [
      ['P-1', 'BOX'],
      ['P-2', 'LID'],
    ] as const)
      buyer.buy(number, { lines: [{ sku, quantity: 5 }] });
    await buyer.flow();
    // Their announcements are refused: the warehouse has no such items yet.
    const waiting = async () => (await buyer.purchases()).flatMap(({ issues }) => issues.filter((issue) => issue.startsWith('unmapped')));
    expect(await waiting()).toEqual(['unmapped_item:BOX', 'unmapped_item:LID']);
    await buyer.inTenant((tenant) => createLinked(tenant, kind, thing('BOX')));
    await buyer.engine.runJobs();
    expect(await waiting()).toEqual(['unmapped_item:LID']);
    await buyer.inTenant(async (tenant) => {
      await createItem(tenant, kind, thing('LID'));
      await itemsEntity(kind).after?.(tenant, { columns: ['sku', 'name'] } as never);
    });
    await buyer.engine.runJobs();
    expect(await waiting()).toEqual([]);
  },
);
