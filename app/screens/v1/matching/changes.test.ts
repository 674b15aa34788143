import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeKey, use } from '../../../../test/keys.ts';
import { addIssues, addLines, addOrder, addProducts } from '../../../../test/shop/rows.ts';
import { webShop } from '../../../../test/shop/web-shop.ts';
import { testWeb } from '../../../../test/web.ts';
import { scopes } from '../../../people/keys/scopes.ts';

const own = testWeb();
const shop = webShop(own);
/** `writing` may not release orders; `small` is of a maker who may not map. */
let [key, writing, small, strangers] = ['', '', '', ''];
let connection = 0;
let products: Map<string, number>;
let names = 0;

beforeAll(async () => {
  const make = async (who: typeof shop.admin, but: string[] = []) =>
    (await makeKey(own, who, { name: `Key ${++names}`, scopes: scopes.filter((each) => !but.includes(each)) })).json().key;
  [key, writing, strangers] = [await make(shop.admin), await make(shop.admin, ['release_orders']), await make(shop.stranger)];
  const former = await own.person(shop.admin.accountId, 'account_admin');
  small = await make(former);
  await own.sql(`update members set role = 'user' where user_id = $1`, [former.userId]);
  connection = shop.ids.get('ship_station') ?? 0;
  products = await addProducts(own, shop.admin.accountId, ['MUG', 'CUP']);
});
beforeEach(async () => {
  for (const table of ['connector_products', 'shipping_options', 'location_mappings', 'presets', 'field_mappings'])
    await own.sql(`delete from ${table} where account_id = $1`, [shop.admin.accountId]);
});

type Sent = { by?: string; headers?: Record<string, string> };
const send = (call: `${'POST' | 'PATCH' | 'DELETE'} ${string}`, payload: object | null = null, { by = key, headers }: Sent = {}) => {
  const [method, url] = call.split(' ') as ['POST', string];
  return use(own, by, { method, url, ...(payload && { payload }), headers: { 'idempotency-key': `m${++names}`, ...headers } });
};
const get = async (url: string) => (await use(own, key, { url })).json();
/** An order of the connection with one line that is not linked. */
async function sold(sku: string): Promise<number> {
  const id = await addOrder(own, shop.admin.accountId, connection, { order_status: 'error' });
  await addLines(own, shop.admin.accountId, id, [{ sku, quantity: 1 }]);
  await addIssues(own, shop.admin.accountId, [{ order_id: id, connection_id: connection, type: 'unmapped_sku', subject: sku }]);
  return id;
}

test('a SKU is linked, linked otherwise, unlinked and deleted, as on the page of links', async () => {
  await sold('TEAPOT');
  const [mug, cup] = [products.get('MUG'), products.get('CUP')];
  const link = { connection_id: connection, sku: 'TEAPOT', product_id: mug, units_per_sale: 2 };
  const made = (await send('POST /v1/links', link)).json();
  expect(made).toEqual({ id: expect.any(Number), message: 'The SKU is linked.', waiting: 1 });
  expect(await get(`/v1/links/${made.id}`)).toMatchObject({ sku: 'TEAPOT', product_id: mug, units_per_sale: 2 });
  expect((await send('POST /v1/links', link)).json()).toMatchObject({ status: 409, code: 'changed_since' });
  await send(`PATCH /v1/links/${made.id}`, { product_id: cup });
  expect(await get(`/v1/links/${made.id}`)).toMatchObject({ product_id: cup, units_per_sale: 2 });
  await send(`PATCH /v1/links/${made.id}`, { units_per_sale: 3 });
  expect(await get(`/v1/links/${made.id}`)).toMatchObject({ product_id: cup, units_per_sale: 3 });
  expect((await send(`PATCH /v1/links/${made.id}`, { product_id: null })).json()).toMatchObject({
    id: made.id,
    stopped: expect.any(Number),
  });
  expect(await get(`/v1/links/${made.id}`)).toMatchObject({ product_id: null });
  expect((await send(`PATCH /v1/links/${made.id}`, { units_per_sale: 3 })).json()).toMatchObject({ errors: [{ pointer: '/product_id' }] });
  // What was a pack may be none of another product.
  const { units_per_sale: _, ...unsaid } = link;
  expect((await send('POST /v1/links', unsaid)).json()).toMatchObject({ status: 409, code: 'units_not_said' });
  expect(await get(`/v1/links/${made.id}`)).toMatchObject({ product_id: null });
  expect((await send(`DELETE /v1/links/${made.id}`)).json()).toMatchObject({ id: made.id, message: 'TEAPOT is deleted.' });
  expect((await get(`/v1/links/${made.id}`)).status).toBe(404);
  expect((await send('POST /v1/links', { ...link, sku: 'NEVER SOLD' })).json()).toMatchObject({ status: 404 });
  const audit = (await own.as(shop.admin, { url: '/api/audit' })).json().data;
  expect(audit[0]).toMatchObject({ key_name: expect.stringContaining('Key') });
});

const mappings: [path: string, make: object, change: object, read: object][] = [
  [
    'shipping-mappings',
    { channel_code: 'drone', warehouse_code: 'UPSGR', description: 'By drone' },
    { warehouse_code: 'UPS2D' },
    { channel_code: 'drone', warehouse_code: 'UPS2D', description: 'By drone' },
  ],
  [
    'location-mappings',
    { channel_location_id: 'W', channel_location: 'West', warehouse_location: 'ATL' },
    { warehouse_location: 'RNO' },
    { channel_location_id: 'W', channel_location: 'West', warehouse_location: 'RNO' },
  ],
  ['presets', { field: 'note', value: 'Fragile' }, { value: 'Glass' }, { field: 'note', value: 'Glass' }],
  [
    'field-mappings',
    { from_field: 'country', from_value: 'DE', to_field: 'warehouse_code', to_value: 'RNO' },
    { to_value: 'ATL' },
    { from_field: 'country', from_value: 'DE', to_field: 'warehouse_code', to_value: 'ATL' },
  ],
];

