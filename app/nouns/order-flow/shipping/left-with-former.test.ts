import { expect, test } from 'vitest';
import type { WarehouseShipment } from '../../../../connectors/contract.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { channelOrders, warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { wakeOutbox } from '../../../shared/outbox/queue.ts';
import { actOnOrder } from '../../orders/actions.ts';
import { storeShipments } from './shipments.ts';

const own = testDatabase();
const number = { MUG: '1001', CUP: '1002' } as const;
type Sku = keyof typeof number;

/** Orders of five mugs and five cups travel together; one of each has left, and the warehouse has cancelled the rest. */
async function restCancelled() {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell(
    { orderNumber: number.MUG, items: [{ sku: 'MUG', quantity: 5 }] },
    { orderNumber: number.CUP, items: [{ sku: 'CUP', quantity: 5 }] },
  );
  await shop.sync();
  const { orders } = shop.sandbox.control.client();
  const [there = expect.unreachable()] = [...orders.rows.values()];
  const hear = (remoteId: string, goods: { [Each in Sku]?: number }) => {
    const parcel: WarehouseShipment = {
      ...{ remoteId, providerRef: there.id, reference: String(there.body.reference), carrier: 'UPS', method: 'Ground' },
      ...{ trackingNumber: `1Z-${remoteId}`, raw: {}, trackingUrl: null, weightGrams: null, shippedAt: new Date() },
      lines: there.body.lines.flatMap(({ line_reference, sku }) => {
        const quantity = goods[sku as Sku] ?? 0;
        return quantity === 0 ? [] : [{ lineReference: String(line_reference), sku, lot: null, quantity }];
      }),
    };
    return shop.inTenant((tenant) => storeShipments(tenant, shop.warehouseId, [parcel]));
  };
  await hear('P1', { MUG: 1, CUP: 1 });
  orders.change(there.id, there, { status: 'cancelled' });
  await shop.read('order_changes');
  const row = (sku: Sku) => shop.order(number[sku]);
  const sendRest = async (sku: Sku) => {
    const { id } = await row(sku);
    await shop.inTenant((tenant) => actOnOrder(tenant, id, 'send-anew'));
    await shop.engine.runJobs();
  };
  const setWarehouse = (state: 'active' | 'needs_reconnect') =>
    own.sql('update connections set state = $2 where id = $1', [shop.warehouseId, state]);
  const goOn = async () => {
    await setWarehouse('active');
    await shop.inTenant((tenant) => wakeOutbox(tenant, [shop.warehouseId]));
    await shop.engine.runJobs();
  };
  const held = () => warehouseOrders(shop).map(({ lines }) => lines.map(({ sku, quantity }) => `${quantity} × ${sku}`).join());
  return { shop, row, hear, sendRest, setWarehouse, goOn, held };
}

const twice = (remoteId: string, goods: string) =>
  `A parcel of this order has left Amware after the order was taken back from there: 1Z-${remoteId} with ${goods}. The order was sent again since: cancel it where that has not left.`;

test('a person is told of a parcel that holds what was sent once more as the rest, and of one that does not nobody is', async () => {
  const { row, hear, sendRest, held } = await restCancelled();
  await sendRest('MUG');
  expect(held()).toContain('4 × MUG');
  await hear('P2', { MUG: 2 });
  expect(await row('MUG')).toMatchObject({ units_shipped: 3, issues: ['changed_after_release:parcel:P2'] });
  expect((await row('MUG')).sentences).toEqual([twice('P2', '2 × MUG')]);
  await hear('P2', { MUG: 2 });
  expect((await row('MUG')).issues).toHaveLength(1);
  await hear('P3', { CUP: 1 });
  expect((await row('CUP')).issues).toEqual(['changed_after_release:rest']);
});

test('of orders that had travelled together each may have gone on: a parcel that left before is stored of both', async () => {
  const { row, hear, sendRest } = await restCancelled();
  await sendRest('MUG');
  await sendRest('CUP');
  await hear('P2', { MUG: 2, CUP: 1 });
  expect(await row('MUG')).toMatchObject({ units_shipped: 3, tracking: ['1Z-P1', '1Z-P2'] });
  expect(await row('CUP')).toMatchObject({ units_shipped: 2, tracking: ['1Z-P1', '1Z-P2'] });
  expect((await row('MUG')).sentences).toEqual([twice('P2', '2 × MUG')]);
  expect((await row('CUP')).sentences).toEqual([twice('P2', '1 × CUP')]);
});

test('a rest that was not sent goes without what has left by then', async () => {
  const { row, hear, sendRest, setWarehouse, goOn, held } = await restCancelled();
  await setWarehouse('needs_reconnect');
  await sendRest('MUG');
  await hear('P2', { MUG: 3 });
  expect(await row('MUG')).toMatchObject({ order_status: 'partially_shipped', issues: [] });
  await goOn();
  expect(held()).toContain('1 × MUG');
  expect(await row('MUG')).toMatchObject({ order_status: 'partially_shipped', issues: [], units_shipped: 4 });
});

test('one of which all has left is not sent', async () => {
  const { shop, row, hear, sendRest, setWarehouse, goOn, held } = await restCancelled();
  await setWarehouse('needs_reconnect');
  await sendRest('MUG');
  await hear('P2', { MUG: 4 });
  await goOn();
  await shop.engine.runJobs();
  expect(held()).toHaveLength(1);
  expect(await row('MUG')).toMatchObject({ order_status: 'fulfilled', issues: [] });
  expect(channelOrders(shop)[0]).toMatchObject({ marks: 1 });
});
