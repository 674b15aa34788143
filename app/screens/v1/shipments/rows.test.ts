import { beforeAll, expect, test } from 'vitest';
import { fillAccount } from '../../../../test/fill-account.ts';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();
const scopes = ['read_orders', 'read_purchase_orders', 'read_links', 'read_mappings'];
let key = '';
let admin: Awaited<ReturnType<typeof keyOf>>['admin'];
let rows: Awaited<ReturnType<typeof fillAccount>>;

beforeAll(async () => {
  ({ admin, key } = await keyOf(own, 'Own', { scopes }));
  rows = await fillAccount(own, admin.accountId, admin.userId, 'ours');
});

const get = async (url: string) => {
  const reply = await use(own, key, { url });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const idOf = (table: string) => Number(rows.get(table)?.id);

test.each([
  ['shipments', 'shipments', { tracking_number: 'ours', lines: [{ sku: 'ours' }], confirmed_at: null }],
  ['receipts', 'receipts', { sku: 'ours', booked: false }],
  ['links', 'connector_products', { sku: 'ours', units_per_sale: 1 }],
  ['location-mappings', 'location_mappings', { channel_location_id: 'ours', warehouse_location: null }],
  ['shipping-mappings', 'shipping_options', { channel_code: 'ours', warehouse_code: null }],
  ['presets', 'presets', { field: 'ours', value: 'ours' }],
  ['field-mappings', 'field_mappings', { from_field: 'ours', to_field: 'ours' }],
])('%s are read as a list and one by one, by the names of the document', async (path, table, expected) => {
  const id = idOf(table);
  expect((await get(`/v1/${path}?fields=id&limit=1`)).data).toEqual([{ id }]);
  expect((await get(`/v1/${path}?ids=${id}`)).data).toMatchObject([{ id, ...expected }]);
  const one = await use(own, key, { url: `/v1/${path}/${id}` });
  expect(one.json()).toMatchObject({ id, ...expected });
  const again = await use(own, key, { url: `/v1/${path}/${id}`, headers: { 'if-none-match': String(one.headers.etag) } });
  expect(again.statusCode).toBe(304);
});

test('parcels are filtered by order and by what the channel knows, and are gone with a deleted order', async () => {
  const [order, parcel] = [idOf('orders'), idOf('shipments')];
  expect((await get(`/v1/shipments?order_id=${order}&confirmed=false`)).data).toMatchObject([{ id: parcel, order_id: order }]);
  expect((await get(`/v1/shipments?order_id=${order}&confirmed=true`)).data).toEqual([]);
  expect((await get('/v1/shipments?tracking_number=ours&shipped_since=2026-01-01T00:00:00Z')).data).toHaveLength(1);
  expect((await get('/v1/shipments?shipped_since=2999-01-01T00:00:00Z')).data).toEqual([]);
  await own.sql('update orders set deleted_at = now() where id = $1', [order]);
  expect((await get('/v1/shipments')).data).toEqual([]);
  expect((await use(own, key, { url: `/v1/shipments/${parcel}` })).statusCode).toBe(404);
  await own.sql('update orders set deleted_at = null where id = $1', [order]);
});

test('links and receipts are filtered, and a link that was deleted is gone', async () => {
  const [link, order] = [idOf('connector_products'), idOf('purchase_orders')];
  await own.sql('update connector_products set product_id = $2 where id = $1', [link, idOf('products')]);
  expect((await get(`/v1/links?linked=true&sku=OURS&product_id=${idOf('products')}`)).data).toMatchObject([{ id: link }]);
  expect((await get('/v1/links?linked=false')).data).toEqual([]);
  await own.sql('update connector_products set deleted_at = now() where id = $1', [link]);
  expect((await get('/v1/links')).data).toEqual([]);
  expect((await use(own, key, { url: `/v1/links/${link}` })).statusCode).toBe(404);
  await own.sql('update receipts set purchase_order_id = $2 where id = $1', [idOf('receipts'), order]);
  expect((await get(`/v1/receipts?purchase_order_id=${order}&booked=false`)).data).toMatchObject([{ purchase_order_id: order }]);
  expect((await get('/v1/receipts?booked=true')).data).toEqual([]);
});

test('a key without the scope for orders reads no parcel', async () => {
  const { key: other } = (await makeKey(own, admin, { name: 'Buying', scopes: ['read_purchase_orders'] })).json();
  for (const url of ['/v1/shipments', `/v1/shipments/${idOf('shipments')}`])
    expect((await use(own, other, { url })).json()).toMatchObject({ status: 403, scope: 'read_orders' });
});
