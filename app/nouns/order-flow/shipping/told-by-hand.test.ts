import { expect, test } from 'vitest';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { paces } from '../../../../sandbox/amware/pace.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addLines, addOrders } from '../../../../test/shop/rows.ts';
import { link, productOf, shopWithVendor, taken, tell } from '../../../../test/shop/told-of-stock.ts';
import { connectVendor, page, vendorOrder } from '../../../../test/shop/vendor.ts';
import { shipAll } from '../../../../test/shop/warehouse.ts';
import { actOnOrder } from '../../orders/actions.ts';
import { getOrder } from '../../orders/detail/queries.ts';

const own = testDatabase();

/** Order 1001 left, and its channel refused to hear of it, because it had cancelled it. */
async function refusedShop() {
  const shop = await buildShop(own, { reads: ofOrders });
  const [sold] = shop.sell({ orderNumber: '1001' });
  if (!sold) throw new Error('nothing was sold');
  await shop.sync();
  const { control } = shop.sandbox;
  control.set({ pace: { open: 0, picking: 0, packed: 0, partially_shipped: 0, receiving: 0, twoParcelsPercent: 0 } });
  for (const order of control.client().orders.rows.values()) control.client().floor.advance(order);
  control.seller().change(sold, { orderStatus: 'cancelled' });
  await shop.read('shipments');
  await shop.engine.runJobs();
  const now = () => shop.order('1001');
  const { id } = await now();
  const act = (action: 'told-by-hand' | 'undo-told-by-hand' | 'retry') => shop.inTenant((tenant) => actOnOrder(tenant, id, action));
  const marks = () => control.state().shipStation[0]?.orders.map((order) => order.marks);
  return { ...shop, now, act, marks };
}

test('a parcel that its channel refuses counts as told once a person told it by hand, and is not told again', async () => {
  const { now, act, marks, engine } = await refusedShop();
  expect(await now()).toMatchObject({ order_status: 'error', issues: ['rejected_by_channel:confirm'] });
  const { order_number } = await now();
  expect(await act('told-by-hand')).toMatchObject({
    ...{ message: `${order_number} counts as told to its channel by hand.`, order_status: 'fulfilled' },
  });
  await act('retry');
  await engine.runJobs();
  expect(await now()).toMatchObject({ order_status: 'fulfilled', issues: [] });
  expect(marks()).toEqual([0]);
  await expect(act('told-by-hand')).rejects.toMatchObject({ status: 409 });
});

test('undone, the order waits again with what its channel said, and can be tried again', async () => {
  const { now, act } = await refusedShop();
  await expect(act('undo-told-by-hand')).rejects.toMatchObject({ status: 409 });
  await act('told-by-hand');
  expect(await act('undo-told-by-hand')).toMatchObject({ order_status: 'error' });
  const { issues } = await now();
  expect(issues).toEqual(['rejected_by_channel:confirm']);
  const sentences = await own.sql(`select sentence from issues where closed_at is null and type = 'rejected_by_channel'`);
  expect(JSON.stringify(sentences)).toContain('The order is cancelled');
  await act('told-by-hand');
  expect(await now()).toMatchObject({ order_status: 'fulfilled', issues: [] });
});

test('undone, the order waits for what it waited for: a parcel that was tried too often was not refused', async () => {
  const { now, act } = await refusedShop();
  const sentence = {
    code: 'no_success',
    connection: 'ShipStation',
    task: 'confirm',
    attempts: 15,
    reason: { code: 'their_words', text: 'Busy.' },
  };
  await own.sql(`update issues set type = 'retries_exhausted', sentence = $1 where subject = 'confirm'`, [JSON.stringify(sentence)]);
  const shown = () => own.sql(`select type, sentence, blocking from issues where closed_at is null and subject = 'confirm'`);
  const before = await shown();
  await act('told-by-hand');
  expect(await shown()).toEqual([]);
  expect(await act('undo-told-by-hand')).toMatchObject({ order_status: 'error' });
  expect((await now()).issues).toEqual(['retries_exhausted:confirm']);
  expect(await shown()).toEqual(before);
});

test('a parcel that its channel refuses for want of stock in its books can be told by hand like any other', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  const failure = { kind: 'rejected', code: 'out_of_stock', reason: theirWords('None on hand.') } as const;
  vendor.confirm = (all) => ({ ok: true, value: all.map(({ key }) => ({ key, kind: 'failed', failure })) });
  vendor.queue = () => page([vendorOrder('1')]);
  await shop.sync();
  vendor.queue = () => page([]);
  await shipAll(shop);
  const { id, issues, sentences } = await shop.order('N-1');
  expect(issues).toEqual(['rejected_by_channel:confirm']);
  expect(sentences).toEqual(['Some vendor did not take the shipment: None on hand.']);
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'told-by-hand'));
  expect(await shop.order('N-1')).toMatchObject({ order_status: 'fulfilled', issues: [] });
});

