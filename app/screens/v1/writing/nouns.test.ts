import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { fillAccount } from '../../../../test/fill-account.ts';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { addConnection, addIssues, addLines, addOrders, addProducts } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';
import { getPurchaseOrder } from '../../../nouns/purchase-orders/detail/queries.ts';
import { scopes } from '../../../people/keys/scopes.ts';

const own = testWeb();
let admin: Awaited<ReturnType<typeof keyOf>>['admin'];
let key = '';
let without = '';
let names = 0;
const theirs = new Map<string, number>();

beforeAll(async () => {
  ({ admin, key } = await keyOf(own, 'Acme', { name: 'Robot', scopes: [...scopes] }));
  without = (await makeKey(own, admin, { name: 'Desk', scopes: scopes.filter((scope) => scope !== 'release_orders') })).json().key;
  const other = await own.person(await own.account('Other'), 'account_admin');
  await own.sql(`select setval('issues_id_seq', 900000), setval('products_id_seq', 900000), setval('purchase_orders_id_seq', 900000)`);
  for (const [table, { id }] of await fillAccount(own, other.accountId, other.userId, 'theirs')) theirs.set(table, Number(id));
});

type Sent = { method?: 'POST' | 'PATCH'; payload?: object; by?: string; headers?: Record<string, string> };
const send = (url: string, { method = 'POST', payload, by = key, headers }: Sent = {}) =>
  use(own, by, { method, url, headers: { 'idempotency-key': `n${++names}`, ...headers }, ...(payload && { payload }) });
const decide = (id: number, action: string, by = key) => send(`/v1/issues/${id}/decision`, { payload: { action }, by });

async function issue(type: string, order = {}): Promise<{ id: number; orderId: number }> {
  const connection = await addConnection(own, admin.accountId);
  const [orderId = 0] = await addOrders(own, admin.accountId, connection, [{ order_date: '2026-10-01T00:00:00Z', ...order }]);
  await addIssues(own, admin.accountId, [{ order_id: orderId, closed_at: null, type }] as never);
  const [row] = await own.sql<{ id: string }>('select id from issues where order_id = $1', [orderId]);
  return { id: Number(row?.id), orderId };
}

test('what can be decided about an issue is listed, and goods leave by it with the scope of releasing alone', async () => {
  const { id, orderId } = await issue('changed_after_release', { order_status: 'pending' });
  const remedies = (await use(own, key, { url: `/v1/issues/${id}/remedies` })).json();
  expect(remedies).toMatchObject({
    remedy: 'accept_change',
    page: `/orders/${orderId}`,
    decisions: [{ action: 'keep-as-sent', sends_goods: true }],
  });
  expect((await decide(id, 'keep-as-sent', without)).json()).toMatchObject({ status: 403, code: 'lacks_scope', scope: 'release_orders' });
  expect((await decide(id, 'cancel')).json().errors).toMatchObject([{ pointer: '/action' }]);
  expect((await decide(id, 'destroy')).statusCode).toBe(422);
  expect(await own.sql('select closed_at from issues where id = $1', [id])).toEqual([{ closed_at: null }]);
  expect((await decide(id, 'keep-as-sent')).json()).toMatchObject({ id, run_id: expect.any(Number) });
  expect((await decide(id, 'keep-as-sent')).json()).toMatchObject({ status: 409, code: 'decided' });
  expect((await use(own, key, { url: `/v1/issues/${id}/remedies` })).json().decisions).toEqual([]);
});

test('a decision by which nothing leaves takes no scope of releasing, and any needs a name', async () => {
  const { id } = await issue('rejected_by_warehouse');
  const unnamed = await use(own, key, { method: 'POST', url: `/v1/issues/${id}/decision`, payload: { action: 'retry' } });
  expect(unnamed.json()).toMatchObject({ status: 400, code: 'no_idempotency_key' });
  expect((await decide(theirs.get('issues') ?? 0, 'retry')).statusCode).toBe(404);
  expect((await use(own, key, { url: `/v1/issues/${theirs.get('issues')}/remedies` })).statusCode).toBe(404);
});

