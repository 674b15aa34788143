import { expect, test } from 'vitest';
import { plainAddress, type SellerOrder } from '../../../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders, type Shop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { forgetOrders } from '../../../../../test/shop/forgetting.ts';
import { shipAll, warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { sweepComparisons } from '../../../../engine/comparisons/sweep.ts';
import { disconnect } from '../../../../shared/connections/connecting/commands.ts';
import { disconnectAndUnsubscribe } from '../../../../shared/connections/connecting/disconnecting.ts';
import { connectTried } from '../../../../shared/connections/trying/trying.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { compareSent } from '../../sent/compare.ts';
import { storeShipments } from '../../shipping/shipments.ts';

const own = testDatabase();

const shipTo = { ...plainAddress, name: 'Anna Blum' };
const mug = { orderNumber: '1001', items: [{ sku: 'MUG', quantity: 1 }], shipTo };
const cup = { orderNumber: '1002', items: [{ sku: 'CUP', quantity: 2 }], shipTo };

const opened = () => buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });

/** A database that knows less, of a warehouse that has what it sold before. */
async function knowsLess(shop: Shop, combines: boolean): Promise<void> {
  await forgetOrders(own, shop.accountId);
  await own.sql('update accounts set combine_orders = $1 where id = $2', [combines, shop.accountId]);
  await own.sql(`update connections set finds_sold_before = now() + interval '2 days' where id = $1`, [shop.warehouseId]);
}

/** The warehouse may name what is not known here before the channel brings it: then all of it is compared first. */
async function flowOn(shop: Shop): Promise<void> {
  const compares = async () =>
    (await own.sql('select from comparisons where account_id = $1 and finished_at is null', [shop.accountId])).length > 0;
  await shop.flow();
  for (let turn = 0; turn < 10 && (await compares()); turn++) {
    await sweepComparisons(own.database);
    await shop.engine.runJobs();
    await shop.sync();
  }
  await shop.engine.passTime();
  await shop.flow();
}

async function soldApart(shop: Shop): Promise<void> {
  for (const each of [mug, cup]) {
    shop.sell(each);
    await shop.flow();
  }
}

const units = (shop: Shop) =>
  warehouseOrders(shop)
    .map(({ lines }) =>
      lines
        .map(({ sku, quantity }) => `${quantity} ${sku}`)
        .toSorted()
        .join(', '),
    )
    .toSorted();
const ours = async (shop: Shop) => (await shop.orders()).map(({ order_status, issues }) => [order_status, issues]);
const bothPacking = [
  ['packing', []],
  ['packing', []],
];
const act = async (shop: Shop, number: string, action: Parameters<typeof actOnOrder>[2]) => {
  const { id } = await shop.order(number);
  return shop.inTenant((tenant) => actOnOrder(tenant, id, action));
};

/** Nothing left that was not sold, and each order has its parcel. */
async function endsWith(shop: Shop, sent: string[]): Promise<void> {
  await shipAll(shop);
  expect([units(shop), (await ours(shop)).map(([status]) => status)]).toEqual([sent, ['fulfilled', 'fulfilled']]);
}

test('orders that went apart and would now go together are what the warehouse has of each', async () => {
  const shop = await opened();
  await soldApart(shop);
  await knowsLess(shop, true);
  await flowOn(shop);
  expect(await ours(shop)).toEqual(bothPacking);
  await endsWith(shop, ['1 MUG', '2 CUP']);
});

test('of orders that would now go together the one that the warehouse does not have is sent by itself', async () => {
  const shop = await opened();
  shop.sell(mug);
  await shop.flow();
  await knowsLess(shop, true);
  shop.sell(cup);
  await flowOn(shop);
  expect(await ours(shop)).toEqual(bothPacking);
  await endsWith(shop, ['1 MUG', '2 CUP']);
});

test('orders that went together and would now go apart are together what the warehouse has', async () => {
  const shop = await opened();
  shop.sell(mug, cup);
  await shop.flow();
  await knowsLess(shop, false);
  await flowOn(shop);
  expect(await ours(shop)).toEqual(bothPacking);
  // Compared with what was sent, as after a mapping was changed, nothing differs.
  const ids = await own.sql<{ id: string }>(`select id from warehouse_orders where account_id = $1 and state = 'accepted'`, [
    shop.accountId,
  ]);
  const compared = await shop.inTenant((tenant) =>
    compareSent(
      tenant,
      ids.map(({ id }) => Number(id)),
    ),
  );
  expect(compared.map(({ orders }) => orders)).toEqual([[]]);
  await endsWith(shop, ['1 MUG, 2 CUP']);
});

test('what was sold before the warehouse was connected again is looked for by its number', async () => {
  const shop = await opened();
  await soldApart(shop);
  await forgetOrders(own, shop.accountId);
  await disconnectAndUnsubscribe(shop.engine, shop, 'amware');
  const settings = { api_key: 'demo-amware-key', base_url: `${shop.sandbox.origin}/amware`, webhook_secret: 'demo-webhook-secret' };
  await connectTried(shop.engine, shop, { connector: 'amware', name: 'Amware', settings });
  await flowOn(shop);
  expect(await ours(shop)).toEqual(bothPacking);
  await endsWith(shop, ['1 MUG', '2 CUP']);
});

