import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { readProgress } from '../../../shared/connections/home/queries.ts';
import { saveShippingOptions } from '../../mappings/shipping-options/commands.ts';
import { listShippingOptions } from '../../mappings/shipping-options/queries.ts';
import { saveOrder } from '../../orders/editing/save.ts';
import { remedyHints } from '../../remedies/remedy-hints.ts';
import { storeReference } from '../../warehouse/reference.ts';
import { recheckReadyOrders, releaseReady } from '../release/release.ts';
import { checkOrders } from './check.ts';

const own = testDatabase();

/** A shop whose codes are all mapped to a method of the warehouse that was connected before. */
async function formerShop(): Promise<Shop> {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql(
    `with former as (
       insert into connections (account_id, connector, slug, name, capabilities, disconnected_at)
       values ($1, 'amware', 'former', 'Former', '{warehouse}', now()) returning id)
     insert into shipping_methods (account_id, connection_id, code, name, carrier) select $1, id, 'OLD', 'Old', 'Old' from former`,
    [shop.accountId],
  );
  await own.sql(`update shipping_options set amware_code = 'OLD' where account_id = $1`, [shop.accountId]);
  return shop;
}

const code = async ({ accountId }: Shop) =>
  String((await own.sql('select source_shipping from orders where account_id = $1', [accountId]))[0]?.source_shipping);
const gone = (shipping: string, method = 'OLD') =>
  `Shipping code ${shipping} is mapped to “${method}”, which the warehouse does not have. Map it to another shipping method.`;

test('an order whose code is mapped to a method of a former warehouse waits, as it comes and when it is checked, until it is mapped anew', async () => {
  const shop = await formerShop();
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const subject = await code(shop);
  const waiting = { order_status: 'error', shipping_code: null, warehouse_order_id: null, sentences: [gone(subject)] };
  expect(await shop.order('1001')).toMatchObject({ ...waiting, issues: [`unmapped_shipping:${subject}`] });
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  expect(await shop.order('1001')).toMatchObject(waiting);
  const cause = { type: 'unmapped_shipping', connection_id: shop.channelId, subject } as const;
  const hints = await shop.inTenant((tenant) => remedyHints(tenant, cause));
  expect(hints).toMatchObject({ mapped_method: 'OLD' });
  const was = { amwareCode: hints?.mapped_method };
  await shop.inTenant((tenant) => saveShippingOptions(tenant, shop.channelId, [{ connectorCode: subject, amwareCode: 'UPSGR', was }]));
  await shop.engine.passTime();
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ issues: [], shipping_code: 'UPSGR', warehouse_order_id: expect.anything() });
});

test('nor does a rule that is deleted leave such a method, and the order goes on once the warehouse has it', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql(`update shipping_options set amware_code = 'UPS2D' where account_id = $1`, [shop.accountId]);
  await own.sql(`insert into presets (account_id, connection_id, field_name, field_value) values ($1, $2, 'shipping_code', 'UPSGR')`, [
    ...[shop.accountId, shop.channelId],
  ]);
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment' });
  await shop.sync();
  const { id } = await shop.order('1001');
  await own.sql(`delete from shipping_methods where account_id = $1 and code = 'UPS2D'`, [shop.accountId]);
  await own.sql('delete from presets where account_id = $1', [shop.accountId]);
  await own.sql(`update orders set source_state = 'ready' where id = $1`, [id]);
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  expect(await shop.order('1001')).toMatchObject({ shipping_code: null, sentences: [gone(await code(shop), 'UPS2D')] });
  const methods = [{ carrier: 'UPS', methods: [{ code: 'UPS2D', name: 'UPS 2nd Day' }] }];
  await shop.inTenant((tenant) => storeReference(tenant, shop.warehouseId, [], methods));
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ issues: [], shipping_code: 'UPS2D', warehouse_order_id: expect.anything() });
});

test('as long as the list of the warehouse has not been read, orders go by the mappings', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql('delete from shipping_methods where account_id = $1', [shop.accountId]);
  shop.sell({ orderNumber: '1001' });
  await shop.read('orders');
  expect(await shop.order('1001')).toMatchObject({ issues: [], shipping_code: 'UPSGR', warehouse_order_id: expect.anything() });
});

