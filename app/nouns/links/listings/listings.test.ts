import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addConnection, addIssues, addLines, addOrder, addProducts } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { finishRun } from '../../../shared/runs/commands.ts';

const own = testWeb({ longestWaitMs: 100 });
let ann: Person;
let user: Person;
let connectionId: number;
let slug: string;
let products: Map<string, number>;

beforeAll(async () => {
  const accountId = await own.account();
  ann = await own.person(accountId, 'admin');
  user = await own.person(accountId, 'user');
  connectionId = await addConnection(own, accountId);
  const [row] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [connectionId]);
  slug = String(row?.slug);
  products = await addProducts(own, accountId, ['MUG', 'CUP', 'POT']);
  await own.sql(`update products set upc = '5010000225681' where id = $1`, [products.get('POT')]);
});

/** Four listings: MUG is linked, CUP has the SKU of a product, TEAPOT the UPC of one, OWL nothing. */
beforeEach(async () => {
  await own.sql('delete from issues; delete from order_lines; delete from changes; delete from connector_products');
  for (const [sku, name, upc, product] of [
    ['MUG', 'A mug', null, products.get('MUG')],
    ['CUP', 'A cup', null, null],
    ['TEAPOT', 'A pot for tea', '5010000225681', null],
    ['OWL', 'Cushion owl', null, null],
  ])
    await own.sql(
      `insert into connector_products (account_id, connection_id, connector_product_sku, connector_product_id, name, upc, product_id, quantity_available, stock_id, source_link)
       values ($1, $2, $3, 'L-' || $3, $4, $5, $6, 7, 'S-1', 'https://shop.example/1')`,
      [ann.accountId, connectionId, sku, name, upc, product],
    );
});

const url = () => `/api/connectors/${slug}/products`;
const list = async (query = '') => own.as(ann, { url: `${url()}?account_id=${ann.accountId}&connector_id=${connectionId}${query}` });
const skus = async (query: string) =>
  (await list(query)).json().connector_products.data.map((row: { connector_product_sku: string }) => row.connector_product_sku);
const post = (path: string, payload: object, person = ann) => own.as(person, { method: 'POST', url: path, payload });
const idOf = async (sku: string) =>
  Number(
    (await own.sql('select id from connector_products where connector_product_sku = $1 and connection_id = $2', [sku, connectionId]))[0]
      ?.id,
  );