test('that exactly as much is gone at the channel as a person told by hand is a change: a refund looks the same', async () => {
  const shop = await buildShop(own, { reads: ofOrders, pace: { ...paces.manual, twoParcelsPercent: 100 } });
  const [sold = expect.unreachable()] = shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 5 }] });
  await shop.sync();
  const { floor, orders } = shop.sandbox.control.client();
  for (const order of orders.rows.values()) for (let step = 0; step < 3; step++) floor.advance(order);
  await shop.sync();
  const { id, units_shipped } = await shop.order('1001');
  expect(units_shipped).toBeGreaterThan(0);
  await addRefused({ accountId: shop.accountId, connectionId: shop.channelId, orderId: id });
  await own.sql('update outbox set shipment_id = (select id from shipments where order_id = $1) where order_id = $1', [id]);
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'told-by-hand'));
  shop.sandbox.control.seller().change(sold, { items: sold.items.map((item) => ({ ...item, quantity: 5 - units_shipped })) });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'partially_shipped', issues: ['changed_after_release:order'] });
});

const addRefused = (of: { accountId: number; connectionId: number; orderId: number }) =>
  own.sql(
    `insert into outbox (account_id, connection_id, kind, key, order_id, state, maybe_done, last_failure, attempts, done_at)
      values ($1, $2, 'confirm', 'shipment-2', $3, 'failed', true, $4, 1, now())`,
    [of.accountId, of.connectionId, of.orderId, JSON.stringify({ code: 'their_words', text: 'No.' })],
  );

test('what is undone is the last decision, not what was told by hand before it', async () => {
  const { now, act, accountId, channelId, inTenant } = await refusedShop();
  await act('told-by-hand');
  const { id } = await now();
  await own.sql(`update outbox set done_at = done_at - interval '1 day' where order_id = $1 and kind = 'confirm'`, [id]);
  await own.sql(`update shipments set confirmed_at = confirmed_at - interval '1 day' where order_id = $1`, [id]);
  await addRefused({ accountId, connectionId: channelId, orderId: id });
  await act('told-by-hand');
  const shown = async () => (await inTenant((tenant) => getOrder(tenant, id)))?.undoable_told;
  const last = await shown();
  await act('undo-told-by-hand');
  // From the order's page the decision before can be undone next.
  expect(await shown()).toBeLessThan(last ?? 0);
  const states = await own.sql(
    `select key <> 'shipment-2' as first, state from outbox where order_id = $1 and kind = 'confirm' order by id`,
    [id],
  );
  expect(states).toEqual([
    { first: true, state: 'done' },
    { first: false, state: 'failed' },
  ]);
  expect(await own.sql('select from shipments where order_id = $1 and confirmed_at is null', [id])).toEqual([]);
});

test('what the outbox kept of it only for a while is not offered to be undone once that is gone', async () => {
  const { now, act, inTenant, tidy } = await refusedShop();
  await act('told-by-hand');
  const { id } = await now();
  const shown = async () => (await inTenant((tenant) => getOrder(tenant, id)))?.undoable_told;
  expect(await shown()).not.toBeNull();
  await own.sql(`update outbox set trace = 'a', done_at = now() - interval '91 days' where order_id = $1 and kind = 'confirm'`, [id]);
  await tidy();
  await expect(act('undo-told-by-hand')).rejects.toMatchObject({ status: 409 });
  expect(await shown()).toBeNull();
});

test('a book of stock in which a parcel was booked by hand is told anew of what was in it', async () => {
  const { shop, vendor, quantities } = await shopWithVendor(own, taken, 'on_hand');
  await link(shop, vendor.id, 'MUG');
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(quantities()).toHaveLength(1);
  const [id = 0] = await addOrders(own, shop.accountId, vendor.id, [{ order_status: 'error' }]);
  await addLines(own, shop.accountId, id, [{ sku: 'MUG', quantity: 4 }], new Map([['MUG', await productOf(shop, 'MUG')]]));
  await addRefused({ accountId: shop.accountId, connectionId: vendor.id, orderId: id });
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'told-by-hand'));
  await shop.engine.runJobs();
  expect(quantities()).toHaveLength(2);
});
