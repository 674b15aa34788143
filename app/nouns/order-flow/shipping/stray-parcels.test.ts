import { expect, test } from 'vitest';
import type { WarehouseShipment } from '../../../../connectors/contract.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { disconnect } from '../../../shared/connections/connecting/commands.ts';
import { wakeOutbox } from '../../../shared/outbox/queue.ts';
import { actOnOrder } from '../../orders/actions.ts';
import { deleteOrders, undoDelete } from '../../orders/bulk/archive-and-delete.ts';
import { requestCancel } from '../release/holding/cancel.ts';
import { recordCancelledByWarehouse } from '../release/record-cancelled.ts';
import { storeShipments } from './shipments.ts';

const own = testDatabase();

/** Two orders that travel together are with the warehouse; `hear` of a parcel of the second one, which left with that. */
async function together() {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  const [, sold = expect.unreachable()] = shop.sell({ orderNumber: '1001' }, { orderNumber: '1002', items: [{ sku: 'CUP', quantity: 2 }] });
  await shop.sync();
  const [there] = [...shop.sandbox.control.client().orders.rows.values()];
  const line = there?.body.lines.find(({ sku }) => sku === 'CUP');
  const parcel: WarehouseShipment = {
    ...{ remoteId: 'P1', providerRef: 'A', reference: String(there?.body.reference), carrier: 'UPS', method: 'Ground' },
    ...{ trackingNumber: '1Z', raw: {}, trackingUrl: null, weightGrams: null, shippedAt: new Date() },
    lines: [{ lineReference: String(line?.line_reference), sku: 'CUP', lot: null, quantity: 1 }],
  };
  const hear = () => shop.inTenant((tenant) => storeShipments(tenant, shop.warehouseId, [parcel]));
  return { shop, sold, hear };
}

test('a parcel that is heard of after its order was taken back keeps the order here until a person has looked', async () => {
  const { shop, hear } = await together();
  const { id, warehouse_order_id } = await shop.order('1001');
  await shop.inTenant(async (tenant) => {
    await requestCancel(tenant, [id], null);
    await recordCancelledByWarehouse(tenant, warehouse_order_id ?? 0);
  });
  await hear();
  await shop.engine.runJobs();
  expect(warehouseOrders(shop)).toHaveLength(1);
  const other = await shop.order('1002');
  expect(other).toMatchObject({ order_status: 'error', warehouse_order_id: null, issues: ['changed_after_release:parcel:P1'] });
  expect(other.sentences).toEqual([
    'A parcel of this order has left Amware after the order was taken back from there: 1Z with 1 × CUP. Take that out of the order, or cancel it, before you have the rest sent.',
  ]);
  const { message } = await shop.inTenant((tenant) => actOnOrder(tenant, other.id, 'keep-as-sent'));
  expect(message).toBe(`What is in ${other.order_number} now is sent.`);
  await shop.flow();
  expect(warehouseOrders(shop)).toHaveLength(2);
});

test('what a worker was about to send again when the parcel was heard of, and put off, waits until a person has looked', async () => {
  const { shop, hear } = await together();
  const { id, warehouse_order_id } = await shop.order('1001');
  const setWarehouse = (state: string) => own.sql('update connections set state = $2 where id = $1', [shop.warehouseId, state]);
  const setEffect = (state: string) =>
    own.sql(
      `update outbox set state = $2, lease_token = case when $2 = 'sending' then gen_random_uuid() end,
       lease_until = case when $2 = 'sending' then now() + interval '5 minutes' end
       where account_id = $1 and kind = 'submit' and state in ('waiting', 'sending')`,
      [shop.accountId, state],
    );
  await setWarehouse('needs_reconnect');
  await shop.inTenant(async (tenant) => {
    await requestCancel(tenant, [id], null);
    await recordCancelledByWarehouse(tenant, warehouse_order_id ?? 0);
  });
  await shop.engine.runJobs();
  await setEffect('sending');
  await hear();
  expect((await shop.order('1002')).sentences).toEqual([expect.stringContaining('The order was sent again since')]);
  await setEffect('waiting');
  await setWarehouse('active');
  await shop.inTenant((tenant) => wakeOutbox(tenant, [shop.warehouseId]));
  await shop.engine.runJobs();
  await shop.flow();
  expect(warehouseOrders(shop)).toHaveLength(1);
  const other = await shop.order('1002');
  expect(other).toMatchObject({ order_status: 'error', warehouse_order_id: null, issues: ['changed_after_release:parcel:P1'] });
  expect(other.sentences).toEqual([expect.stringContaining('Take that out of the order, or cancel it, before you have the rest sent.')]);
  await shop.inTenant((tenant) => actOnOrder(tenant, other.id, 'keep-as-sent'));
  await shop.flow();
  expect(warehouseOrders(shop)).toHaveLength(2);
});

