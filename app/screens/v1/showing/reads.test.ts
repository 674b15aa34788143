import { beforeAll, expect, test } from 'vitest';
import { fillAccount } from '../../../../test/fill-account.ts';
import { indexWords } from '../../../../test/index-words.ts';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { addConnection, addIssues, addLines, addOrders, addProducts } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';
import { allows, scopes } from '../../../people/keys/scopes.ts';

const own = testWeb();
let key = '';
let admin: Awaited<ReturnType<typeof keyOf>>['admin'];
let orders: number[];
let products: number[];

beforeAll(async () => {
  ({ admin, key } = await keyOf(own, 'Own', { scopes: [...scopes] }));
  const { accountId } = admin;
  const connection = await addConnection(own, accountId);
  const placed = (n: number) => new Date(Date.UTC(2026, 9, 1 + Math.floor(n / 2))).toISOString();
  // Two of each day, so that a page ends between orders of one time.
  const facts = Array.from({ length: 25 }, (_, n) => ({ order_date: placed(n), on_hold: n % 5 === 0, country: n % 2 === 0 ? 'DE' : 'FR' }));
  orders = await addOrders(own, accountId, connection, facts);
  products = [...(await addProducts(own, accountId, ['MUG', 'cup', 'BOWL'])).values()];
  await addLines(own, accountId, orders[0] ?? 0, [{ sku: 'MUG', quantity: 2 }]);
  await addIssues(own, accountId, [
    { order_id: orders[0] ?? 0, closed_at: null },
    { order_id: orders[1] ?? 0, closed_at: new Date().toISOString() },
  ]);
  await own.sql('update orders set open_issues = 1 where id = $1', [orders[0]]);
  const other = await own.person(await own.account('Other'), 'account_admin');
  for (const table of [
    'orders',
    'products',
    'purchase_orders',
    'issues',
    'shipments',
    'connector_products',
    'location_mappings',
    'receipts',
    'runs',
    'imports',
    'exports',
    'support_tickets',
  ])
    await own.sql(`select setval('${table}_id_seq', 900000)`);
  await fillAccount(own, other.accountId, other.userId, 'theirs-alone');
});

const get = async (url: string, headers = {}) => use(own, key, { url, headers });

