import { expect, test } from 'vitest';
import { plainAddress } from '../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { channelOrders, shipAll } from '../../../test/shop/warehouse.ts';
import { disconnect, setPaused } from '../../shared/connections/connecting/commands.ts';
import { connectTried } from '../../shared/connections/trying/trying.ts';

const own = testDatabase();

/** How a person connects the channel again, or a store of it. */
const connectChannel = (shop: Shop, { since, store_id = '' }: { since?: string; store_id?: string } = {}) =>
  connectTried(shop.engine, shop, {
    ...{ connector: 'ship_station', name: 'ShipStation', since },
    settings: { api_key: 'demo-key', api_secret: 'demo-secret', api_origin: `${shop.sandbox.origin}/ship-station`, store_id },
  });

const end = (shop: Shop, id: number) => shop.inTenant((tenant) => disconnect(tenant, id));
const pause = (shop: Shop, paused: boolean) => shop.inTenant((tenant) => setPaused(tenant, shop.warehouseId, paused));

/** Runs everything that is due, as an hour would. */
async function settle(shop: Shop) {
  await shop.flow();
  await shop.engine.passTime();
  await shop.tidy();
  await shop.flow();
}

const sent = (shop: Shop) => [...shop.sandbox.control.client().orders.rows.values()].map(({ body }) => body.ship_to.line1).toSorted();

const at = (street1: string) => ({ ...plainAddress, street1 });

async function shopWithOrders(...numbers: string[]) {
  const shop = await buildShop(own, { reads: ofOrders });
  for (const orderNumber of numbers) shop.sell({ orderNumber, shipTo: at(`${orderNumber} Main Street`) });
  return shop;
}

test('a channel that is disconnected and connected again sends nothing twice, whatever start date it gets', async () => {
  const shop = await shopWithOrders('1001', '1002');
  await shop.sync();
  await pause(shop, true);
  shop.sell({ orderNumber: '1003', shipTo: at('1003 Main Street') });
  await shop.sync();
  await end(shop, shop.channelId);
  const again = await connectChannel(shop, { since: '2020-01-01' });
  expect(again).toMatchObject({
    ...{ id: shop.channelId, slug: 'ship_station' },
    message:
      'ShipStation is connected as Web shop, Wholesale. It was connected before: 3 orders, 1 product link and 1 mapping are taken up.',
  });
  await pause(shop, false);
  await settle(shop);
  expect(sent(shop)).toEqual(['1001 Main Street', '1002 Main Street', '1003 Main Street']);
  expect(await shop.orders()).toHaveLength(3);
});

test('parcels that left while the channel was disconnected are confirmed to it when it is connected again', async () => {
  const shop = await shopWithOrders('1001');
  await shop.sync();
  await end(shop, shop.channelId);
  await shipAll(shop);
  expect(channelOrders(shop)).toMatchObject([{ status: 'awaiting_shipment' }]);
  await connectChannel(shop);
  await settle(shop);
  expect(channelOrders(shop)).toMatchObject([{ status: 'shipped' }]);
  expect((await shop.order('1001')).order_status).toBe('fulfilled');
});

test('what was cancelled, shipped or changed since is known before anything leaves', async () => {
  const shop = await shopWithOrders();
  await pause(shop, true);
  const [cancelled, shipped, moved] = shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' }, { orderNumber: '1003' });
  await shop.sync();
  await end(shop, shop.channelId);
  await pause(shop, false);
  const seller = shop.sandbox.control.seller();
  if (!cancelled || !shipped || !moved) throw new Error('Three were sold.');
  seller.change(cancelled, { orderStatus: 'cancelled' });
  seller.change(shipped, { orderStatus: 'shipped' });
  seller.change(moved, { shipTo: { ...moved.shipTo, street1: '9 New Street' } });
  await connectChannel(shop);
  // What was enqueued by housekeeping before the stream is read: nothing of it may leave.
  await shop.tidy();
  await settle(shop);
  expect(sent(shop)).toEqual(['9 New Street']);
});

