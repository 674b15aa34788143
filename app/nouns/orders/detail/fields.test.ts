import { expect, test } from 'vitest';
import { reading } from '../../../../platform/tenant.ts';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { testWeb } from '../../../../test/web.ts';
import { readReply } from './reply.ts';

const own = testWeb();
const shop = linedOrder(own);
const database = testDatabase();

/** The fields that every client of an order reads, by name. */
const orderFields = [
  ...['id', 'order_number', 'source_order_number', 'order_status', 'order_date', 'order_date_string', 'order_source', 'source_ref_num'],
  ...['amware_ref_num', 'orders_combined_with', 'customer_id', 'customer_name', 'customer_phone', 'customer_email', 'company_name'],
  ...['address', 'address_2', 'city', 'state', 'postal_code', 'country', 'note', 'source_shipping', 'source_shipping_description'],
  ...['shipping_code', 'shipMethod', 'shipMethods', 'order_json', 'connector_link', 'in_amware', 'locked', 'shipping_cost', 'tax_cost'],
  ...['total_cost', 'packageWeightFormatted', 'updated_at_string', 'error', 'trackingInfoArray', 'updatedBy'],
];
const lineFields = [
  ...['id', 'product_id', 'sku', 'name', 'quantity', 'imageUrl', 'upc', 'location', 'mapped_sku_js', 'mapped_location', 'isNewItem'],
  ...['isMissing', 'isOutOfStock', 'isDelete'],
];

test('an order and its lines have every field by its name', async () => {
  const order = await shop.read();
  expect(orderFields.filter((field) => !(field in order))).toEqual([]);
  expect(lineFields.filter((field) => !(field in (order.lines[0] ?? {})))).toEqual([]);
});

test('what is written out is in the account’s zone, and says who edited and whether something stops it', async () => {
  const { accountId } = shop.ann;
  await own.sql(`update accounts set timezone = 'Asia/Tokyo' where id = $1`, [accountId]);
  await own.sql(`insert into shipping_methods (account_id, connection_id, code, name, carrier) values ($1, $2, 'GND', 'Ground', 'UPS')`, [
    accountId,
    shop.channelId,
  ]);
  const save = { order: { id: shop.orderId, shipping_code: 'GND' } };
  await own.as(shop.ann, { method: 'PUT', url: '/api/orders/save', payload: save });
  await own.sql(`update orders set weight_grams = 2350, updated_at = '2026-11-21T03:04:05Z' where id = $1`, [shop.orderId]);
  expect(await shop.read()).toMatchObject({
    order_date_string: 'Nov 20, 2026 9:00 pm',
    updated_at_string: 'Nov 21, 2026 12:04 pm',
    packageWeightFormatted: '2.35 kg',
    updatedBy: 'Person 1',
    error: true,
    shipMethods: { UPS: [{ code: 'GND', name: 'Ground' }] },
    trackingInfoArray: [],
    order_json: null,
    connector_link: 'https://ship.shipstation.com/orders/all-orders-search-result?quickSearch=N1',
  });
});

test('a line says where its location is mapped to, and sent back as it was read it changes nothing', async () => {
  await own.sql(`update order_lines set location = 'East' where id = $1`, [shop.line('MUG')]);
  await own.sql(
    `insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location) values ($1, $2, 'East', 'East', 'LON-1')`,
    [shop.ann.accountId, shop.channelId],
  );
  const { lines, revision } = await shop.read();
  expect(lines.map(({ sku, mapped_location }) => [sku, mapped_location])).toContainEqual(['MUG', 'LON-1']);
  const lineItems = lines.filter(({ is_charge }) => !is_charge);
  const saved = await own.as(shop.ann, { method: 'POST', url: '/api/orders/lineItems', payload: { lineItems, order_id: shop.orderId } });
  expect(saved.json()).toMatchObject({ success: true, changed: [], revision });
});

test('an order from a channel carries what the channel sent, its tracking, and the way to its page there', async () => {
  const sold = await buildShop(database, { pace: 'instant' });
  sold.sell({ orderNumber: '1001' });
  await sold.flow();
  const [row] = await database.sql<{ id: string }>('select id from orders where account_id = $1', [sold.accountId]);
  const actor = { accountId: sold.accountId, userId: sold.userId };
  const order = await reading(database.database, actor, (tenant) => readReply(tenant, Number(row?.id)));
  expect(order).toMatchObject({
    order_json: { orderNumber: '1001', serviceCode: 'ups_ground' },
    trackingInfoArray: [{ trackingNumber: expect.any(String), trackingUrl: expect.stringContaining('http') }],
    connector_link: `${sold.sandbox.origin}/ship-station/orders/all-orders-search-result?quickSearch=1001`,
    error: false,
  });
  const page = await fetch(order?.connector_link ?? '');
  expect(await page.text()).toContain('Order 1001');
});
