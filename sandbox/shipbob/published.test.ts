import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { visit } from '../test/visit.ts';
import { shipBob } from './stand-in.ts';

/**
 * The fields of each shape as version 2026-07 publishes them (developer.shipbob.com); of locations, products, lots and webhooks as the
 * OpenAPI description of 2026-01 does. Facts of the vendor's, in a list of our own.
 */
const published: Record<string, string> = {
  order:
    'channel created_date financials gift_message id order_number products purchase_date recipient reference_id retailer_program_data shipments shipping_method shipping_terms status tags type',
  orderProduct: 'external_line_id gtin id quantity quantity_unit_of_measure_code reference_id sku unit_price upc',
  shipment:
    'actual_fulfillment_date created_date delivery_date estimated_fulfillment_date estimated_fulfillment_date_status gift_message id insurance_value invoice_amount invoice_currency_code is_tracking_uploaded last_tracking_update_at last_update_at location measurements order_id package_material_type parent_cartons products recipient reference_id require_signature ship_option status status_details tracking',
  packed: 'id inventory_items name reference_id sku',
  inventory: 'expiration_date id is_dangerous_goods lot name quantity quantity_committed serial_numbers',
  statusDetail: 'description exception_fulfillment_center_id extra_information id inventory_id name',
  tracking: 'bol carrier carrier_service pro_number scac shipping_date tracking_number tracking_url',
  cancellation: 'canceled_shipment_results order order_id status',
  lineItem: 'committed_quantity inventory_id is_hazmat is_lot lot product_variant quantity serial_numbers',
  receiving:
    'box_labels_uri box_packaging_type expected_arrival_date external_sync_timestamp freight fulfillment_center id insert_date inventory_quantities last_updated_date package_type purchase_order_number status status_history',
  inventoryQuantity: 'expected_quantity inventory_id received_quantity sku stowed_quantity',
  box: 'arrived_date box_id box_items box_number box_status counting_started_date received_date tracking_number',
  boxItem: 'inventory_id lot_date lot_number quantity received_quantity stowed_quantity',
  page: 'first items last next prev',
  stocked: 'inventory_id locations name sku',
  level: 'awaiting_quantity committed_quantity fulfillable_quantity internal_transfer_quantity location_id name on_hand_quantity',
  method: 'active default id name service_level',
  channel: 'application_name id name scopes',
  location: 'abbreviation access_granted attributes id is_active is_receiving_enabled is_shipping_enabled name region services timezone',
  webhook: 'created_at description enabled id topics url',
  newWebhook: 'created_at description id secret topics url',
};
/** Of which the stand-in has some. */
const publishedMore: Record<string, string> = {
  product: 'category created_on id name sub_category taxonomy type updated_on user_id variants',
  variant:
    'additional_hazmat_attributes associated_bundles barcodes bundle_definition channel_metadata created_on customs dimension fulfillment_settings gtin id inventory is_digital is_image_uploaded lot_information merge_children name packaging_material_type packaging_requirement return_preferences reviews_pending sku status upc updated_on weight',
  inventoryOfVariant: 'inventory_id on_hand_qty',
  part: 'product_id quantity variant_id variant_name variant_sku',
  lot: 'awaiting_quantity committed_quantity fulfillable_quantity internal_transfer_quantity locations lot_date lot_number on_hand_quantity',
};
const hasSome = (shape: string, reply: object) =>
  expect(publishedMore[shape]?.split(' '), shape).toEqual(expect.arrayContaining(Object.keys(reply)));
const has = (shape: string, reply: unknown) => expect(Object.keys(reply as object).toSorted(), shape).toEqual(published[shape]?.split(' '));