test('a SKU is linked as its remedies showed it, and not where more wait for it by now', async () => {
  const [product = 0] = [...(await addProducts(own, admin.accountId, ['LINKED'])).values()];
  const { id, orderId } = await issue('unmapped_sku');
  const [row] = await own.sql<{ connection_id: string }>('select connection_id from orders where id = $1', [orderId]);
  await own.sql(`update issues set connection_id = $2, subject = 'NOWHERE' where id = $1`, [id, row?.connection_id]);
  await addLines(own, admin.accountId, orderId, [{ sku: 'NOWHERE', quantity: 1 }]);
  const remedies = (await use(own, key, { url: `/v1/issues/${id}/remedies` })).json();
  expect(remedies).toMatchObject({ remedy: 'link_product', decisions: [], waiting: 1 });
  const link = (payload: object, by = key) => send(`/v1/issues/${id}/link`, { payload, by });
  const wanted = { product_id: product, waiting: remedies.waiting };
  expect((await link(wanted, without)).json()).toMatchObject({ status: 403, code: 'lacks_scope' });
  expect((await link({ ...wanted, waiting: 0 })).json()).toMatchObject({ status: 409, code: 'changed_since' });
  expect((await link({ ...wanted, product_id: theirs.get('products') ?? 0 })).statusCode).toBe(404);
  expect((await link(wanted)).json()).toMatchObject({ id, message: 'The SKU is linked.' });
  const [listing] = await own.sql('select product_id from connector_products where connector_product_sku = $1 and account_id = $2', [
    ...['NOWHERE', admin.accountId],
  ]);
  expect(listing).toEqual({ product_id: String(product) });
  expect((await send(`/v1/issues/${theirs.get('issues')}/link`, { payload: wanted })).statusCode).toBe(404);
});

test('fields of a product are changed, and those that are left out stay', async () => {
  const [id = 0] = [...(await addProducts(own, admin.accountId, ['MUG'])).values()];
  await own.sql(`update products set description = 'Blue', upc = '123' where id = $1`, [id]);
  const change = (payload: object, more: Sent = {}) => send(`/v1/products/${id}`, { method: 'PATCH', payload, ...more });
  expect((await change({ name: 'A mug', reorder_point: 5 })).json()).toEqual({ id, message: 'The product is saved.' });
  const { headers, ...reply } = await use(own, key, { url: `/v1/products/${id}` });
  expect(reply.json()).toMatchObject({ name: 'A mug', reorder_point: 5, description: 'Blue', upc: '123' });
  expect((await change({ image: 'https://pictures.example/mug.png', description: null })).statusCode).toBe(200);
  expect((await change({ name: 'Late' }, { headers: { 'if-match': String(headers.etag) } })).statusCode).toBe(412);
  expect((await use(own, key, { url: `/v1/products/${id}` })).json()).toMatchObject({ name: 'A mug', description: null });
  for (const payload of [{ sku: 'CUP' }, { name: '' }, { reorder_point: -1 }, { image: 'javascript:alert(1)' }])
    expect((await change(payload)).statusCode, JSON.stringify(payload)).toBe(422);
  expect((await send(`/v1/products/${theirs.get('products')}`, { method: 'PATCH', payload: { name: 'x' } })).statusCode).toBe(404);
});

test('a field that is set to nothing makes another request than one that is left out, in whatever order they are written', async () => {
  const [id = 0] = [...(await addProducts(own, admin.accountId, ['BOWL'])).values()];
  const change = (payload: object) => send(`/v1/products/${id}`, { method: 'PATCH', payload, headers: { 'idempotency-key': 'bowl' } });
  expect((await change({ name: 'A bowl', unit: 'each' })).statusCode).toBe(200);
  expect((await change({ unit: 'each', name: 'A bowl' })).headers['idempotency-replayed']).toBe('true');
  expect((await change({ name: 'A bowl', unit: 'each', upc: null })).json()).toMatchObject({ status: 422, code: 'other_request' });
});

test('purchase orders are held, locked, and refuse what their page refuses', async () => {
  const rows = await fillAccount(own, admin.accountId, admin.userId, 'ours');
  const id = Number(rows.get('purchase_orders')?.id);
  await own.sql(`update purchase_orders set status = 'pending', locked = false, archived_at = null, deleted_at = null where id = $1`, [id]);
  const { headers } = await use(own, key, { url: `/v1/purchase-orders/${id}` });
  expect((await send(`/v1/purchase-orders/${id}/lock`, { headers: { 'if-match': String(headers.etag) } })).json()).toMatchObject({ id });
  expect((await send(`/v1/purchase-orders/${id}/unlock`, { headers: { 'if-match': String(headers.etag) } })).statusCode).toBe(412);
  expect((await send(`/v1/purchase-orders/${id}/unlock`)).statusCode).toBe(200);
  const [unlocked] = (await own.as(admin, { url: `/api/purchase-orders/${id}/logs` })).json();
  expect(unlocked.edited_by).toMatch(/, by the key Robot$/);
  const page = await inTenant(own.database, admin, (tenant) => getPurchaseOrder(tenant, id));
  expect(page?.events[0]?.by).toBe(unlocked.edited_by);
  expect((await send(`/v1/purchase-orders/${id}/close`, { payload: { reason: '' } })).statusCode).toBe(422);
  expect((await send(`/v1/purchase-orders/${id}/unarchive`)).statusCode).toBe(409);
  for (const verb of ['hold', 'unhold', 'archive', 'unarchive', 'cancel', 'retry', 'lock', 'unlock'])
    expect((await send(`/v1/purchase-orders/${theirs.get('purchase_orders')}/${verb}`)).statusCode, verb).toBe(404);
});
