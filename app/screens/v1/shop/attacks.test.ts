import { beforeAll, expect, test } from 'vitest';
import { connectorNamed } from '../../../../connectors/index.ts';
import { sealWith } from '../../../../platform/seal.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { addShop, keyOf, makeKey, use } from '../../../../test/keys.ts';
import { orderOf } from '../../../../test/shop/own-shop.ts';
import { testWeb, testWebKey } from '../../../../test/web.ts';
import { eraseOrders } from '../../../nouns/order-flow/erasing/erase-orders.ts';
import { scopes } from '../../../people/keys/scopes.ts';
import { connect, disconnect, setPaused } from '../../../shared/connections/connecting/commands.ts';

const own = testWeb();
let admin: Awaited<ReturnType<typeof keyOf>>['admin'];
let [key, sister, strangers] = ['', '', ''];
let shopId = 0;
let names = 0;

beforeAll(async () => {
  const made = await keyOf(own, 'Acme', { name: 'Shop', scopes: ['write_shop'] });
  ({ admin, key } = made);
  shopId = Number((await own.sql<{ shop_id: string }>('select shop_id from api_keys where id = $1', [made.id]))[0]?.shop_id);
  const other = await addShop(own, admin.accountId, 'sister');
  sister = (await makeKey(own, admin, { name: 'Sister', scopes: ['write_shop'], shop_id: other })).json().key;
  strangers = (await keyOf(own, 'Strangers', { name: 'Theirs', scopes: ['write_shop'] })).key;
});

type Method = 'GET' | 'POST' | 'PATCH';
const send = (method: Method, url: string, payload?: object, by = key) =>
  use(own, by, { method, url, headers: { 'idempotency-key': `n${++names}` }, ...(payload && { payload }) });
const post = (order: object, by = key) => send('POST', '/v1/shop/orders', order, by);
const many = (orders: object[], by = key) => send('POST', '/v1/shop/orders/send', { orders }, by);
/** The column of its total does not hold what these come to. */
const dear = { lines: [{ sku: 'MUG', quantity: 1_000_000, unit_price: '9999999999' }] };
const rows = (externalId: string) => own.sql('select id from orders where remote_id = $1', [externalId]);

test('a repeat replies with the order that there is, and another body is refused', async () => {
  const first = (await post(orderOf('twice'))).json();
  const { lines, ...rest } = orderOf('twice');
  // In another order of its fields it says the same.
  expect((await post({ lines, ...rest })).json()).toMatchObject({ id: first.id, outcome: 'existing' });
  const other = await post(orderOf('twice', { note: 'Another' }));
  expect(other.json()).toMatchObject({ status: 409, code: 'taken', order: { id: first.id, external_id: 'twice' } });
  expect(await rows('twice')).toHaveLength(1);
});