async function start() {
  const { sandbox, control } = await visit({ clock: manualClock('2026-11-21T10:00:00Z'), limits: { shipbob: null } });
  const merchant = control.of(shipBob);
  merchant.add({ sku: 'MUG', name: 'A mug', lots: [{ lot: 'L-1', expires: '2027-03-31T00:00:00Z', units: 20 }] });
  const call = async (path: string, body?: object, headers: Record<string, string> = { shipbob_channel_id: '100102' }) => {
    const response = await fetch(`${sandbox.origin}/shipbob/2026-07${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: 'Bearer demo-shipbob-token', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  };
  return { merchant, call };
}

const recipient = { name: 'Alex Doe', address: { address1: '1 Main Street', city: 'Austin', country: 'US' } };
const order = (reference_id: string, changes: object = {}) => ({
  ...{ reference_id, shipping_method: 'Standard', type: 'DTC', recipient },
  products: [{ reference_id: 'MUG', name: 'MUG', quantity: 2, external_line_id: 1 }],
  ...changes,
});
const receiving = {
  ...{ fulfillment_center: { id: 10 }, package_type: 'Package', box_packaging_type: 'EverythingInOneBox' },
  ...{ expected_arrival_date: '2026-12-24T00:00:00Z', purchase_order_number: 'CD-P1' },
  boxes: [{ tracking_number: 'MAEU-1', box_items: [{ sku: 'MUG', quantity: 10 }] }],
};

test('orders and their shipments have the published fields', async () => {
  const { merchant, call } = await start();
  const made = await call('/order', order('CD-1'));
  has('order', made.body);
  has('orderProduct', made.body.products[0]);
  has('shipment', made.body.shipments[0]);
  has('packed', made.body.shipments[0].products[0]);
  has('inventory', made.body.shipments[0].products[0].inventory_items[0]);
  has('lineItem', (await call(`/shipment/${made.body.shipments[0].id}:getLineItems`)).body[0]);
  const kept = merchant.byReference('CD-1') ?? expect.unreachable();
  merchant.pick(kept);
  has('statusDetail', (await call(`/order/${kept.id}`)).body.shipments[0].status_details[0]);
  merchant.ship(kept, 'the rest');
  has('tracking', (await call(`/order/${kept.id}`)).body.shipments[0].tracking);
  const other = await call('/order', order('CD-2'));
  has('cancellation', (await call(`/order/${other.body.id}:cancel`, {})).body);
});

test('receiving orders, stock, methods and channels have the published fields', async () => {
  const { call } = await start();
  const made = await call('/receiving', receiving);
  has('receiving', made.body);
  has('inventoryQuantity', made.body.inventory_quantities[0]);
  const boxes = await call(`/receiving/${made.body.id}/boxes`);
  has('box', boxes.body[0]);
  has('boxItem', boxes.body[0].box_items[0]);
  const stock = await call('/inventory-level/locations');
  has('page', stock.body);
  has('stocked', stock.body.items[0]);
  has('level', stock.body.items[0].locations[0]);
  has('method', (await call('/shipping-method')).body[0]);
  has('channel', (await call('/channel')).body.items[0]);
});

test('products, their lots, locations and webhooks have published fields alone', async () => {
  const { merchant, call } = await start();
  merchant.add({ sku: 'SET', name: 'A set', isBundle: true });
  const [mug, set] = (await call('/product')).body.items;
  hasSome('product', mug);
  hasSome('variant', mug.variants[0]);
  hasSome('inventoryOfVariant', mug.variants[0].inventory);
  hasSome('part', set.variants[0].bundle_definition[0]);
  const [{ lots, ...others }] = (await call('/inventory-level/lots')).body.items;
  has('stocked', { ...others, locations: lots[0].locations });
  hasSome('lot', lots[0]);
  has('level', lots[0].locations[0]);
  has('location', (await call('/location')).body[0]);
  has('newWebhook', (await call('/webhook', { url: 'https://a.example/hook', topics: ['order.shipped', 'wro.completed'] })).body);
  const { items } = (await call('/webhook')).body;
  has('webhook', items[0]);
  expect(items).toMatchObject([{ topics: ['order.shipped', 'wro.completed'], enabled: true }]);
});

test('a reference is taken once, whatever the goods; an order of nobody’s channel is refused', async () => {
  const { call } = await start();
  await call('/order', order('CD-1'));
  const again = await call('/order', order('CD-1', { shipping_method: 'Expedited' }));
  expect(again).toMatchObject({ status: 422, body: { '': ['Cannot insert order with existing ReferenceId'] } });
  expect((await call('/order', order('CD-2'), {})).status).toBe(400);
  expect((await call('/order', order('CD-2'), { shipbob_channel_id: '5' })).status).toBe(403);
});

test('a method and a SKU that it does not know it invents, and the order waits as an exception', async () => {
  const { merchant, call } = await start();
  const products = [{ reference_id: 'NEW', name: 'New', quantity: 1 }];
  const made = await call('/order', order('CD-1', { shipping_method: 'By drone', products }));
  expect(made).toMatchObject({ status: 201, body: { status: 'Exception', shipments: [{ status_details: [{ name: 'OutOfStock' }] }] } });
  expect(merchant.methods).toContain('By drone');
  expect(merchant.bySku('NEW')).toBeDefined();
});

test('two receiving orders of one number are two; a day that has passed, and a lot without its date, are refused', async () => {
  const { call } = await start();
  const [first, second] = [await call('/receiving', receiving), await call('/receiving', receiving)];
  expect(second.body.id).not.toBe(first.body.id);
  expect((await call('/receiving?PurchaseOrderNumbers=CD-P1')).body).toHaveLength(2);
  expect((await call('/receiving', { ...receiving, expected_arrival_date: '2026-11-01T00:00:00Z' })).status).toBe(422);
  const boxes = [{ tracking_number: 'x', box_items: [{ sku: 'MUG', quantity: 1, lot_number: 'L-9' }] }];
  expect((await call('/receiving', { ...receiving, boxes })).status).toBe(422);
});

test('a minute has as many requests as are allowed, and a header says when there is room again', async () => {
  const { sandbox } = await visit({ clock: manualClock('2026-11-21T10:00:00Z'), limits: { shipbob: 2 } });
  const ask = () => fetch(`${sandbox.origin}/shipbob/2026-07/channel`, { headers: { authorization: 'Bearer demo-shipbob-token' } });
  expect((await ask()).headers.get('x-remaining-calls')).toBe('1');
  await ask();
  const refused = await ask();
  expect([refused.status, refused.headers.get('x-retry-after')]).toEqual([429, '60']);
});

test('a filter that is encoded where it has to stand as it is, is not understood', async () => {
  const { call } = await start();
  expect((await call('/product?SKU=any:MUG,CUP')).body.items).toHaveLength(1);
  expect((await call('/product?SKU=any%3AMUG%2CCUP')).status).toBe(400);
});
