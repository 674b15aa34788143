import { beforeAll, expect, test } from 'vitest';
import { type Person, testWeb } from '../../../test/web.ts';

const own = testWeb();
let admin: Person;
let user: Person;
let listingId: number;

beforeAll(async () => {
  const accountId = await own.account();
  admin = await own.person(accountId, 'admin');
  user = await own.person(accountId, 'user');
  const [connection] = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities, settings)
     values ($1, 'channel_advisor', 'market', 'Market', '{orders,listings,inventory}', '{"application_id":"a","shared_secret":"s","refresh_token":"r","profile_id":"1"}') returning id`,
    [accountId],
  );
  const [row] = await own.sql<{ id: string }>(
    `insert into connector_products (account_id, connection_id, connector_product_sku) values ($1, $2, 'MUG') returning id`,
    [accountId, connection?.id],
  );
  listingId = Number(row?.id);
});

const send = (person: Person, method: 'PUT' | 'POST', url: string, payload: object = {}) => own.as(person, { method, url, payload });
const on = { mode: 'on', location_id: '1', location_name: 'Amware', buffer: 2 };

test('who may map says how a channel is told of stock; without a location it is not begun', async () => {
  const url = '/api/connectors/market/stock';
  expect((await send(user, 'PUT', url, on)).statusCode).toBe(403);
  const without = await send(admin, 'PUT', url, { mode: 'on' });
  expect([without.statusCode, without.json()]).toMatchObject([
    422,
    { location_id: ['Choose the location at the channel that the stock is sent for.'] },
  ]);
  expect((await send(admin, 'PUT', url, { ...on, buffer: -1 })).statusCode).toBe(422);
  expect((await send(admin, 'POST', `${url}/push`)).statusCode).toBe(409);
  expect((await send(admin, 'PUT', url, on)).json()).toEqual({ message: 'Stock is sent to the channel from now on.' });
  const pushed = await send(user, 'POST', `${url}/push`);
  expect([pushed.statusCode, pushed.json()]).toMatchObject([200, { total: 0, message: 'No product is linked.' }]);
  expect((await send(admin, 'PUT', '/api/connectors/nobody/stock', on)).statusCode).toBe(404);
});

test('a buffer is kept for one product; of another account there is none', async () => {
  const url = `/api/connector-products/${listingId}/buffer`;
  expect((await send(admin, 'PUT', url, { buffer: 5 })).json()).toEqual({ message: 'The buffer was saved.' });
  expect(await own.sql('select stock_buffer from connector_products where id = $1', [listingId])).toEqual([{ stock_buffer: 5 }]);
  expect((await send(admin, 'PUT', url, { buffer: null })).statusCode).toBe(200);
  const other = await own.person(await own.account(), 'admin');
  expect((await send(other, 'PUT', url, { buffer: 1 })).statusCode).toBe(404);
});

test('what channels were told of a product is read by its own account alone', async () => {
  const [row] = await own.sql<{ id: string }>(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug') returning id`, [
    admin.accountId,
  ]);
  await own.sql('update connector_products set product_id = $2 where id = $1', [listingId, row?.id]);
  await own.sql(
    `insert into stock_pushes (account_id, connection_id, connector_product_id, quantity, outcome) select account_id, connection_id, id, 7, 'sent' from connector_products where id = $1`,
    [listingId],
  );
  const url = `/api/products/${row?.id}/stock-pushes`;
  expect((await own.as(user, { url })).json().data).toMatchObject([
    { sku: 'MUG', quantity: 7, outcome: 'sent', connection_name: 'Market' },
  ]);
  const other = await own.person(await own.account(), 'admin');
  expect((await own.as(other, { url })).statusCode).toBe(404);
  expect((await own.as(user, { url: '/api/products/999999999/stock-pushes' })).statusCode).toBe(404);
});

test('who chooses another location is told how many products the former one goes on to sell', async () => {
  const url = '/api/connectors/market/stock';
  await own.sql('update connector_products set stock_sent = 1000 where id = $1', [listingId]);
  const reply = await send(admin, 'PUT', url, { ...on, location_id: '2', location_name: 'Attic' });
  expect(reply.json().message).toBe(
    'Stock is sent to the channel from now on. Amware keeps what it was sent last of one product: set that to 0 at the channel, or the same goods are sold twice.',
  );
  expect((await send(admin, 'PUT', url, { ...on, location_id: '2', location_name: 'Attic', buffer: 3 })).json().message).toBe(
    'Stock is sent to the channel from now on.',
  );
});

test('a location that was switched off goes on to sell, and is named once another is switched on', async () => {
  const url = '/api/connectors/market/stock';
  await send(admin, 'PUT', url, on);
  await own.sql('update connector_products set stock_sent = 1000 where id = $1', [listingId]);
  await send(admin, 'PUT', url, { mode: 'off' });
  expect((await send(admin, 'PUT', url, { ...on, location_id: '2', location_name: 'Attic' })).json().message).toContain(
    'Amware keeps what it was sent last of one product',
  );
  // What was only rehearsed sells nothing.
  await send(admin, 'PUT', url, { ...on, mode: 'rehearsal' });
  await own.sql('update connector_products set stock_sent = 1000 where id = $1', [listingId]);
  await send(admin, 'PUT', url, { ...on, mode: 'off' });
  expect((await send(admin, 'PUT', url, { ...on, location_id: '2', location_name: 'Attic' })).json().message).toBe(
    'Stock is sent to the channel from now on.',
  );
});