test('what is not known comes in from the start date on, as with a new connection', async () => {
  const shop = await shopWithOrders();
  await end(shop, shop.channelId);
  shop.sell({ orderNumber: '1001' });
  await connectChannel(shop);
  await settle(shop);
  expect(await shop.orders()).toEqual([]);
  await end(shop, shop.channelId);
  await connectChannel(shop, { since: '2020-01-01' });
  await settle(shop);
  expect((await shop.orders()).map(({ source_order_number }) => source_order_number)).toEqual(['1001']);
});

test('an order that an earlier start date brings is not sent where the warehouse has it from somebody else already', async () => {
  const shop = await shopWithOrders();
  await end(shop, shop.channelId);
  shop.sell({ orderNumber: '1001', shipTo: at('1001 Main Street') }, { orderNumber: '1002', shipTo: at('1002 Main Street') });
  shop.sandbox.control.client().desk.submit({
    ...{ reference: 'THEIRS-1', order_numbers: ['1001'], method_code: 'UPSGR', warehouse_id: null, note: null, fields: {} },
    ship_to: {
      ...{ name: 'Alex Doe', company: null, line1: '1001 Main Street', line2: null, city: 'Austin', state: 'TX', postal_code: '78701' },
      ...{ country: 'US', phone: null, email: null },
    },
    lines: [{ line_reference: '1', sku: 'MUG', quantity: 1 }],
  });
  await connectChannel(shop, { since: '2020-01-01' });
  await settle(shop);
  expect(sent(shop)).toEqual(['1001 Main Street', '1002 Main Street']);
  expect((await shop.orders()).map(({ order_status, issues }) => [order_status, issues])).toEqual([
    ['packing', []],
    ['packing', []],
  ]);
  await shipAll(shop);
  expect(channelOrders(shop).map(({ status }) => status)).toEqual(['shipped', 'shipped']);
});

test('a store that a connection was narrowed away from is connected beside it; its orders stay where they are', async () => {
  const shop = await shopWithOrders('1001');
  const [kept] = shop.sell({ orderNumber: '1002', storeId: 310_002, shipTo: at('1002 Main Street') });
  await pause(shop, true);
  await shop.sync();
  await end(shop, shop.channelId);
  expect((await connectChannel(shop, { store_id: '310001' })).id).toBe(shop.channelId);
  const { id } = await connectChannel(shop, { store_id: '310002', since: '2020-01-01' });
  expect(id).not.toBe(shop.channelId);
  await shop.own.sql('insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, $3, $4)', [
    ...[shop.accountId, id, 'ups_ground', 'UPSGR'],
  ]);
  if (!kept) throw new Error('It was sold.');
  shop.sandbox.control.seller().change(kept, { shipTo: { ...kept.shipTo, street1: '9 New Street' } });
  await pause(shop, false);
  await settle(shop);
  expect(sent(shop)).toEqual(['1001 Main Street', '9 New Street']);
  expect(await shop.orders()).toHaveLength(2);
});

test('a warehouse that is connected again for the same client goes on with the orders that it has', async () => {
  const shop = await shopWithOrders('1001');
  await shop.sync();
  await end(shop, shop.warehouseId);
  await shipAll(shop);
  const settings = { api_key: 'demo-amware-key', base_url: `${shop.sandbox.origin}/amware`, webhook_secret: '' };
  const again = await connectTried(shop.engine, shop, { connector: 'amware', name: 'Amware', settings });
  expect(again.id).toBe(shop.warehouseId);
  await settle(shop);
  expect((await shop.order('1001')).order_status).toBe('fulfilled');
  expect(sent(shop)).toHaveLength(1);
});

test('another client of the warehouse is another connection', async () => {
  const shop = await shopWithOrders('1001');
  await shop.sync();
  await end(shop, shop.warehouseId);
  const settings = { api_key: 'second-amware-key', base_url: `${shop.sandbox.origin}/amware`, webhook_secret: '' };
  const other = await connectTried(shop.engine, shop, { connector: 'amware', name: 'Amware', settings });
  expect(other.id).not.toBe(shop.warehouseId);
});
