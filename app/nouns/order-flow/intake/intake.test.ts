import { expect, test } from 'vitest';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import { plainAddress } from '../../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../../test/shop/vendor.ts';
import { toggleLock } from '../../orders/editing/flags.ts';
import { saveOrder } from '../../orders/editing/save.ts';
import { requestCancel } from '../release/holding/cancel.ts';

const own = testDatabase();

/** An order on hold at the channel, so that it stays unreleased. */
const waiting = { orderNumber: '1001', orderStatus: 'awaiting_payment' } as const;

/** A shop with order 1001 read once. */
async function withOrder(order: Partial<Parameters<Shop['sell']>[0]> = waiting) {
  const shop = await buildShop(own, { reads: ofOrders });
  const [sold] = shop.sell({ orderNumber: '1001', ...order });
  if (!sold) throw new Error('nothing was sold');
  await shop.sync();
  const change = (changes: Partial<typeof sold>) => shop.sandbox.control.seller().change(sold, changes);
  return { ...shop, sold, change, now: () => shop.order('1001') };
}

test('the same orders again change nothing', async () => {
  const { read, orders, order } = await withOrder();
  const before = await order('1001');
  await read('orders');
  await read('orders');
  expect(await orders()).toEqual([before]);
});

test('of an order that a page repeats in the wrong order, the newest version is stored', async () => {
  const { sandbox, change, sync, now } = await withOrder();
  change({ customerNotes: 'second' });
  sandbox.control.faults.add({ target: 'ship_station', operation: 'list_orders', kind: 'duplicate', times: 1 });
  await sync();
  change({ customerNotes: 'third' });
  sandbox.control.faults.add({ target: 'ship_station', operation: 'list_orders', kind: 'out_of_order', times: 1 });
  await sync();
  expect(await now()).toMatchObject({ note: 'third', events: ['arrived', 'changed', 'changed'] });
  const payloads = await own.sql('select 1 from order_payloads where account_id = $1', [(await now()).account_id]);
  expect(payloads).toHaveLength(3);
});

test('an older version that arrives late is skipped', async () => {
  const { sold, change, sync, now, sandbox } = await withOrder();
  change({ customerNotes: 'new' });
  await sync();
  sandbox.control.seller().book.change(sold, { customerNotes: 'old', modifyDate: (sold.modifyDate - 60_000) as never });
  await sync();
  expect((await now()).note).toBe('new');
});

const incomplete = ['address_incomplete:address'];
/** As a channel gives them: country and postal code; then the country that is stored, and the issues. */
const britain: [country: string, postalCode: string, stored: string, issues: string[]][] = [
  ['UK', 'LS1 4DY', 'GB', []],
  ['uk', 'ls1 4dy', 'GB', []],
  ['UK', 'JE2 3AB', 'UK', incomplete],
  ['UK', 'GY1 1AA', 'UK', incomplete],
  ['UK', 'im1 1aa', 'UK', incomplete],
];

test('a checkout becomes an order once its buyer has completed it; what is an order already waits as one', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  const arrive = async (...orders: ChannelOrder[]) => {
    vendor.queue = () => page(orders);
    await shop.sync();
    vendor.queue = () => page([]);
  };
  const unpaid = (id: string, over: Partial<ChannelOrder>) => vendorOrder(id, { state: 'waiting', sourceStatus: 'unpaid', ...over });
  const checkout = { sourceStatus: 'incomplete', isCheckout: true as const };
  const later = new Date('2026-11-20T12:01:00Z');
  await arrive(unpaid('1', checkout), unpaid('2', {}));
  expect((await shop.orders()).map(({ source_order_number }) => source_order_number)).toEqual(['N-2']);
  await arrive(unpaid('1', { modifiedAt: later }), unpaid('2', { ...checkout, modifiedAt: later }));
  expect(await shop.order('N-1')).toMatchObject({ source_status: 'unpaid', source_state: 'waiting' });
  expect(await shop.order('N-2')).toMatchObject({ source_status: 'incomplete', source_state: 'waiting' });
});

test('an order to UK is one to GB, unless its postal code is that of an island beside it', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const sold = shop.sell(
    ...britain.map(([country, postalCode], at) => ({
      orderNumber: `UK-${at}`,
      shipTo: { ...plainAddress, street1: `${at + 1} Mill Street`, country, postalCode, state: null },
    })),
  );
  await shop.sync();
  for (const [at, [, , country, issues]] of britain.entries()) {
    expect(await shop.order(`UK-${at}`)).toMatchObject({ country, issues, order_status: issues.length > 0 ? 'error' : 'packing' });
  }
  await shop.read('orders');
  for (const order of sold) shop.sandbox.control.seller().change(order, { orderStatus: order.orderStatus });
  await shop.sync();
  expect((await shop.orders()).flatMap(({ events }) => events)).not.toContain('changed');
});

