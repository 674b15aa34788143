import { expect, test } from 'vitest';
import { paces } from '../../../../sandbox/amware/pace.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { shipAll, warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { actOnOrder } from '../../orders/actions.ts';
import { perform } from '../../orders/bulk/perform.ts';
import { storeShipments } from './shipments.ts';

const own = testDatabase();
const number = { mugs: '1001', cups: '1002', more: '1003' } as const;
type Order = keyof typeof number;

/**
 * Three orders travel together: a part of the first leaves, and the warehouse cancels what has not. We hear of the parcel when `hear` is
 * called.
 */
async function cancelledInPart({ asked = [] as Order[] } = {}) {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell(
    { orderNumber: number.mugs, items: [3, 1, 2, 4].map((quantity) => ({ sku: 'MUG', quantity })) },
    { orderNumber: number.cups, items: [{ sku: 'CUP', quantity: 2 }] },
    { orderNumber: number.more, items: [{ sku: 'CUP', quantity: 1 }] },
  );
  await shop.sync();
  shop.sandbox.control.set({ pace: { ...paces.manual, twoParcelsPercent: 100 } });
  const { floor, orders } = shop.sandbox.control.client();
  const [{ id: there } = expect.unreachable()] = [...orders.rows.values()];
  const now = () => orders.rows.get(there) ?? expect.unreachable();
  for (let step = 0; step < 3; step++) floor.advance(now());
  await shop.read('order_changes');
  const row = (order: Order) => shop.order(number[order]);
  for (const order of asked) {
    const { id } = await row(order);
    await own.sql('update orders set cancel_requested_at = now(), cancel_outcome = $2 where id = $1', [id, 'pending']);
  }
  orders.change(there, now(), { status: 'cancelled' });
  await shop.read('order_changes');
  const act = async (order: Order, action: 'retry' | 'cancel' | 'send-anew' | 'keep-as-sent') => {
    const { id } = await row(order);
    const { message } = await shop.inTenant((tenant) => actOnOrder(tenant, id, action));
    await shop.engine.runJobs();
    return message;
  };
  const { reference, lines } = now().body;
  const parcel = (lineReference: string | undefined) => ({
    ...{ remoteId: 'P2', providerRef: 'A', reference: String(reference), carrier: 'UPS', method: 'Ground', trackingNumber: '1Z' },
    ...{ raw: {}, trackingUrl: null, weightGrams: null, shippedAt: new Date() },
    lines: [{ lineReference: String(lineReference), sku: 'CUP', lot: null, quantity: 2 }],
  });
  /** A second parcel is known, with the two cups. `name`: what the warehouse calls their line. */
  const hearOfCups = async (name = lines.find(({ sku, quantity }) => sku === 'CUP' && quantity === 2)?.line_reference) => {
    await shop.inTenant((tenant) => storeShipments(tenant, shop.warehouseId, [parcel(name)]));
  };
  return { shop, row, act, hear: () => shop.read('shipments'), hearOfCups };
}

const waitsForRest = { order_status: 'error', issues: ['changed_after_release:rest'], in_amware: 1 };
const waitsHere = { order_status: 'error', issues: ['rejected_by_warehouse:cancelled'], in_amware: 0, warehouse_order_id: null };

test('of orders that travelled together, those of which nothing is in the parcel are sent anew or cancelled, as a person says', async () => {
  const { shop, row, act, hear } = await cancelledInPart();
  for (const order of ['mugs', 'cups', 'more'] as const) expect(await row(order)).toMatchObject(waitsForRest);
  await hear();
  expect(await row('mugs')).toMatchObject({ ...waitsForRest, units_shipped: 6 });
  expect(await row('cups')).toMatchObject(waitsHere);
  expect(await row('more')).toMatchObject(waitsHere);
  await shop.flow();
  expect(warehouseOrders(shop)).toHaveLength(1);

  expect(await act('more', 'cancel')).toMatch(/ is cancelled\.$/);
  await act('cups', 'retry');
  await act('mugs', 'send-anew');
  await shipAll(shop);
  expect(await row('more')).toMatchObject({ order_status: 'cancelled', issues: [] });
  expect(await row('cups')).toMatchObject({ order_status: 'fulfilled', units_shipped: 2, issues: [] });
  expect(await row('mugs')).toMatchObject({ order_status: 'fulfilled', units_shipped: 10, issues: [] });
  const goods = warehouseOrders(shop).map(({ lines }) => lines.map(({ sku, quantity }) => `${quantity} × ${sku}`));
  expect(goods).toHaveLength(3);
  expect(goods).toEqual(expect.arrayContaining([['2 × CUP'], ['4 × MUG']]));
});