test('one that was sent again since is told of too, once, and what a person decided about it stays decided', async () => {
  const { shop, hear } = await together();
  const { id: cancelled } = await shop.order('1001');
  await shop.inTenant((tenant) => requestCancel(tenant, [cancelled], null));
  await shop.flow();
  expect(warehouseOrders(shop).map(({ status }) => status)).toEqual(['cancelled', 'open']);
  await hear();
  expect((await shop.order('1002')).sentences).toEqual([
    'A parcel of this order has left Amware after the order was taken back from there: 1Z with 1 × CUP. The order was sent again since: cancel it where that has not left.',
  ]);
  const { id } = await shop.order('1002');
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'keep-as-sent'));
  await hear();
  expect((await shop.order('1002')).issues).toEqual([]);
});

async function deleteOther({ shop }: Awaited<ReturnType<typeof together>>, hearBefore?: () => Promise<unknown>) {
  const { id, warehouse_order_id } = await shop.order('1001');
  const { id: other } = await shop.order('1002');
  await shop.inTenant(async (tenant) => {
    await requestCancel(tenant, [id], null);
    await recordCancelledByWarehouse(tenant, warehouse_order_id ?? 0);
  });
  await hearBefore?.();
  await shop.inTenant((tenant) => deleteOrders(tenant, [other], 1));
  return other;
}

test('one that is deleted and restored waits again', async () => {
  const made = await together();
  const { shop } = made;
  const other = await deleteOther(made, made.hear);
  await shop.inTenant((tenant) => undoDelete(tenant, [other], 1));
  await shop.flow();
  expect(warehouseOrders(shop)).toHaveLength(1);
  expect(await shop.order('1002')).toMatchObject({ order_status: 'error', issues: ['changed_after_release:parcel:P1'] });
});

test('one that was deleted when its parcel is heard of is back and waits, and is deleted for good once a person has looked', async () => {
  const made = await together();
  const { shop, hear } = made;
  const other = await deleteOther(made);
  const isDeleted = async () =>
    (await own.sql('select deleted_at is not null as is from orders where id = $1', [other])) as unknown as [{ is: boolean }];
  await hear();
  await shop.flow();
  expect(warehouseOrders(shop)).toHaveLength(1);
  expect(await isDeleted()).toEqual([{ is: false }]);
  expect(await shop.order('1002')).toMatchObject({
    order_status: 'error',
    issues: ['changed_after_release:parcel:P1'],
    sentences: [
      'A parcel of this order has left Amware although the order was taken back from there and deleted here: 1Z with 1 × CUP. So it is back. Take that out of the order before you have the rest sent, or delete it again.',
    ],
  });
  await shop.inTenant((tenant) => deleteOrders(tenant, [other], 2));
  await hear();
  expect(await isDeleted()).toEqual([{ is: true }]);
  expect(await shop.inTenant((tenant) => undoDelete(tenant, [other], 1))).toEqual(new Map([[other, expect.anything()]]));
});

test.each(['before', 'after'])(
  'so does one whose channel cancels it and takes that back, where the parcel is heard of %s that',
  async (when) => {
    const { shop, sold, hear } = await together();
    const { id, warehouse_order_id } = await shop.order('1001');
    await shop.inTenant(async (tenant) => {
      await requestCancel(tenant, [id], null);
      await recordCancelledByWarehouse(tenant, warehouse_order_id ?? 0);
    });
    if (when === 'before') await hear();
    const seller = shop.sandbox.control.seller();
    seller.change(sold, { orderStatus: 'cancelled' });
    await shop.read('orders');
    await hear();
    seller.change(sold, { orderStatus: 'awaiting_shipment' });
    await shop.flow();
    expect(warehouseOrders(shop)).toHaveLength(1);
    expect(await shop.order('1002')).toMatchObject({ order_status: 'error', issues: ['changed_after_release:parcel:P1'] });
  },
);

test('of one that a person took from its warehouse while the order that it travelled with stays a person is told as well', async () => {
  const { shop, hear } = await together();
  const { id, order_number } = await shop.order('1002');
  await shop.inTenant((tenant) => disconnect(tenant, shop.warehouseId));
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'send-anew'));
  await hear();
  const { in_amware, issues, sentences } = await shop.order('1002');
  expect({ order_number, in_amware, issues }).toEqual({ order_number, in_amware: 0, issues: ['changed_after_release:parcel:P1'] });
  expect(sentences).toEqual([expect.stringContaining('Take that out of the order, or cancel it, before you have the rest sent.')]);
  // The one that stays lacks nothing.
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
});