test('such a code is counted and listed as one that is not mapped, with the method of the same name', async () => {
  const shop = await formerShop();
  const seen = () =>
    shop.inTenant(async (tenant) => {
      const { codesMapping } = await listShippingOptions(tenant, shop.channelId);
      const { shippingMapped } = await readProgress(tenant, shop.channelId);
      return {
        codes: codesMapping.map(({ amwareCode, amwareShipping, equal }) => [amwareCode, amwareShipping, equal?.code]),
        shippingMapped,
      };
    });
  await own.sql('delete from shipping_options where account_id = $1', [shop.accountId]);
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, description, amware_code) values ($1, $2, 'van', 'UPS Ground', 'OLD')`,
    [shop.accountId, shop.channelId],
  );
  expect(await seen()).toEqual({ codes: [['OLD', null, 'UPSGR']], shippingMapped: 0 });
  // Nobody knows that yet, where the list of the warehouse that is connected now has not been read.
  await own.sql(`delete from shipping_methods where account_id = $1 and code <> 'OLD'`, [shop.accountId]);
  expect(await seen()).toEqual({ codes: [['OLD', 'Old', undefined]], shippingMapped: 1 });
});

test('a method is called as the connected warehouse calls it, not as a former one does', async () => {
  const shop = await formerShop();
  await own.sql(
    `insert into shipping_methods (account_id, connection_id, code, name, carrier)
      select account_id, connection_id, 'UPSGR', 'A former name', carrier from shipping_methods where account_id = $1 and code = 'OLD'`,
    [shop.accountId],
  );
  await own.sql(`update shipping_options set amware_code = 'UPSGR' where account_id = $1`, [shop.accountId]);
  const { codesMapping } = await shop.inTenant((tenant) => listShippingOptions(tenant, shop.channelId));
  expect(codesMapping[0]?.amwareShipping).toBe('UPS Ground');
});

/** A ready order whose method somebody chose, which the warehouse that is connected now does not have. `gives`: the code of its channel. */
async function withChosen(gives = true) {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment' });
  await shop.sync();
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => saveOrder(tenant, { id, shipping_code: 'UPS2D' }));
  if (!gives) await own.sql('update orders set source_shipping = null where id = $1', [id]);
  await own.sql(`update orders set source_state = 'ready', checked_at = now() - interval '1 minute' where id = $1`, [id]);
  await own.sql(`delete from shipping_methods where account_id = $1 and code = 'UPS2D'`, [shop.accountId]);
  const order = () => shop.order('1001');
  return { shop, id, order, check: () => shop.inTenant((tenant) => checkOrders(tenant, [id])) };
}

const chosenGone = {
  ...{ order_status: 'error', issues: ['unmapped_shipping:'], warehouse_order_id: null, shipping_code: 'UPS2D' },
  sentences: ['The warehouse has no shipping method “UPS2D”, which somebody chose for this order. Choose another.'],
};

test.each([true, false])(
  'an order whose method somebody chose waits while the warehouse has none of that name (a code: %s)',
  async (gives) => {
    const { shop, id, order, check } = await withChosen(gives);
    await check();
    expect(await order()).toMatchObject(chosenGone);
    await shop.inTenant((tenant) => saveOrder(tenant, { id, shipping_code: 'UPSGR' }));
    await shop.engine.passTime();
    await shop.sync();
    expect(await order()).toMatchObject({ issues: [], shipping_code: 'UPSGR', warehouse_order_id: expect.anything() });
  },
);

test('it goes on by itself once the warehouse has that method', async () => {
  const { shop, order, check } = await withChosen();
  await check();
  const methods = [{ carrier: 'UPS', methods: [{ code: 'UPS2D', name: 'UPS 2nd Day' }] }];
  await shop.inTenant((tenant) => storeReference(tenant, shop.warehouseId, [], methods));
  await shop.engine.runJobs();
  expect(await order()).toMatchObject({ issues: [], shipping_code: 'UPS2D', warehouse_order_id: expect.anything() });
});

test('an order that was found ready while the warehouse had its method is checked anew before it is sent', async () => {
  const { shop, id, order } = await withChosen();
  await shop.inTenant((tenant) => releaseReady(tenant, [id]));
  expect(await order()).toMatchObject({ order_status: 'pending', warehouse_order_id: null });
  await shop.inTenant((tenant) => recheckReadyOrders(tenant));
  await shop.engine.runJobs();
  expect(await order()).toMatchObject(chosenGone);
});

test('nothing is said of the method that somebody chose while no warehouse is connected, or its methods are not read', async () => {
  const { shop, order, check } = await withChosen();
  const nothing = { order_status: 'pending', issues: [], warehouse_order_id: null };
  await own.sql(`update connections set disconnected_at = now() where id = $1`, [shop.warehouseId]);
  await check();
  expect(await order()).toMatchObject(nothing);
  await own.sql('delete from shipping_methods where account_id = $1', [shop.accountId]);
  await own.sql(`update connections set disconnected_at = null where id = $1`, [shop.warehouseId]);
  await check();
  expect(await order()).toMatchObject({ issues: [], warehouse_order_id: expect.anything() });
});

test('an order whose method somebody took off waits for one, and not for a mapping of its code, which it has', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment' });
  await shop.sync();
  const { id } = await shop.order('1001');
  for (const shipping_code of ['UPS2D', null]) await shop.inTenant((tenant) => saveOrder(tenant, { id, shipping_code }));
  await own.sql(`update orders set source_state = 'ready' where id = $1`, [id]);
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  expect(await shop.order('1001')).toMatchObject({
    ...{ order_status: 'error', issues: ['unmapped_shipping:'], warehouse_order_id: null, shipping_code: null },
    sentences: ['Somebody took the shipping method off this order. Choose one.'],
  });
  await shop.inTenant((tenant) => saveOrder(tenant, { id, shipping_code: 'UPSGR' }));
  await shop.engine.passTime();
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ issues: [], shipping_code: 'UPSGR', warehouse_order_id: expect.anything() });
});
