import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../test/database.ts';
import { splitShop } from '../../../../../test/shop/split-shop.ts';
import { saveOrder } from '../save.ts';
import { undoSplit } from './split.ts';

const own = testDatabase();

test.each<[string, Record<string, number>, Record<string, number>]>([
  ['of a line that has fewer by now', { MUG: 1 }, { MUG: 1 }],
  ['of a line that has more by now', { MUG: 1 }, { MUG: 4 }],
  ['of a line beside another that is gone by now', { MUG: 3 }, { CUP: 0 }],
])('the undo of sending it in one parcel %s is refused', async (_, later, edited) => {
  const shop = await splitShop(own);
  await shop.split(later);
  const { group } = await shop.split({});
  const lineItems = (await shop.lines()).flatMap(({ id, sku }) => {
    const quantity = edited[sku];
    return quantity === undefined ? [] : [quantity === 0 ? { id, isDelete: true } : { id, quantity }];
  });
  await shop.inTenant((tenant) => saveOrder(tenant, { id: shop.id, lineItems }));
  await expect(shop.inTenant((tenant) => undoSplit(tenant, group ?? 0))).rejects.toMatchObject({
    ...{ status: 409, code: 'changed_since' },
    message: 'The lines of this order have changed since it was split, so this cannot be undone.',
  });
  expect((await shop.lines()).map(({ was }) => was).filter((was) => was > 0)).toEqual([]);
});
