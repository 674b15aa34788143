import { expect, test } from 'vitest';
import type { SellerOrder } from '../../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { actOnOrder } from '../../orders/actions.ts';
import { deleteOrders, undoDelete } from '../../orders/bulk/archive-and-delete.ts';
import { getOrder } from '../../orders/detail/queries.ts';
import { saveOrder } from '../../orders/editing/save.ts';
import { undoEdit } from '../../orders/editing/undo.ts';

const own = testDatabase();

/** An order of two mugs and a cup that waits at its channel, which changes it, and lets it go, once it was edited here. */
async function waiting() {
  const shop = await buildShop(own, { reads: ofOrders });
  const items = [
    { sku: 'MUG', quantity: 2 },
    { sku: 'CUP', quantity: 1 },
  ];
  const [order] = shop.sell({ orderNumber: '1001', orderStatus: 'on_hold', items: items as SellerOrder['items'] });
  if (!order) throw new Error('nothing was sold');
  await shop.sync();
  const { id } = await shop.order('1001');
  const lines = await own.sql<{ id: string; sku: string }>('select id, sku from order_lines where order_id = $1', [id]);
  return {
    ...{ ...shop, order, line: (sku: string) => Number(lines.find((each) => each.sku === sku)?.id) },
    change: async (changes: Partial<SellerOrder>) => {
      shop.sandbox.control.seller().change(order, { orderStatus: 'awaiting_shipment', ...changes });
      await shop.sync();
    },
    edit: (edit: object) => shop.inTenant((tenant) => saveOrder(tenant, { id, ...edit })),
    undo: async () => {
      await shop.inTenant((tenant) => undoEdit(tenant, id));
      await shop.sync();
    },
    keep: async () => {
      await shop.inTenant((tenant) => actOnOrder(tenant, id, 'keep-as-edited'));
      await shop.sync();
    },
    there: () => warehouseOrders(shop).map(({ shipTo: { line1, line2, city } }) => [line1, line2, city]),
    units: () => warehouseOrders(shop).map(({ lines }) => Object.fromEntries(lines.map(({ sku, quantity }) => [sku, quantity]))),
    methods: () => warehouseOrders(shop).map(({ methodCode }) => methodCode),
    now: () => shop.order('1001'),
    shown: () => shop.inTenant((tenant) => getOrder(tenant, id)),
  };
}

const moved = ({ order }: { order: SellerOrder }) => ({ ...order.shipTo, street1: '9 New Road', city: 'Dallas', postalCode: '75201' });

test('an address of which a part was edited, and another changed by its channel, waits for a person', async () => {
  const shop = await waiting();
  await shop.edit({ address_2: 'Apt 5' });
  await shop.change({ shipTo: moved(shop) });
  expect([shop.there(), await shop.now()]).toMatchObject([[], { order_status: 'error', issues: ['changed_beside_edits:address'] }]);
  expect((await shop.now()).sentences).toEqual([
    'ShipStation changed the address of this order. What was edited here stays: Address Line 2. Look at the whole address, and correct it where it is wrong, before you keep it.',
  ]);
  await shop.edit({ address_2: 'Floor 2' });
  await shop.sync();
  expect(shop.there()).toEqual([]);
  await shop.keep();
  expect([shop.there(), (await shop.now()).issues]).toEqual([[['9 New Road', 'Floor 2', 'Dallas']], []]);
});

test('a line of an address that its channel changes after it was edited waits for a person, who sees both', async () => {
  const shop = await waiting();
  await shop.edit({ address: '1 Chosen Lane' });
  await shop.change({ customerNotes: 'Ring twice', orderStatus: 'on_hold' });
  expect((await shop.now()).issues).toEqual([]);
  await shop.change({ shipTo: { ...shop.order.shipTo, street1: '9 New Road' } });
  expect([shop.there(), await shop.now()]).toMatchObject([[], { order_status: 'error', issues: ['changed_beside_edits:address'] }]);
  expect(await shop.shown()).toMatchObject({ address: '1 Chosen Lane', address_there: { address: '9 New Road' } });
  await shop.keep();
  expect([shop.there()[0]?.[0], (await shop.now()).issues, (await shop.shown())?.address_there]).toEqual(['1 Chosen Lane', [], null]);
});

test('what a person decided about a line of an address stays decided until its channel changes that again', async () => {
  const shop = await waiting();
  await shop.edit({ address: '1 Chosen Lane' });
  const held = { orderStatus: 'on_hold' as const };
  await shop.change({ ...held, shipTo: { ...shop.order.shipTo, street1: '9 New Road' } });
  expect((await shop.now()).issues).toEqual(['changed_beside_edits:address']);
  await shop.keep();
  await shop.change({ ...held, customerNotes: 'Ring twice' });
  expect((await shop.now()).issues).toEqual([]);
  await shop.change({ shipTo: { ...shop.order.shipTo, street1: '7 Other Road' } });
  expect([shop.there(), (await shop.now()).issues]).toEqual([[], ['changed_beside_edits:address']]);
});

