import { expect, test } from 'vitest';
import { reading } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { readItem } from '../../catalogue/record/read-item.ts';

const own = testDatabase();

test('a raw material is shown to its own account only', async () => {
  const [ann, bea] = [await addAccount(own), await addAccount(own)];
  const [row] = await own.sql<{ id: string }>(
    `with category as (insert into categories (account_id, kind, name) values ($1, 'raw_materials', 'Boxes') returning id)
     insert into raw_materials (account_id, sku, name, category_id, unit, weight, reorder_point, quantity_on_hand)
     select $1, 'BOX', 'A box', id, 'box', 0.2500, 600, 640 from category returning id`,
    [ann.accountId],
  );
  const read = (as: typeof ann) => reading(own.database, as, (tenant) => readItem(tenant, 'raw_materials', Number(row?.id)));
  expect(await read(ann)).toMatchObject({
    ...{ sku: 'BOX', name: 'A box', category: 'Boxes', unit: 'box', weight: 0.25, reorder_point: 600 },
    ...{ quantity_on_hand: 640, quantity_on_hold: 0, upc: null, image_url: null, has_own_image: false },
  });
  expect(await read(bea)).toBeUndefined();
});