/** The warehouse has both together, and the second cannot come to it. */
async function secondStays(shop: Shop, changes: Partial<SellerOrder>): Promise<() => Promise<void>> {
  const [, second] = shop.sell(mug, cup);
  await shop.flow();
  await knowsLess(shop, false);
  const { shipTo: to, orderStatus } = second as SellerOrder;
  const change = (what: Partial<SellerOrder>) => shop.sandbox.control.seller().change(second as SellerOrder, what);
  change(changes);
  await flowOn(shop);
  expect(await shop.order('1001')).toMatchObject({ issues: ['found_otherwise:found'] });
  return async () => {
    change({ shipTo: to, orderStatus });
    await flowOn(shop);
  };
}

test('nobody takes over for one order what the warehouse has for another too that waits; once that comes, both are what it has', async () => {
  const shop = await opened();
  const comes = await secondStays(shop, { shipTo: { ...shipTo, street1: '' } });
  await expect(act(shop, '1001', 'take-over')).rejects.toMatchObject({
    ...{ status: 409, code: 'carries_more', message: expect.stringContaining('is for 1002 too') },
  });
  await comes();
  expect(await ours(shop)).toEqual(bothPacking);
  await endsWith(shop, ['1 MUG, 2 CUP']);
});

test('an order that comes after somebody took over what the warehouse has for it too is not sent: a person adds it', async () => {
  const shop = await opened();
  const comes = await secondStays(shop, { orderStatus: 'on_hold' });
  await act(shop, '1001', 'take-over');
  await comes();
  expect(await shop.order('1002')).toMatchObject({ in_amware: 0, issues: ['found_otherwise:found'] });
  await act(shop, '1002', 'take-over');
  expect(await ours(shop)).toEqual(bothPacking);
  await endsWith(shop, ['1 MUG, 2 CUP']);
});

test('an order that travelled with one that its channel shows as shipped is what the warehouse has of both', async () => {
  const shop = await opened();
  const [first] = shop.sell(mug, cup);
  await shop.flow();
  await shipAll(shop);
  // The first was confirmed to its channel, the second was not yet.
  shop.sandbox.control.seller().change(first as SellerOrder, { orderStatus: 'awaiting_shipment' });
  await knowsLess(shop, false);
  await flowOn(shop);
  expect(await ours(shop)).toEqual([
    ['fulfilled', []],
    ['fulfilled', []],
  ]);
  await endsWith(shop, ['1 MUG, 2 CUP']);
});

/**
 * Two of one SKU that went together, and the second was taken out since; `hear` of a parcel with a unit of that SKU. `lineOut`: what the
 * warehouse calls the line of the second.
 */
async function secondIsOut() {
  const shop = await opened();
  shop.sell(mug, { ...mug, orderNumber: '1002', items: [{ sku: 'MUG', quantity: 2 }] });
  await shop.flow();
  await knowsLess(shop, false);
  await flowOn(shop);
  expect(await ours(shop)).toEqual(bothPacking);
  await own.sql('update warehouse_orders set lines_by_sku = true where account_id = $1', [shop.accountId]);
  await shop.inTenant((tenant) => disconnect(tenant, shop.warehouseId));
  await act(shop, '1002', 'send-anew');
  const [there] = [...shop.sandbox.control.client().orders.rows.values()];
  const hear = (lineReference: string | undefined) =>
    shop.inTenant((tenant) =>
      storeShipments(tenant, shop.warehouseId, [
        {
          ...{ remoteId: 'P1', providerRef: 'A', reference: String(there?.body.reference), carrier: 'UPS', method: 'Ground' },
          ...{ trackingNumber: '1Z', raw: {}, trackingUrl: null, weightGrams: null, shippedAt: new Date() },
          lines: [{ lineReference: String(lineReference), sku: 'MUG', lot: null, quantity: 1 }],
        },
      ]),
    );
  return { shop, hear, lineOut: there?.body.lines.find(({ quantity }) => quantity === 2)?.line_reference };
}

test('what may be of an order that was taken out of those that the warehouse has together is stored for none of them', async () => {
  const { shop, hear } = await secondIsOut();
  await hear('another name');
  expect(await shop.order('1001')).toMatchObject({ units_shipped: 0, issues: ['changed_after_release:parcel:P1'] });
  expect(await shop.order('1002')).toMatchObject({ units_shipped: 0, warehouse_order_id: null, issues: [] });
});

test('of a parcel of the one that was taken out a person is told', async () => {
  const { shop, hear, lineOut } = await secondIsOut();
  await hear(lineOut);
  expect(await shop.order('1001')).toMatchObject({ units_shipped: 0, issues: [] });
  expect(await shop.order('1002')).toMatchObject({ units_shipped: 0, issues: ['changed_after_release:parcel:P1'] });
});