test('it goes to the channel’s address once the edit is undone', async () => {
  const shop = await waiting();
  await shop.edit({ address_2: 'Apt 5' });
  await shop.change({ shipTo: moved(shop) });
  await shop.undo();
  expect([shop.there(), (await shop.now()).issues]).toEqual([[['9 New Road', null, 'Dallas']], []]);
});

test('lines that were edited wait for a person once the channel takes one out, or adds one', async () => {
  for (const changed of [[{ sku: 'MUG', quantity: 2 }], 'more' as const]) {
    const shop = await waiting();
    await shop.edit({ lineItems: [{ id: shop.line('MUG'), quantity: 1 }] });
    const { items } = shop.order;
    const [mug] = items;
    const more = { ...mug, orderItemId: 987_654, lineItemKey: 'more', sku: 'CUP' } as (typeof items)[number];
    await shop.change({ items: changed === 'more' ? [...items, more] : items.filter(({ sku }) => sku === 'MUG') });
    expect([shop.units(), (await shop.now()).issues]).toEqual([[], ['changed_beside_edits:lines']]);
    await shop.keep();
    expect([shop.units(), (await shop.now()).issues]).toEqual([[{ MUG: 1, CUP: 1 }], []]);
  }
});

test('what the channel changes beside its lines stops none that were edited, also where one was taken out here', async () => {
  const shop = await waiting();
  await shop.edit({
    lineItems: [
      { id: shop.line('MUG'), quantity: 1 },
      { id: shop.line('CUP'), isDelete: true },
      { isNewItem: true, sku: 'CUP', quantity: 4 },
    ],
  });
  await shop.change({ customerNotes: 'Ring twice' });
  expect([shop.units(), await shop.now()]).toMatchObject([[{ MUG: 1, CUP: 4 }], { issues: [], note: 'Ring twice' }]);
});

test('what no longer has a shipping method at its channel does not go by the former one', async () => {
  const shop = await waiting();
  await shop.change({ serviceCode: null });
  const { order_status, shipping_code, issues } = await shop.now();
  expect([shop.units(), order_status, shipping_code, issues]).toEqual([[], 'error', null, ['unmapped_shipping:']]);
});

/** A waiting order of which a person chose the shipping method, at a warehouse that has another one for what its channel may ask for. */
async function shippedByChoice() {
  const shop = await waiting();
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ups_2nd_day', 'UPS2D')`,
    [shop.accountId, shop.channelId],
  );
  await shop.edit({ shipping_code: 'FDXHD' });
  return shop;
}

test('a shipping method that was chosen here, and another that its channel asks for by now, wait for a person', async () => {
  const shop = await shippedByChoice();
  await shop.change({ serviceCode: 'ups_2nd_day' });
  expect([shop.methods(), await shop.now()]).toMatchObject([[], { order_status: 'error', issues: ['changed_beside_edits:shipping'] }]);
  expect((await shop.now()).sentences).toEqual([
    'ShipStation now asks for “ups_2nd_day” as shipping. The shipping method stays as it was chosen here, FDXHD. Compare both, and choose another where it is wrong, before you keep it.',
  ]);
  await shop.keep();
  expect([shop.methods(), (await shop.now()).issues]).toEqual([['FDXHD'], []]);
});

test('it goes by the channel’s method once the choice is undone, or the channel asks for what was chosen', async () => {
  const undone = await shippedByChoice();
  await undone.change({ serviceCode: 'ups_2nd_day' });
  await undone.undo();
  expect([undone.methods(), (await undone.now()).issues]).toEqual([['UPS2D'], []]);
  const same = await shippedByChoice();
  await same.edit({ shipping_code: 'UPS2D' });
  await same.change({ serviceCode: 'fedex_ground' });
  expect([same.methods(), (await same.now()).issues]).toEqual([[], ['changed_beside_edits:shipping']]);
  await same.change({ serviceCode: 'ups_2nd_day' });
  expect([same.methods(), (await same.now()).issues]).toEqual([['UPS2D'], []]);
});

test.each(['deleted and restored', 'cancelled by its channel, which takes that back'])(
  'what waits for a person does so after it was %s',
  async (how) => {
    const shop = await waiting();
    await shop.edit({ address_2: 'Apt 5' });
    await shop.change({ shipTo: moved(shop) });
    const { id } = await shop.now();
    if (how === 'deleted and restored') {
      await shop.inTenant((tenant) => deleteOrders(tenant, [id], 99));
      await shop.inTenant((tenant) => undoDelete(tenant, [id], 99));
    } else await shop.change({ shipTo: moved(shop), orderStatus: 'cancelled' });
    await shop.change({ shipTo: moved(shop) });
    await shop.sync();
    expect([shop.there(), await shop.now()]).toMatchObject([[], { order_status: 'error', issues: ['changed_beside_edits:address'] }]);
  },
);