describe('the list', () => {
  test('has every field of both sides, the newest first', async () => {
    const { connector_products: listed, pagination_elements } = (
      await list('&page=1&perPage=50&connectionStatus=All&q=&pagination=5')
    ).json();
    expect(listed.data.map((row: { connector_product_sku: string }) => row.connector_product_sku)).toEqual(['OWL', 'TEAPOT', 'CUP', 'MUG']);
    expect({ ...listed, data: 0 }).toMatchObject({
      current_page: 1,
      last_page: 1,
      total: 4,
      per_page: 50,
      prev_page_url: null,
      next_page_url: null,
    });
    expect(pagination_elements).toEqual([1]);
    expect(listed.data[3]).toEqual({
      ...{ id: expect.any(Number), account_id: ann.accountId, connector_id: connectionId, product_id: products.get('MUG') },
      ...{ connector_product_sku: 'MUG', connector_product_id: 'L-MUG', connector_product_location: null, title: 'A mug', name: 'A mug' },
      ...{ sku: 'MUG', upc: null, image_url: null, qty: 7, quantity_available: expect.any(Number), warehouse_location: null },
      ...{
        stock_id: 'S-1',
        source_link: 'https://shop.example/1',
        units_per_sale: 1,
        is_alias: false,
        doubt: null,
        stock_buffer: null,
        equal: null,
        waiting: 0,
        stock_refused: null,
        stock_sent: null,
      },
      linked: expect.objectContaining({ id: products.get('MUG'), sku: 'MUG' }),
    });
    expect(listed.data.map((row: { equal: { sku: string; same: string } | null }) => row.equal && [row.equal.sku, row.equal.same])).toEqual(
      [null, ['POT', 'UPC'], ['CUP', 'SKU'], null],
    );
  });

  test('offers nothing as equal by a UPC that a person or a file gave to a product of which the warehouse says another', async () => {
    await own.sql(`update products set warehouse_values = '{"upc": "5010000999999"}' where id = $1`, [products.get('POT')]);
    const { data } = (await list('&q=teapot')).json().connector_products;
    await own.sql(`update products set warehouse_values = '{}' where id = $1`, [products.get('POT')]);
    expect(data).toMatchObject([{ connector_product_sku: 'TEAPOT', equal: null }]);
  });

  test.each(['N/A', '000000000000'])('takes the UPC %s for none, whoever says it', async (upc) => {
    const offered = async () => (await list('&q=teapot')).json().connector_products.data[0].equal;
    await own.sql('update products set warehouse_values = $2 where id = $1', [products.get('POT'), { upc }]);
    expect(await offered()).toMatchObject({ sku: 'POT', same: 'UPC' });
    await own.sql(`update products set warehouse_values = '{}', upc = $2 where id = $1`, [products.get('POT'), upc]);
    await own.sql('update connector_products set upc = $2 where account_id = $1', [ann.accountId, upc]);
    expect(await offered()).toBeNull();
    await own.sql(`update products set upc = '5010000225681' where id = $1`, [products.get('POT')]);
  });

  test.each([
    ['&connectionStatus=linked', ['MUG']],
    ['&connectionStatus=Linked', ['MUG']],
    ['&connectionStatus=unlinked', ['OWL', 'TEAPOT', 'CUP']],
    ['&q=tea', ['TEAPOT']],
    ['&q=l-owl', ['OWL']],
    ['&q=cushion', ['OWL']],
    ['&q=nothing', []],
  ])('%s', async (query, expected) => {
    expect(await skus(query)).toEqual(expected);
  });

  test('says how many orders wait for a link, and what of its stock the channel refused', async () => {
    for (const [at, sku] of ['OWL', 'OWL', 'MUG'].entries()) {
      const orderId = await addOrder(own, ann.accountId, connectionId);
      await addIssues(own, ann.accountId, [
        { order_id: orderId, connection_id: connectionId, type: 'unmapped_sku', subject: sku, closed_at: at === 1 ? new Date() : null },
      ]);
    }
    await own.sql(
      `insert into issues (account_id, connection_id, type, subject, sentence, blocking) values ($1, $2, 'stock_refused', 'MUG', '{"code": "stock_refused", "connection": "It", "sku": "MUG", "reason": {"code": "their_words", "text": "No.", "status": null}}', false)`,
      [ann.accountId, connectionId],
    );
    const { data } = (await list()).json().connector_products;
    expect(data.map((row: { waiting: number; stock_refused: string | null }) => [row.waiting, row.stock_refused])).toEqual([
      [1, null],
      [0, null],
      [0, null],
      [0, 'It did not take the stock of MUG: No.'],
    ]);
  });

  test('goes by pages, and by the product that is linked', async () => {
    expect(await skus('&perPage=2&page=2')).toEqual(['CUP', 'MUG']);
    const reply = (await list('&perPage=1&page=2')).json();
    expect(reply.pagination_elements).toEqual([1, 2, 3, 4]);
    expect(reply.connector_products.next_page_url).toContain(`${url()}?`);
    expect((await own.as(ann, { url: reply.connector_products.next_page_url })).json().connector_products.current_page).toBe(3);
    expect(await skus(`&product_id=${products.get('MUG')}`)).toEqual(['MUG']);
    expect(await skus(`&product_id=${products.get('CUP')}`)).toEqual([]);
  });

  test('of a connection that is another or nobody’s is not found', async () => {
    expect((await own.as(ann, { url: `${url()}?connector_id=999999` })).statusCode).toBe(404);
    expect((await own.as(ann, { url: '/api/connectors/nobody/products' })).statusCode).toBe(404);
    const other = await own.person(await own.account());
    expect((await own.as(other, { url: url() })).statusCode).toBe(404);
  });
});

describe('deleting', () => {
  const waitingOrder = async () => {
    const orderId = await addOrder(own, ann.accountId, connectionId);
    await addLines(own, ann.accountId, orderId, [{ sku: 'MUG', quantity: 1 }], products);
    return orderId;
  };
  const productOfLine = async (orderId: number) =>
    (await own.sql<{ product_id: string | null }>('select product_id from order_lines where order_id = $1', [orderId]))[0]?.product_id;

  test('one takes it off the list, stops the orders that go by its link, and can be undone', async () => {
    const orderId = await waitingOrder();
    const body = { account_id: ann.accountId, user_id: ann.userId, connector_product: { id: await idOf('MUG') } };
    const reply = await post('/api/connector-products/delete', body);
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { message: 'The product was deleted. 1 order now waits for a link.', alert_type: 'success', undo: { seconds: 10 } },
    ]);
    expect(await skus('')).toEqual(['OWL', 'TEAPOT', 'CUP']);
    expect(await productOfLine(orderId)).toBeNull();
    expect((await post('/api/connector-products/delete', body)).statusCode).toBe(404);
    expect((await post(`/api/mapping-saves/${reply.json().undo.id}/undo`, {})).statusCode).toBe(200);
    expect(await skus('')).toContain('MUG');
    expect(Number(await productOfLine(orderId))).toBe(products.get('MUG'));
  });

  test('all says before what it does, needs the permission to map, and can be undone', async () => {
    const orderId = await waitingOrder();
    expect((await own.as(ann, { url: `${url()}/impact` })).json()).toEqual({ products: 4, linked: 1, stops: 1, sold: 0 });
    const remove = (person: Person, query: string) => own.as(person, { method: 'DELETE', url: `${url()}${query}` });
    expect((await remove(user, '')).statusCode).toBe(403);
    expect((await remove(ann, '?accountId=999999')).statusCode).toBe(403);
    expect((await remove(ann, '?connectorId=999999')).statusCode).toBe(404);
    const reply = await remove(ann, `?accountId=${ann.accountId}&connectorId=${connectionId}`);
    expect(reply.json()).toMatchObject({ message: '4 products were deleted. 1 order now waits for a link.' });
    expect([await skus(''), await productOfLine(orderId)]).toEqual([[], null]);
    await post(`/api/mapping-saves/${reply.json().undo.id}/undo`, {});
    expect([await skus(''), Number(await productOfLine(orderId))]).toEqual([['OWL', 'TEAPOT', 'CUP', 'MUG'], products.get('MUG')]);
  });
});