test('one that is to be cancelled ends, one of the parcel goes on, and nothing of the others leaves before a person says so', async () => {
  const { shop, row, hear } = await cancelledInPart({ asked: ['mugs', 'cups'] });
  await hear();
  await shop.flow();
  expect(await row('mugs')).toMatchObject(waitsForRest);
  expect(await row('cups')).toMatchObject({ order_status: 'cancelled', cancel_outcome: 'cancelled', issues: [] });
  expect(await row('more')).toMatchObject(waitsHere);
  expect(warehouseOrders(shop)).toHaveLength(1);
});

test('one of which a person said that nothing more is sent is not with the warehouse for ever', async () => {
  const { row, act, hear } = await cancelledInPart();
  await act('cups', 'keep-as-sent');
  expect(await row('cups')).toMatchObject({ order_status: 'packing', issues: [] });
  await hear();
  expect(await row('cups')).toMatchObject(waitsHere);
  await act('cups', 'cancel');
  expect(await row('cups')).toMatchObject({ order_status: 'cancelled', issues: [] });
});

test('where no parcel becomes known, a person who knows of the warehouse that nothing has left cancels the order here', async () => {
  const { shop, row, act } = await cancelledInPart();
  expect(await act('cups', 'cancel')).toMatch(/ is cancelled\.$/);
  expect(await row('cups')).toMatchObject({ order_status: 'cancelled', issues: [] });
  await expect(act('more', 'send-anew')).rejects.toMatchObject({ status: 409 });
  expect(warehouseOrders(shop)).toHaveLength(1);
});

test('of one that was cancelled here before its parcel became known a person is told, and its channel is told of nothing', async () => {
  const { shop, row, act, hearOfCups } = await cancelledInPart();
  await act('cups', 'cancel');
  await hearOfCups();
  const { id, issues, sentences } = await row('cups');
  expect(issues).toEqual(['changed_after_release:parcel:P2']);
  expect(sentences).toEqual([expect.stringContaining('1Z with 2 × CUP. The order has ended here: put that right with its buyer.')]);
  await shop.engine.runJobs();
  expect(await own.sql(`select from outbox where order_id = $1 and kind = 'confirm'`, [id])).toEqual([]);
});

test('the same of orders that were taken over, whose lines the warehouse calls otherwise: by the only line of its SKU', async () => {
  const { shop, row, act, hearOfCups } = await cancelledInPart();
  const { id: more } = await row('more');
  await own.sql('update warehouse_orders set lines_by_sku = true where account_id = $1', [shop.accountId]);
  await own.sql(`update order_lines set mapped_sku = 'PEN' where order_id = $1`, [more]);
  await act('cups', 'cancel');
  await hearOfCups('another name');
  const { issues, sentences } = await row('cups');
  expect(issues).toEqual(['changed_after_release:parcel:P2']);
  expect(sentences).toEqual([expect.stringContaining('1Z with 2 × CUP. The order has ended here: put that right with its buyer.')]);
  expect(await row('mugs')).toMatchObject(waitsForRest);
  expect(await row('more')).toMatchObject(waitsForRest);
});

test('where several of them have that SKU nobody knows whose it is, and those that are with the warehouse say so', async () => {
  const { shop, row, act, hearOfCups } = await cancelledInPart();
  await own.sql('update warehouse_orders set lines_by_sku = true where account_id = $1', [shop.accountId]);
  await act('cups', 'cancel');
  await act('more', 'cancel');
  await hearOfCups('another name');
  expect((await row('cups')).issues).toEqual([]);
  expect((await row('mugs')).issues).toEqual(expect.arrayContaining(['changed_after_release:parcel:P2']));
});

test('nor does anybody where one of two that have that SKU was taken out: it is not stored for the other', async () => {
  const { shop, row, act, hearOfCups } = await cancelledInPart();
  await own.sql('update warehouse_orders set lines_by_sku = true where account_id = $1', [shop.accountId]);
  await act('cups', 'cancel');
  await hearOfCups('another name');
  expect((await row('cups')).issues).toEqual([]);
  const more = await row('more');
  expect(more).toMatchObject({ order_status: 'error', units_shipped: 0 });
  expect(more.issues).toEqual(expect.arrayContaining(['changed_after_release:parcel:P2']));
});

test('of one that ended as it was asked to, once the first parcel was known, a person is told when the second holds it', async () => {
  const { row, hear, hearOfCups } = await cancelledInPart({ asked: ['cups'] });
  await hear();
  expect(await row('cups')).toMatchObject({ order_status: 'cancelled', issues: [] });
  await hearOfCups();
  expect(await row('cups')).toMatchObject({ order_status: 'cancelled', issues: ['changed_after_release:left'] });
});

test('who cancels many orders is told of those about which somebody has to ask the warehouse, and they stay', async () => {
  const { shop, row } = await cancelledInPart();
  const { id } = await row('cups');
  const skipped = await shop.inTenant((tenant) => perform.cancel(tenant, [id], { terms: {}, group: 1 }));
  expect(skipped).toEqual(new Map([[id, { code: 'left_unknown' }]]));
  expect(await row('cups')).toMatchObject({ ...waitsForRest, cancel_requested_at: null });
});
