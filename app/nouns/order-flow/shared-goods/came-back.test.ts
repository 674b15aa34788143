import { expect, test } from 'vitest';
import { paces } from '../../../../sandbox/amware/pace.ts';
import { testDatabase } from '../../../../test/database.ts';
import { splittingShop } from '../../../../test/shop/splits.ts';
import { channelOrders, shipAll } from '../../../../test/shop/warehouse.ts';

const own = testDatabase();

/** Three mugs are with the warehouse, and the channel has split one off since. */
async function splitAfter() {
  const shop = await splittingShop(own);
  const { mugs } = shop.two();
  await shop.sync();
  const part = shop.seller.split(mugs, [{ sku: 'MUG', quantity: 1 }]);
  await shop.sync();
  const mergeBack = async () => {
    shop.seller.merge(mugs, [part]);
    await shop.engine.passTime();
    await shop.flow();
  };
  return { ...shop, mugs, part, mergeBack };
}

test.each([null, 'same-goods', 'ship-too'] as const)(
  'of what is merged back into the order that it was split off after that was sent nobody says that it was not (decided: %s)',
  async (decision) => {
    const shop = await splitAfter();
    if (decision !== null) await shop.decide(shop.part, decision);
    await shop.flow();
    await shop.mergeBack();
    expect((await shop.row(shop.mugs)).issues).toEqual(['changed_after_release:order']);
    const isSent = decision === 'ship-too';
    expect(await shop.row(shop.part)).toMatchObject({ order_status: isSent ? 'packing' : 'cancelled', ended_by: isSent ? null : 'merged' });
    if (!isSent) await expect(shop.decide(shop.part, 'ship-too')).rejects.toMatchObject({ code: 'nothing_to_decide' });
    expect(shop.held()).toEqual({ MUG: isSent ? 4 : 3, CUP: 2 });
    await shipAll(shop);
    expect(channelOrders(shop)).toMatchObject([{ marks: 1 }, { marks: 1 }]);
  },
);

test('a merge back after the warehouse cancelled what had not left is told of, and the part may be sent', async () => {
  const shop = await splitAfter();
  shop.sandbox.control.set({ pace: { ...paces.manual, twoParcelsPercent: 100 } });
  const { floor, orders } = shop.sandbox.control.client();
  const there = () => [...orders.rows.values()].find(({ body }) => body.lines.some(({ sku }) => sku === 'MUG')) ?? expect.unreachable();
  for (let step = 0; step < 3; step++) floor.advance(there());
  await shop.flow();
  orders.change(there().id, there(), { status: 'cancelled' });
  await shop.flow();
  expect((await shop.row(shop.mugs)).issues).toContain('changed_after_release:rest');
  await shop.mergeBack();
  expect((await shop.row(shop.mugs)).issues).toEqual(expect.arrayContaining(['changed_after_release:added']));
  await shop.decide(shop.part, 'ship-too');
  expect(await shop.row(shop.part)).toMatchObject({ order_status: 'packing' });
});