test('all are deleted also where more are linked than a statement takes values', async () => {
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, product_id)
     select $1, $2, 'MANY-' || n, $3 from generate_series(1, 66000) n`,
    [ann.accountId, connectionId, products.get('MUG')],
  );
  const reply = await own.as(ann, { method: 'DELETE', url: url() });
  expect([reply.statusCode, reply.json().message]).toEqual([200, expect.stringContaining('66,004 products were deleted.')]);
});

test('equal products are linked together, each to what a person saw; what was changed since is left out', async () => {
  const { data, more } = (await own.as(ann, { url: `${url()}/equal` })).json();
  expect([data.map((pair: { sku: string; equal: { sku: string } }) => [pair.sku, pair.equal.sku]), more]).toEqual([
    [
      ['TEAPOT', 'POT'],
      ['CUP', 'CUP'],
    ],
    false,
  ]);
  const links = [
    { id: await idOf('TEAPOT'), product_id: products.get('POT') },
    { id: await idOf('CUP'), product_id: products.get('MUG') },
    { id: await idOf('OWL'), product_id: products.get('MUG') },
  ];
  const reply = (await post(`${url()}/equal`, { links })).json();
  expect(reply).toMatchObject({ linked: 1, message: expect.stringContaining('2 were left out: linked by now, or no longer equal.') });
  expect(await skus('&connectionStatus=linked')).toEqual(['TEAPOT', 'MUG']);
});

test('nothing is offered as equal to what was a pack of another product: its units are said with a link', async () => {
  await own.sql(`update connector_products set units_per_sale = 6 where connector_product_sku = 'CUP'`);
  const { data } = (await own.as(ann, { url: `${url()}/equal` })).json();
  expect(data.map(({ sku }: { sku: string }) => sku)).toEqual(['TEAPOT']);
  const links = [{ id: await idOf('CUP'), product_id: products.get('CUP') }];
  expect((await post(`${url()}/equal`, { links })).json()).toMatchObject({ linked: 0 });
});

test('nothing is offered as equal to what its name calls a pack: one unit would leave where six were sold', async () => {
  await own.sql(`update connector_products set name = 'Mug, pack of 6' where connector_product_sku = 'TEAPOT'`);
  const { data } = (await own.as(ann, { url: `${url()}/equal` })).json();
  expect(data.map(({ sku }: { sku: string }) => sku)).toEqual(['CUP']);
  expect((await list('&q=teapot')).json().connector_products.data).toMatchObject([{ connector_product_sku: 'TEAPOT', equal: null }]);
  const links = [{ id: await idOf('TEAPOT'), product_id: products.get('POT') }];
  expect((await post(`${url()}/equal`, { links })).json()).toMatchObject({ linked: 0 });
});

describe('importing', () => {
  const still =
    'Connector products are still being imported. Please check back in a couple minutes, the button will be enabled once the sync is finished.';
  const withStream = () =>
    own.sql(
      `insert into streams (account_id, connection_id, stream, cursor) values ($1, $2, 'listings', '{"after":"9"}') on conflict (account_id, connection_id, stream) do update set cursor = excluded.cursor`,
      [ann.accountId, connectionId],
    );
  const runs = () =>
    own.sql<{ id: string; state: string }>(
      `select id, state from runs where connection_id = $1 and subject ->> 'stream' = 'listings' order by id`,
      [connectionId],
    );

  test('reads all from the beginning, a second press joins it, and what takes long goes on by itself', async () => {
    await withStream();
    const [first, second] = await Promise.all([post(url(), { accountId: ann.accountId }), post(url(), {})]);
    expect([first.statusCode, first.json().errorMessage]).toEqual([504, still]);
    expect(second.statusCode).toBe(504);
    const [run, ...more] = await runs();
    expect([run?.state, more]).toEqual(['running', []]);
    expect(await own.sql('select cursor from streams where connection_id = $1', [connectionId])).toEqual([{ cursor: null }]);
    await inTenant(own.database, ann, (tenant) => finishRun(tenant, Number(run?.id), 'done', { code: 'up_to_date' }));
  });

  test('from what does not tell its products is refused in words', async () => {
    await own.sql('delete from streams');
    const reply = await post(url(), {});
    expect([reply.statusCode, reply.json().errorMessage]).toEqual([409, expect.stringContaining('does not tell its products')]);
  });
});