test('what a person edited is never overwritten, what they did not edit follows', async () => {
  const { change, sync, now, inTenant } = await withOrder();
  const { id } = await now();
  await inTenant((tenant) => saveOrder(tenant, { id, city: 'Dallas', note: 'Call first' }));
  change({ shipTo: { ...plainAddress, city: 'Houston', name: 'Bo Doe' }, customerNotes: 'Wrap it' });
  await sync();
  expect(await now()).toMatchObject({ city: 'Dallas', note: 'Call first', customer_name: 'Bo Doe', edited_fields: ['city', 'note'] });
});

test('a locked order is left alone; once it is unlocked it is read again before it goes on', async () => {
  const { change, sync, now, inTenant, own, accountId, engine } = await withOrder();
  const { id } = await now();
  await inTenant((tenant) => toggleLock(tenant, id));
  change({ customerNotes: 'Wrap it', orderStatus: 'awaiting_shipment' });
  await sync();
  await sync();
  expect(await now()).toMatchObject({ note: null, order_status: 'pending', locked: true, events: ['arrived', 'locked', 'changed'] });
  // Much later: the stream's cursor has passed that change.
  await own.sql(`update orders set source_state = 'ready' where account_id = $1`, [accountId]);
  await inTenant((tenant) => toggleLock(tenant, id));
  expect(await now()).toMatchObject({ order_status: 'pending', warehouse_order_id: null });
  await engine.runJobs();
  expect(await now()).toMatchObject({ note: 'Wrap it', order_status: 'packing', locked: false });
});

test('an unlocked order waits while the channel does not reply, and is read again later', async () => {
  const { change, sync, now, inTenant, sandbox, engine, tidy } = await withOrder();
  const { id } = await now();
  await inTenant((tenant) => toggleLock(tenant, id));
  change({ customerNotes: 'Wrap it', orderStatus: 'awaiting_shipment' });
  await sync();
  sandbox.control.faults.add({ target: 'ship_station', operation: 'get_order', kind: '500' });
  await inTenant((tenant) => toggleLock(tenant, id));
  await engine.runJobs();
  expect(await now()).toMatchObject({ note: null, warehouse_order_id: null });
  await tidy();
  expect(await now()).toMatchObject({ note: 'Wrap it', order_status: 'packing' });
});

test('a deleted order is not brought back by the channel', async () => {
  const { change, sync, now } = await withOrder();
  const { id, account_id } = await now();
  await own.sql('update orders set deleted_at = now() where account_id = $1 and id = $2', [account_id, id]);
  change({ orderStatus: 'awaiting_shipment' });
  await sync();
  expect(await now()).toMatchObject({
    deleted_at: expect.any(Date),
    source_state: 'waiting',
    order_status: 'pending',
    warehouse_order_id: null,
  });
});

test('an order that the channel cancels before release is cancelled, with its issues closed', async () => {
  const { change, sync, now } = await withOrder({ serviceCode: 'fedex_2day' });
  expect(await now()).toMatchObject({ order_status: 'error' });
  change({ orderStatus: 'cancelled' });
  await sync();
  expect(await now()).toMatchObject({ order_status: 'cancelled', issues: [], open_issues: 0 });
});

test('an order that the channel cancels and reopens leaves the archive and is released', async () => {
  const { change, sync, now } = await withOrder();
  change({ orderStatus: 'cancelled' });
  await sync();
  expect(await now()).toMatchObject({ order_status: 'cancelled' });
  await own.sql('update orders set archived_at = now() where id = $1', [(await now()).id]);
  change({ orderStatus: 'awaiting_shipment' });
  await sync();
  expect(await now()).toMatchObject({ order_status: 'packing', archived_at: null });
});

test('an order that a person cancelled stays cancelled, whatever the channel changes', async () => {
  const { change, flow, now, inTenant, sandbox } = await withOrder();
  const { id } = await now();
  await inTenant((tenant) => requestCancel(tenant, [id], null));
  change({ customerNotes: 'Wrap it', orderStatus: 'awaiting_shipment' });
  await flow();
  expect(await now()).toMatchObject({ order_status: 'cancelled', warehouse_order_id: null });
  expect(sandbox.control.state().amware[0]?.orders).toEqual([]);
});