test('of many at once under one id there is one order, whichever call was first', async () => {
  const calls = Array.from({ length: 6 }, (_, n) => (n % 2 ? post(orderOf('race')) : many([orderOf('race-b'), orderOf('race')])));
  const replies = await Promise.all(calls);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  const ids = replies.map((reply) => reply.json().id ?? reply.json().data[1].order.id);
  expect(new Set(ids).size).toBe(1);
  expect([await rows('race'), await rows('race-b')].map(({ length }) => length)).toEqual([1, 1]);
  const two = await Promise.all([post(orderOf('torn', { note: 'one' })), post(orderOf('torn', { note: 'two' }))]);
  expect(two.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test('calls that name the same orders in another order do not wait for each other for ever', async () => {
  const orders = Array.from({ length: 40 }, (_, n) => orderOf(`row-${n}`));
  const replies = await Promise.all([many(orders), many(orders.toReversed()), many(orders)]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const outcomes = replies.flatMap((reply) => reply.json().data.map(({ outcome }: { outcome: string }) => outcome));
  expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(40);
  expect(outcomes.filter((outcome) => outcome === 'existing')).toHaveLength(80);
});

test('a thousand go in one call with an outcome each, and what is wrong keeps none of the others', async () => {
  const orders: object[] = Array.from({ length: 1_000 }, (_, n) => orderOf(`bulk-${n}`));
  orders[3] = { external_id: 'bulk-3', lines: 'none' };
  orders[4] = {};
  orders[5] = orderOf('bulk-0', { note: 'of another order' });
  orders[6] = orderOf('bulk-1');
  orders[7] = orderOf('bulk-7', dear);
  orders[8] = orderOf('bulk-8', {
    lines: [
      { id: 'a', sku: 'A', quantity: 1 },
      { id: 'a', sku: 'B', quantity: 1 },
    ],
  });
  orders[9] = orderOf('bulk-9', { note: 'Half a smile \ud83d' });
  const { data } = (await many(orders)).json();
  expect(data).toHaveLength(1_000);
  expect(data[3]).toMatchObject({ external_id: 'bulk-3', outcome: 'invalid', order: null });
  expect(data[3].errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
    expect.arrayContaining(['/lines', '/currency', '/ship_to']),
  );
  // In the words of a call that sends it alone.
  expect(data[3].errors).toEqual((await post(orders[3] ?? {})).json().errors);
  expect(data[4]).toMatchObject({ external_id: null, outcome: 'invalid' });
  expect([5, 6, 7, 8, 9].map((n) => data[n].outcome)).toEqual(['taken', 'existing', 'invalid', 'invalid', 'invalid']);
  expect(data.filter(({ outcome }: { outcome: string }) => outcome === 'created')).toHaveLength(993);
  expect((await many([...orders, orderOf('one more')])).statusCode).toBe(422);
  expect((await many([])).statusCode).toBe(422);
});

test('each of a thousand orders that are worth too much is named before one is stored', async () => {
  const { data } = (await many(Array.from({ length: 1_000 }, (_, n) => orderOf(`dear-${n}`, dear)))).json();
  expect(data).toHaveLength(1_000);
  for (const each of data) expect(each).toMatchObject({ outcome: 'invalid', order: null, errors: [{ pointer: '/lines' }] });
  expect((await post(orderOf('dear-0', dear))).json()).toMatchObject({ status: 422, errors: [{ pointer: '/lines' }] });
  // With a total of its own nothing is added up.
  expect((await post(orderOf('dear-0', { ...dear, total: '1.00' }))).json()).toMatchObject({ outcome: 'created' });
});

test('what the database cannot hold is refused by itself, and may be sent again once it is right', async () => {
  await own.sql(`alter table orders add constraint held check (total_cost <> 66.6)`);
  const wrong = orderOf('lone', { total: '66.60' });
  expect((await post(wrong)).json()).toMatchObject({ status: 409, code: 'bad_value' });
  const { data } = (await many([orderOf('next'), wrong])).json();
  expect(data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['created', 'refused']);
  const right = (await post(orderOf('lone'))).json();
  expect(right).toMatchObject({ outcome: 'created' });
  const change = (changes: object) => send('PATCH', `/v1/shop/orders/${right.id}`, { external_id: 'lone', ...changes });
  expect((await change({ total: '66.60' })).json()).toMatchObject({ status: 409, code: 'bad_value' });
  await own.sql('alter table orders drop constraint held');
  expect((await change(dear)).statusCode).toBe(422);
  expect((await change({ lines: [] })).statusCode).toBe(422);
});

test.each([
  ['an unknown field', { surprise: 1 }],
  ['a shop by its number', { connection_id: 1 }],
  ['an id with a line break', { external_id: 'a\nb' }],
  ['an id that is too long', { external_id: 'x'.repeat(101) }],
  ['an id with blanks around it', { external_id: ' a' }],
  ['no goods', { lines: [] }],
  ['too many lines', { lines: Array(501).fill({ sku: 'A', quantity: 1 }) }],
  ['a quantity below one', { lines: [{ sku: 'A', quantity: 0 }] }],
  ['a part of a unit', { lines: [{ sku: 'A', quantity: 1.5 }] }],
  ['an amount that is none', { tax: 'NaN' }],
  ['a country by its name', { ship_to: { ...orderOf('x').ship_to, country: 'Germany' } }],
  ['a time of another age', { placed_at: '0001-01-01T00:00:00Z' }],
  ['a note that is too long', { note: 'x'.repeat(5_001) }],
])('%s is refused with 422, and stores nothing', async (_, other) => {
  const before = await own.sql('select count(*) from shop_orders');
  expect((await post(orderOf('bounds', other))).statusCode).toBe(422);
  expect(await own.sql('select count(*) from shop_orders')).toEqual(before);
});

test('no other shop, of the account or another, sees or changes an order; the same id is another order there', async () => {
  const { id } = (await post(orderOf('mine'))).json();
  for (const by of [sister, strangers]) {
    expect((await send('GET', `/v1/shop/orders/${id}`, undefined, by)).statusCode).toBe(404);
    expect((await send('PATCH', `/v1/shop/orders/${id}`, { external_id: 'mine', note: 'theirs' }, by)).statusCode).toBe(404);
    expect((await send('POST', `/v1/shop/orders/${id}/cancel`, { external_id: 'mine' }, by)).statusCode).toBe(404);
    const theirs = await post(orderOf('mine', { note: 'Another body' }), by);
    expect(theirs.json()).toMatchObject({ outcome: 'created' });
    expect(theirs.json().id).not.toBe(id);
  }
  expect(await own.sql('select note, cancel_requested_at from orders where id = $1', [id])).toEqual([
    { note: null, cancel_requested_at: null },
  ]);
});

test('an id that a restored database gave to another order changes and cancels nothing', async () => {
  const { id } = (await post(orderOf('given-anew'))).json();
  const refused = [
    await send('PATCH', `/v1/shop/orders/${id}`, { external_id: 'lost', note: 'Of the other' }),
    await send('POST', `/v1/shop/orders/${id}/cancel`, { external_id: 'lost' }),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  expect((await send('PATCH', `/v1/shop/orders/${id}`, { note: 'x' })).statusCode).toBe(422);
  expect((await send('POST', `/v1/shop/orders/${id}/cancel`, {})).statusCode).toBe(422);
  expect(await own.sql(`select body ->> 'note' as note, cancels from shop_orders where order_id = $1`, [id])).toEqual([
    { note: null, cancels: 0 },
  ]);
});

test('a key sells for the shop that it was made for, which nobody chooses later, and needs one', async () => {
  const needs = await makeKey(own, admin, { name: 'None', scopes: ['write_shop'], shop_id: null });
  expect(needs.json()).toMatchObject({ shop_id: [expect.stringContaining('Choose the shop')] });
  const [channel] = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, reference_key) values ($1, 'ship_station', 'x', 'X', 'x') returning id`,
    [admin.accountId],
  );
  const [foreign] = await own.sql<{ id: string }>(`select id from connections where account_id <> $1 limit 1`, [admin.accountId]);
  for (const shop of [channel, foreign])
    expect((await makeKey(own, admin, { name: 'Other', scopes: ['read_shop'], shop_id: Number(shop?.id) })).statusCode).toBe(422);
  const ledger = (await makeKey(own, admin, { name: 'Plain', scopes: ['read_orders'] })).json();
  const edit = (payload: object) => own.as(admin, { method: 'PATCH', url: `/api/keys/${ledger.id}`, payload });
  expect((await edit({ scopes: ['write_shop'], shop_id: shopId })).json()).toMatchObject({ scopes: [expect.stringContaining('no shop')] });
  // As an agent's, which a person allowed everything.
  await own.sql('update api_keys set scopes = $2 where id = $1', [ledger.id, [...scopes]]);
  expect((await post(orderOf('nobody'), ledger.key)).json()).toMatchObject({ status: 403, code: 'no_shop' });
  const read = (await makeKey(own, admin, { name: 'Reader', scopes: ['read_shop'], shop_id: shopId })).json().key;
  expect((await post(orderOf('reader'), read)).json()).toMatchObject({ status: 403, code: 'lacks_scope' });
});

test('an id stays taken after its order was deleted, its buyer erased and its shop connected again', async () => {
  const code = 'any-shop';
  const { id } = (await post(orderOf('for-ever', { note: 'Secret wish' }))).json();
  const actor = { accountId: admin.accountId, userId: admin.userId };
  await own.sql('update orders set deleted_at = now() where id = $1', [id]);
  expect((await post(orderOf('for-ever', { note: 'Secret wish' }))).json()).toMatchObject({ id, outcome: 'existing', status: null });
  await inTenant(own.database, actor, (tenant) => eraseOrders(tenant, [id], null));
  expect(await own.sql('select body, cancel_reason from shop_orders where order_id = $1', [id])).toEqual([
    { body: null, cancel_reason: null },
  ]);
  await inTenant(own.database, actor, (tenant) => disconnect(tenant, shopId));
  expect((await post(orderOf('for-ever'))).json()).toMatchObject({ status: 409, code: 'disconnected' });
  const again = await inTenant(own.database, actor, (tenant) =>
    connect(tenant, sealWith([testWebKey]), {
      ...{ connector: connectorNamed('own_shop'), name: code, settings: { code }, since: new Date() },
      identity: { name: code, keys: [`own_shop:shop/${code}`] },
    }),
  );
  expect(again).toMatchObject({ id: shopId, isTakenUp: true });
  expect((await post(orderOf('for-ever', { note: 'Secret wish' }))).json()).toMatchObject({ id, outcome: 'existing' });
  expect((await post(orderOf('for-ever'))).json()).toMatchObject({ status: 409, code: 'taken' });
  await own.sql('update orders set deleted_at = null where id = $1', [id]);
  const changed = await send('PATCH', `/v1/shop/orders/${id}`, { external_id: 'for-ever', note: 'x' });
  expect(changed.json()).toMatchObject({ status: 409, code: 'not_editable' });
});

test('a paused shop is told to come again later', async () => {
  const actor = { accountId: admin.accountId, userId: admin.userId };
  await inTenant(own.database, actor, (tenant) => setPaused(tenant, shopId, true));
  const refused = await post(orderOf('paused'));
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([503, '300', 'paused']);
  await inTenant(own.database, actor, (tenant) => setPaused(tenant, shopId, false));
  expect((await post(orderOf('paused'))).json()).toMatchObject({ outcome: 'created' });
});
