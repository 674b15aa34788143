import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { neverThere, sent } from '../../../../test/shop/merging.ts';

const own = testDatabase();
const waits = { order_status: 'error', issues: ['shared_goods:goods'], shared_goods: 'undecided', ended_by: null };

test('an undo has an order that the channel no longer has wait for a person again', async () => {
  const { row, cups, decide, openWarehouse, held } = await neverThere(own, (shop) => shop.decide(shop.mugs, 'same-goods'));
  await openWarehouse(false);
  await decide(cups, 'ship-too');
  expect(await row(cups)).toMatchObject({ warehouse_order_id: expect.any(Number) });
  await decide(cups, 'undo-decision');
  expect(await row(cups)).toMatchObject(waits);
  await decide(cups, 'same-goods');
  await decide(cups, 'undo-decision');
  expect(await row(cups)).toMatchObject(waits);
  expect(held()).toEqual({});
});

test('an undo ends one again that had ended because it was merged into what had left', async () => {
  const { row, mugs, cups, seller, sync, decide, openWarehouse } = await sent(own, 'mugs');
  seller.merge(mugs, [cups]);
  await sync();
  await openWarehouse(false);
  await decide(cups, 'ship-too');
  await decide(cups, 'undo-decision');
  expect(await row(cups)).toMatchObject({ order_status: 'cancelled', ended_by: 'merged', issues: [], warehouse_order_id: null });
  await decide(cups, 'ship-too');
  expect(await row(cups)).toMatchObject({ order_status: 'pending', ended_by: null });
});