test.each(mappings)('%s are made, changed and deleted, and one that there is already is not replaced', async (path, make, change, read) => {
  const made = (await send(`POST /v1/${path}`, { connection_id: connection, ...make })).json();
  expect(made).toMatchObject({ id: expect.any(Number), waiting: expect.any(Number) });
  const again = await send(`POST /v1/${path}`, { connection_id: connection, ...make, ...change });
  expect([409, 422]).toContain(again.statusCode);
  expect((await send(`PATCH /v1/${path}/${made.id}`, change)).json()).toMatchObject({ id: made.id });
  expect(await get(`/v1/${path}/${made.id}`)).toEqual({
    id: made.id,
    connection_id: connection,
    ...('field' in read && { description: '' }),
    ...read,
  });
  expect((await send(`DELETE /v1/${path}/${made.id}`)).json()).toMatchObject({ id: made.id });
  expect((await get(`/v1/${path}/${made.id}`)).status).toBe(404);
  expect((await send(`DELETE /v1/${path}/${made.id}`)).statusCode).toBe(404);
});

test.each(mappings)(
  '%s are changed by nobody who may not release orders, may not map, or is of another account',
  async (path, make, change) => {
    const { id } = (await send(`POST /v1/${path}`, { connection_id: connection, ...make })).json();
    const before = await get(`/v1/${path}/${id}`);
    for (const [by, refused] of [
      [writing, { status: 403, code: 'lacks_scope' }],
      [small, { status: 403, code: 'not_allowed' }],
      [strangers, { status: 404 }],
    ] as const) {
      expect((await send(`PATCH /v1/${path}/${id}`, change, { by })).json()).toMatchObject(refused);
      expect((await send(`POST /v1/${path}`, { connection_id: connection, ...make }, { by })).json()).toMatchObject(refused);
      if (by !== writing) expect((await send(`DELETE /v1/${path}/${id}`, null, { by })).json()).toMatchObject(refused);
    }
    expect(await get(`/v1/${path}/${id}`)).toEqual(before);
    // Nothing leaves where a shipping code is deleted: its orders stop.
    const deleted = await send(`DELETE /v1/${path}/${id}`, null, { by: writing });
    expect(deleted.statusCode).toBe(path === 'shipping-mappings' ? 200 : 403);
  },
);

test('links are changed by nobody who may not release orders but to stop them, or is of another account', async () => {
  await sold('KETTLE');
  const link = { connection_id: connection, sku: 'KETTLE', product_id: products.get('MUG') };
  expect((await send('POST /v1/links', link, { by: writing })).json()).toMatchObject({ code: 'lacks_scope' });
  expect((await send('POST /v1/links', link, { by: strangers })).statusCode).toBe(404);
  const { id } = (await send('POST /v1/links', link)).json();
  const other = { product_id: products.get('CUP') };
  expect((await send(`PATCH /v1/links/${id}`, other, { by: writing })).json()).toMatchObject({ code: 'lacks_scope' });
  for (const call of [`PATCH /v1/links/${id}`, `DELETE /v1/links/${id}`] as const)
    expect((await send(call, call.startsWith('P') ? other : null, { by: strangers })).statusCode).toBe(404);
  expect(await get(`/v1/links/${id}`)).toMatchObject({ product_id: products.get('MUG') });
  expect((await send(`PATCH /v1/links/${id}`, { product_id: null }, { by: writing })).statusCode).toBe(200);
});

test('a mapping that was changed since it was read is left, and a request without a name is refused', async () => {
  const { id } = (await send('POST /v1/presets', { connection_id: connection, field: 'note', value: 'Fragile' })).json();
  const { headers } = await use(own, key, { url: `/v1/presets/${id}` });
  await send(`PATCH /v1/presets/${id}`, { value: 'Glass' });
  const late = { headers: { 'if-match': String(headers.etag) } };
  expect((await send(`PATCH /v1/presets/${id}`, { value: 'China' }, late)).json()).toMatchObject({ status: 412, code: 'not_as_seen' });
  expect((await send(`DELETE /v1/presets/${id}`, null, late)).statusCode).toBe(412);
  const unnamed = await use(own, key, { method: 'PATCH', url: `/v1/presets/${id}`, payload: { value: 'China' } });
  expect(unnamed.json()).toMatchObject({ status: 400, code: 'no_idempotency_key' });
  expect(await get(`/v1/presets/${id}`)).toMatchObject({ value: 'Glass' });
});

test('what is wrong is told by its place in the body', async () => {
  for (const [path, body, pointer] of [
    ['shipping-mappings', { channel_code: 'drone', warehouse_code: 'NONE' }, '/warehouse_code'],
    ['presets', { field: 'no such', value: 'x' }, '/field'],
    ['presets', { field: 'warehouse_code', value: 'NONE' }, '/value'],
    ['field-mappings', { from_field: 'no such', to_field: 'note' }, '/from_field'],
    ['field-mappings', { from_field: 'country', to_field: 'no such' }, '/to_field'],
  ] as const)
    expect((await send(`POST /v1/${path}`, { connection_id: connection, ...body })).json(), pointer).toMatchObject({
      ...{ status: 422, errors: [{ pointer }] },
    });
});