/** Every record of a list, page by page. */
async function all(url: string, from?: string): Promise<{ id: number }[]> {
  const found: { id: number }[] = [];
  for (let cursor = from === undefined ? '' : `&cursor=${from}`; ; ) {
    const reply = await get(`${url}${cursor}`);
    expect(reply.statusCode, reply.body).toBe(200);
    const { data, next } = reply.json();
    found.push(...data);
    if (next === null) return found;
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
}
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

test.each([
  ['/v1/orders?limit=4', () => orders.toReversed()],
  ['/v1/orders?limit=7&order=oldest', () => orders],
  ['/v1/orders?limit=2&on_hold=true', () => orders.filter((_, n) => n % 5 === 0).toReversed()],
  ['/v1/orders?limit=3&country=DE&on_hold=false', () => orders.filter((_, n) => n % 2 === 0 && n % 5 !== 0).toReversed()],
  ['/v1/orders?limit=3&placed_from=2026-10-11', () => orders.slice(20).toReversed()],
  ['/v1/orders?limit=5&issue=any', () => orders.slice(0, 1)],
  ['/v1/products?limit=2&order=oldest', () => products],
  ['/v1/stock?limit=1&sku=mug', () => products.slice(0, 1)],
  ['/v1/products?limit=1&linked=true', () => []],
])('page by page %s has each record once, in order', async (url, expected) => {
  const rows = await all(url);
  // Those of one day are in the order of their ids.
  expect(ids(rows)).toEqual(expected());
});

test('what comes in while pages are read neither doubles nor hides a record', async () => {
  const first = (await get('/v1/orders?limit=10')).json();
  const [connection] = await own.sql<{ connection_id: string }>('select connection_id from orders where id = $1', [orders[0]]);
  await addOrders(own, admin.accountId, Number(connection?.connection_id), [{ order_date: '2026-11-20T00:00:00Z' }]);
  const rest = await all('/v1/orders?limit=10', first.next);
  expect([...ids(first.data), ...ids(rest)]).toEqual(orders.toReversed());
  await own.sql("delete from orders where order_date = '2026-11-20' and account_id = $1", [admin.accountId]);
});

test('an order has its lines and issues, an ETag, and no body for who has it already', async () => {
  const reply = await get(`/v1/orders/${orders[0]}`);
  expect(reply.json()).toMatchObject({ id: orders[0], lines: [{ sku: 'MUG', quantity: 2 }], issues: [{ type: 'unmapped_sku' }] });
  const etag = String(reply.headers.etag);
  const same = await get(`/v1/orders/${orders[0]}`, { 'if-none-match': `"other", W/${etag}` });
  expect([same.statusCode, same.body]).toEqual([304, '']);
  await own.sql('update orders set note = $2 where id = $1', [orders[0], 'Ring twice']);
  const changed = await get(`/v1/orders/${orders[0]}`, { 'if-none-match': etag });
  expect(changed.json().note).toBe('Ring twice');
});

test('issues are those that are open, or all of an order', async () => {
  expect((await get('/v1/issues')).json().data).toMatchObject([{ order_id: orders[0], closed_at: null, remedy: 'link_product' }]);
  expect((await get(`/v1/issues?state=all&order_id=${orders[1]}`)).json().data).toMatchObject([{ order_id: orders[1] }]);
  expect((await get('/v1/issues?type=bad_address')).statusCode).toBe(422);
});

test('stock says when it was last counted, whether or not that changed a figure', async () => {
  const [id = 0] = products;
  const countedAt = async () => (await get(`/v1/stock/${id}`)).json().counted_at;
  expect(await countedAt()).toBeNull();
  const warehouse = await addConnection(own, admin.accountId, 'warehouse');
  const count = (at: string) =>
    own.sql(
      `insert into stock_counts (account_id, connection_id, ended_at) values ($1, $2, $3)
       on conflict (account_id, connection_id) do update set ended_at = excluded.ended_at`,
      [admin.accountId, warehouse, at],
    );
  await count('2026-10-02T00:00:00Z');
  await own.sql(`update products set stock_taken_at = '2026-10-01T00:00:00Z' where id = $1`, [id]);
  expect(await countedAt()).toBe('2026-10-02T00:00:00.000Z');
  await count('2026-10-05T00:00:00Z');
  expect(await countedAt()).toBe('2026-10-05T00:00:00.000Z');
  await own.sql('update connections set disconnected_at = now() where id = $1', [warehouse]);
  expect(await countedAt()).toBe('2026-10-01T00:00:00.000Z');
  await own.sql('update products set stock_taken_at = null where id = $1', [id]);
});

test('fields are chosen, and one that there is not is refused, as is a cursor or filter that is none', async () => {
  expect((await get('/v1/orders?limit=1&fields=number,status')).json().data[0]).toEqual({
    id: orders.at(-1),
    number: expect.any(String),
    status: 'pending',
  });
  const wrong = async (query: string) => (await get(`/v1/orders?${query}`)).json().errors;
  expect(await wrong('fields=secret')).toMatchObject([{ parameter: 'fields' }]);
  expect(await wrong('cursor=xyz')).toMatchObject([{ parameter: 'cursor' }]);
  expect(await wrong(`cursor=${Buffer.from('[1,"2"]').toString('base64url')}`)).toMatchObject([{ parameter: 'cursor' }]);
  // Of a list that goes by ids alone: orders go by when they were placed.
  const { next } = (await get('/v1/products?limit=1')).json();
  expect(await wrong(`cursor=${next}`)).toMatchObject([{ parameter: 'cursor' }]);
  expect(await wrong('sttus=pending')).toMatchObject([{ parameter: 'sttus' }]);
  expect(await wrong('limit=101')).toMatchObject([{ parameter: 'limit' }]);
  for (const name of ['connection', 'country', 'search', 'placed_from', 'placed_until', 'ids', 'cursor', 'fields'])
    for (const value of ['', '%20']) expect(await wrong(`${name}=${value}`), name).toMatchObject([{ parameter: name }]);
  for (const list of ['products', 'stock', 'purchase-orders', 'tickets'])
    expect((await get(`/v1/${list}?search=`)).json().errors, list).toMatchObject([{ parameter: 'search' }]);
});

const reads = () => own.web.web.endpointsByKey.filter(({ method }) => method === 'GET');

test('nothing of another account is served, whatever is asked for', async () => {
  for (const { path } of reads()) {
    const reply = await get(path.replace(':id', '900001'));
    if (path.includes(':id')) expect(reply.statusCode, path).toBe(404);
    expect(reply.body, path).not.toContain('theirs-alone');
  }
});

test('each call takes its own scope, and no key or another scope is refused', async () => {
  for (const { path, byKey } of reads()) {
    const url = path.replace(':id', '1');
    // From an address of their own: what is refused there often is nothing of this key.
    const remoteAddress = '203.0.113.8';
    expect((await own.web.inject({ url, remoteAddress })).statusCode, path).toBe(401);
    expect((await own.as(admin, { url, remoteAddress })).statusCode, path).toBe(401);
    if (!byKey?.scope) continue;
    const others = scopes.filter((scope) => !allows([scope], byKey.scope ?? ''));
    const { key: without } = (await makeKey(own, admin, { name: `Without ${path}`, scopes: others })).json();
    expect((await use(own, without, { url })).json(), path).toMatchObject({ status: 403, code: 'lacks_scope', scope: byKey.scope });
  }
});

test('named by their ids records are read whatever else a list leaves out, and those that are not there are no error', async () => {
  const [first, second] = orders;
  await own.sql('update orders set archived_at = now() where id = $1', [second]);
  expect(ids(await all(`/v1/orders?limit=1&ids=${first},${second},900001`))).toEqual([second, first]);
  expect(ids(await all(`/v1/orders?archived=false&ids=${first},${second}`))).toEqual([first]);
  await own.sql('update orders set archived_at = null where id = $1', [second]);
  const issues = await own.sql<{ id: string }>('select id from issues where account_id = $1 order by id desc', [admin.accountId]);
  expect(ids(await all(`/v1/issues?ids=${issues.map(({ id }) => id).join(',')}`))).toEqual(issues.map(({ id }) => Number(id)));
  expect((await get(`/v1/issues/${issues[0]?.id}`)).json()).toMatchObject({ id: Number(issues[0]?.id) });
  for (const wrong of ['x', '1,,2', Array.from({ length: 101 }, () => 1).join(',')])
    expect((await get(`/v1/products?ids=${wrong}`)).json().errors, wrong).toMatchObject([{ parameter: 'ids' }]);
});

test('as many as are named by their ids come on one page, unless fewer are asked for', async () => {
  const { admin: other, key: by } = await keyOf(own, 'Many', { scopes: ['read_products'] });
  const skus = Array.from({ length: 60 }, (_, n) => `SKU-${n}`);
  const many = [...(await addProducts(own, other.accountId, skus)).values()].sort((a, b) => b - a);
  const page = async (query: string) => (await use(own, by, { url: `/v1/products?${query}` })).json();
  const { data, next } = await page(`ids=${many.join(',')}`);
  expect([ids(data), next]).toEqual([many, null]);
  for (const query of ['order=newest', `limit=50&ids=${many.join(',')}`])
    expect(await page(query)).toMatchObject({ data: many.slice(0, 50).map((id) => ({ id })), next: expect.any(String) });
});

test('lists are filtered by tag and by words', async () => {
  const [tag] = await own.sql<{ id: string }>(`insert into tags (account_id, name, color) values ($1, 'Gift', 'blue') returning id`, [
    admin.accountId,
  ]);
  await own.sql(
    `insert into tagged_records (account_id, tag_id, record_type, record_id) values ($1, $2, 'order', $3), ($1, $2, 'product', $4)`,
    [admin.accountId, tag?.id, orders[3], products[1]],
  );
  expect(await all(`/v1/orders?tag_id=${tag?.id}`)).toMatchObject([{ id: orders[3], tags: ['Gift'] }]);
  expect(await all(`/v1/products?tag_id=${tag?.id}`)).toMatchObject([{ id: products[1], tags: ['Gift'] }]);
  expect(ids(await all('/v1/products?search=BOW'))).toEqual([products[2]]);
  await indexWords(own, admin.accountId);
  expect(ids(await all('/v1/orders?search=mug'))).toEqual([orders[0]]);
});

test('a reply says its version, and one that there is not is refused', async () => {
  expect((await get('/v1/key')).headers['crossdock-version']).toBe('2026-11-27');
  expect((await get('/v1/key', { 'crossdock-version': '2026-11-27' })).statusCode).toBe(200);
  expect((await get('/v1/key', { 'crossdock-version': '2020-01-01' })).json()).toMatchObject({ status: 400, code: 'unknown_version' });
});

test('purchase orders and connections are read, too', async () => {
  const rows = await fillAccount(own, admin.accountId, admin.userId, 'ours');
  const id = Number(rows.get('purchase_orders')?.id);
  expect(ids((await get('/v1/purchase-orders')).json().data)).toContain(id);
  expect(ids(await all('/v1/purchase-orders?search=OUR'))).toEqual([id]);
  expect(await all('/v1/purchase-orders?search=theirs')).toEqual([]);
  expect((await get(`/v1/purchase-orders/${id}`)).json()).toMatchObject({ id, lines: [{ sku: 'ours' }] });
  const { data } = (await get('/v1/connections')).json();
  expect(data.length).toBeGreaterThan(0);
  expect(JSON.stringify(data)).not.toContain('settings');
});
