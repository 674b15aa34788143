import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../test/database.ts';
import { type SplitShop, splitShop } from '../../../../../test/shop/split-shop.ts';
import { channelOrders, shipAll } from '../../../../../test/shop/warehouse.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { deleteOrders, undoDelete } from '../../../orders/bulk/archive-and-delete.ts';
import { getOrder } from '../../../orders/detail/queries.ts';
import { saveOrder } from '../../../orders/editing/save.ts';
import { saveSplit, undoSplit } from '../../../orders/editing/splitting/split.ts';
import { storeShipments } from '../shipments.ts';

const own = testDatabase();
const act = async (shop: SplitShop, action: Parameters<typeof actOnOrder>[2]) => {
  await shop.inTenant((tenant) => actOnOrder(tenant, shop.id, action));
  await shop.engine.runJobs();
  await shop.flow();
};
const second = async (shop: SplitShop) => (await shop.inTenant((tenant) => getOrder(tenant, shop.id)))?.split_parcels?.second;

/** The first parcel, two mugs, is with the warehouse, and a person ended the second, a mug and a cup. */
async function endedShop() {
  const shop = await splitShop(own);
  await shop.split({ MUG: 1, CUP: 1 });
  await shop.open();
  await act(shop, 'end-second');
  expect([shop.goods(), await second(shop)]).toEqual([['2 MUG'], 'ended']);
  return shop;
}

/** The same, and the warehouse cancelled the first parcel by itself: the order is here again, and goes again when a person says so. */
async function cameBack() {
  const shop = await endedShop();
  const { orders } = shop.sandbox.control.client();
  for (const order of orders.rows.values()) orders.change(order.id, order, { status: 'cancelled' });
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ warehouse_order_id: null, in_amware: 0, order_status: 'error' });
  return shop;
}

const again = async (shop: SplitShop, later: Record<string, number>) => {
  const given = await shop.wanted(later);
  return shop.inTenant((tenant) => saveSplit(tenant, shop.id, given, { takesEndBack: true }));
};

test('goods whose parcel was ended stay here when the first goes again, and nobody changes the lines before they say what goes', async () => {
  const shop = await cameBack();
  const [mug] = await shop.lines();
  await expect(
    shop.inTenant((tenant) => saveOrder(tenant, { id: shop.id, lineItems: [{ id: mug?.id, quantity: 2 }] })),
  ).rejects.toMatchObject({ status: 409, code: 'not_editable' });
  await act(shop, 'retry');
  expect(shop.goods()).toEqual(['2 MUG', '2 MUG']);
  await shipAll(shop);
  expect([shop.shipped(), (await shop.order('1001')).order_status]).toEqual([['2 MUG'], 'fulfilled']);
});

test('lines that the channel changes have a person look before the first goes again, and goods that were ended stay here', async () => {
  const shop = await cameBack();
  const items = shop.sold?.items.map((item) => ({ ...item, quantity: item.sku === 'MUG' ? 2 : 1 })) ?? [];
  if (shop.sold) shop.sandbox.control.seller().change(shop.sold, { items });
  await shop.sync();
  await act(shop, 'retry');
  expect([shop.goods(), await shop.order('1001')]).toMatchObject([
    ['2 MUG'],
    {
      issues: ['second_parcel:lines'],
      sentences: [
        'ShipStation changed the lines of this order, whose second parcel is not sent, as was decided. Look at what is left in the first before it goes.',
      ],
    },
  ]);
  await shop.inTenant((tenant) => deleteOrders(tenant, [shop.id], 99));
  await shop.inTenant((tenant) => undoDelete(tenant, [shop.id], 99));
  await shop.flow();
  expect([shop.goods(), (await shop.order('1001')).issues]).toEqual([['2 MUG'], ['second_parcel:lines']]);
  await act(shop, 'end-second');
  expect([shop.goods(), (await shop.order('1001')).issues, await second(shop)]).toEqual([['2 MUG', '1 MUG'], [], 'ended']);
});

test('of an order that has nothing left in its first parcel none goes', async () => {
  const shop = await cameBack();
  const items = shop.sold?.items.map((item) => ({ ...item, quantity: 1 })) ?? [];
  if (shop.sold) shop.sandbox.control.seller().change(shop.sold, { items });
  await shop.sync();
  await act(shop, 'retry');
  await expect(act(shop, 'end-second')).rejects.toMatchObject({
    message: 'Nothing of this order is left in the first parcel. Cancel it, or change how it is split.',
  });
  await shop.tidy();
  expect([shop.goods(), (await shop.order('1001')).issues]).toEqual([['2 MUG'], ['second_parcel:lines']]);
});

test('a new split sends what had been ended, where the person saw that, and its undo ends it again', async () => {
  const shop = await cameBack();
  await expect(shop.split({ CUP: 1 })).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
  const { group } = await again(shop, { CUP: 1 });
  expect(await second(shop)).toBe('here');
  await shop.inTenant((tenant) => undoSplit(tenant, group ?? 0));
  expect([await second(shop), (await shop.lines()).map(({ was }) => was)]).toEqual(['ended', [1, 1]]);
  await again(shop, { CUP: 1 });
  await act(shop, 'retry');
  await shipAll(shop);
  expect(shop.shipped()).toEqual(['3 MUG', '1 CUP']);
});

test('an order whose second parcel had been ended is sent in one again', async () => {
  const shop = await cameBack();
  expect(await again(shop, {})).toMatchObject({ isSplit: false });
  await act(shop, 'retry');
  await shipAll(shop);
  expect(shop.shipped()).toEqual(['3 MUG, 1 CUP']);
});

test('an order whose second parcel was ended, and whose first was short, is over once the warehouse has done with that', async () => {
  const shop = await endedShop();
  const [body] = [...shop.sandbox.control.client().orders.rows.values()].map((order) => order.body);
  await shop.inTenant((tenant) =>
    storeShipments(tenant, shop.warehouseId, [
      {
        ...{ remoteId: '1', providerRef: 'A', reference: String(body?.reference), carrier: 'UPS', method: 'Ground' },
        ...{ trackingNumber: 'T1', raw: {}, trackingUrl: null, weightGrams: null, shippedAt: new Date() },
        lines: [{ lineReference: String(body?.lines[0]?.line_reference), sku: 'MUG', lot: null, quantity: 1 }],
      },
    ]),
  );
  await shop.tidy();
  expect([await shop.order('1001'), channelOrders(shop)]).toMatchObject([{ order_status: 'partially_shipped' }, [{ marks: 0 }]]);
  await own.sql(`update warehouse_orders set state = 'shipped', shipped_at = now() - interval '2 hours' where account_id = $1`, [
    shop.accountId,
  ]);
  for (let sweep = 0; sweep < 2; sweep++) await shop.tidy();
  expect([await shop.order('1001'), channelOrders(shop)]).toMatchObject([{ order_status: 'fulfilled', issues: [] }, [{ marks: 1 }]]);
  expect(shop.goods()).toEqual(['2 MUG']);
});
