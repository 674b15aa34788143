import { expect, test } from 'vitest';
import { paces } from '../../../../sandbox/amware/pace.ts';
import { plainAddress } from '../../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { forgetOrders } from '../../../../test/shop/forgetting.ts';

const own = testDatabase();

test.each(['shipped', 'partially_shipped'])(
  'the parcels of an order that is adopted when they were read already come: %s',
  async (status) => {
    const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
    shop.sell(
      { orderNumber: '1001', items: [{ sku: 'MUG', quantity: 4 }], shipTo: { ...plainAddress, name: 'Anna Blum' } },
      { orderNumber: '1002', items: [{ sku: 'CUP', quantity: 2 }], shipTo: { ...plainAddress, name: 'Bo Carlson' } },
    );
    await shop.flow();
    shop.sandbox.control.set({ pace: { ...paces.manual, twoParcelsPercent: status === 'shipped' ? 0 : 100 } });
    const { floor, orders } = shop.sandbox.control.client();
    const moveOn = (until: string) => {
      for (const { id } of orders.rows.values()) {
        for (let order = orders.rows.get(id); order && order.status !== until && order.status !== 'shipped'; order = orders.rows.get(id))
          floor.advance(order);
      }
    };
    moveOn(status);
    await forgetOrders(own, shop.accountId);
    await shop.read('shipments');
    expect(await own.sql('select id from shipments where account_id = $1', [shop.accountId])).toEqual([]);
    await shop.read('orders');
    await shop.flow();
    const units = async () => (await shop.orders()).map(({ units_shipped }) => units_shipped).toSorted();
    expect(await units()).toEqual(status === 'shipped' ? [2, 4] : [1, 2]);
    moveOn('shipped');
    await shop.flow();
    expect(await units()).toEqual([2, 4]);
  },
);