test('an order that was shipped elsewhere is fulfilled and never goes to our warehouse', async () => {
  const { change, flow, now, sandbox } = await withOrder({ serviceCode: 'fedex_2day' });
  change({ orderStatus: 'shipped' });
  await flow();
  expect(await now()).toMatchObject({ order_status: 'fulfilled', issues: [], warehouse_order_id: null });
  expect(sandbox.control.state().amware[0]?.orders).toEqual([]);
});

test('an order that was shipped elsewhere and is taken back is released', async () => {
  const { change, sync, now } = await withOrder();
  change({ orderStatus: 'shipped' });
  await sync();
  expect(await now()).toMatchObject({ order_status: 'fulfilled' });
  change({ orderStatus: 'awaiting_shipment' });
  await sync();
  expect(await now()).toMatchObject({ order_status: 'packing' });
});

test('lines that the channel adds, changes and drops are followed before release', async () => {
  const { sold, change, sync, now } = await withOrder({
    orderStatus: 'awaiting_payment',
    items: [
      { sku: 'MUG', quantity: 1 },
      { sku: 'CUP', quantity: 1 },
    ],
  });
  const [mug] = sold.items;
  if (!mug) throw new Error('no line');
  change({
    items: [
      { ...mug, quantity: 4 },
      { ...mug, orderItemId: 77, sku: 'TEAPOT', quantity: 1 },
    ],
  });
  await sync();
  expect(await now()).toMatchObject({ units_ordered: 5, issues: ['unmapped_sku:TEAPOT'] });
  const lines = await own.sql('select sku, quantity from order_lines where account_id = $1 order by position', [(await now()).account_id]);
  expect(lines).toEqual([
    { sku: 'MUG', quantity: 4 },
    { sku: 'TEAPOT', quantity: 1 },
  ]);
});

test('two lines with one id are both kept, as the lines that they are, whatever the channel changes', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({
    ...waiting,
    items: [
      { sku: 'MUG', quantity: 1 },
      { sku: 'CUP', quantity: 2 },
    ],
  });
  const [sold] = shop.sandbox.control.seller().orders.values();
  if (!sold) throw new Error('nothing was sold');
  for (const item of sold.items) item.orderItemId = 5;
  await shop.sync();
  const ids = await own.sql('select id from order_lines where account_id = $1 order by id', [(await shop.order('1001')).account_id]);
  expect(ids).toHaveLength(2);
  shop.sandbox.control.seller().change(sold, { orderStatus: 'awaiting_shipment', customerNotes: 'Wrap it' });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ note: 'Wrap it', units_ordered: 3, order_status: 'packing' });
  expect(await own.sql('select id from order_lines where account_id = $1 order by id', [(await shop.order('1001')).account_id])).toEqual(
    ids,
  );
});

test('an order that the database cannot hold does not keep the others of its page', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell(
    { orderNumber: '1001' },
    { orderNumber: '1002', customerNotes: 'nul \u0000 and half a pair \ud800' },
    { orderNumber: '1003', items: [{ sku: 'MUG', quantity: 3_000_000_000 }] },
    { orderNumber: '1004', items: [{ sku: 'MUG', quantity: 1, unitPrice: '12345678901234567890.00' }] },
    { orderNumber: '1005' },
  );
  await shop.sync();
  const read = await shop.orders();
  expect(read.map(({ source_order_number, order_status }) => [source_order_number, order_status])).toEqual([
    ['1001', 'packing'],
    ['1002', 'packing'],
    ['1005', 'packing'],
  ]);
  const unreadable = await own.sql('select remote_id, reason from unreadable_records where account_id = $1', [shop.accountId]);
  expect(unreadable).toHaveLength(2);
});

test('what the channel says beside is stored with the order and its lines, and follows the channel', async () => {
  const options = [{ name: 'Size', value: 'L' }];
  const { sold, change, sync, now } = await withOrder({
    ...{ ...waiting, giftMessage: 'Happy birthday', tagIds: [610_002] },
    items: [{ sku: 'MUG', quantity: 1, options }],
  });
  expect((await now()).source_details).toMatchObject({ isGift: true, giftMessage: 'Happy birthday', tags: ['Call before delivery'] });
  const optionsNow = async () => own.sql('select options from order_lines where order_id = $1', [(await now()).id]);
  expect(await optionsNow()).toEqual([{ options }]);
  change({ giftMessage: null, tagIds: [], items: sold.items.map((item) => ({ ...item, options: [] })) });
  await sync();
  expect(Object.keys((await now()).source_details ?? {})).toEqual(['warehouse', 'amountPaid']);
  expect(await optionsNow()).toEqual([{ options: null }]);
});
