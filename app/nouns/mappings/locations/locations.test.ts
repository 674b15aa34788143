import { beforeEach, expect, test } from 'vitest';
import { addLines, addOrder } from '../../../../test/shop/rows.ts';
import { webShop } from '../../../../test/shop/web-shop.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const own = testWeb();
const shop = webShop(own);
const url = '/api/connectors/channel_advisor';

beforeEach(() => own.sql('delete from location_mappings where account_id = $1', [shop.admin.accountId]));

const send = async (method: 'GET' | 'POST' | 'DELETE', address: string, payload?: object, person: Person = shop.admin) => {
  const reply = await own.as(person, { method, url: address, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
};
const save = (...locations: object[]) => send('POST', `${url}/save-locations`, { locations });
const stored = async () => (await send('GET', `${url}/warehouse-locations`)).body;
const west = { internal_id: 'W', connector_location: 'West', amware_location: 'RNO' };

test('the warehouse’s locations are listed under the name that the specification gives', async () => {
  expect(await send('GET', '/api/connectors/amware/warehouse-locations')).toEqual({
    status: 200,
    body: [
      { code: 'ATL', name: 'Atlanta' },
      { code: 'RNO', name: 'Reno' },
    ],
  });
});

test('the channel’s locations are merged with those that are saved, one row for each id', async () => {
  const { body: first } = await send('GET', `${url}/remote-locations`);
  expect(first.length).toBeGreaterThan(0);
  expect(first.every(({ id }: { id: null }) => id === null)).toBe(true);
  const [{ internal_id, connector_location }] = first;
  await save({ internal_id, connector_location, amware_location: 'ATL' });
  const { body } = await send('GET', `${url}/remote-locations`);
  expect(body).toHaveLength(first.length);
  expect(body[0]).toEqual({ id: expect.any(Number), internal_id, connector_location, amware_location: 'ATL' });
});

test('locations are saved, changed, and not mapped any longer; those that nobody mapped are not stored', async () => {
  const saved = await save(west, { internal_id: 'E', connector_location: 'East', amware_location: '' });
  expect(saved).toMatchObject({ status: 200, body: { message: 'Locations were saved.', waiting: 0, undo: { seconds: 10 } } });
  expect(await stored()).toEqual([{ id: expect.any(Number), ...west }]);
  await save({ ...west, amware_location: 'ATL' });
  expect(await stored()).toMatchObject([{ amware_location: 'ATL' }]);
  await save({ ...west, amware_location: null });
  expect(await stored()).toMatchObject([{ internal_id: 'W', amware_location: null }]);
});

test('a location that was added is no longer known once that is undone', async () => {
  const { body } = await save(west);
  expect((await send('POST', `/api/mapping-saves/${body.undo.id}/undo`, {})).status).toBe(200);
  expect(await stored()).toEqual([]);
});

test('a location that a colleague mapped since the page was read is not mapped over, and who it was is said', async () => {
  await save(west);
  await save({ ...west, amware_location: 'ATL' });
  const stale = await save({ ...west, amware_location: '', was: 'RNO' });
  expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  expect(stale.body.errorMessage).toMatch(/^You mapped West to Atlanta on .*Look at it again before you save\.$/);
  expect(await save({ internal_id: 'E', connector_location: 'East', amware_location: 'RNO', was: 'ATL' })).toMatchObject({ status: 409 });
  expect(await stored()).toMatchObject([{ internal_id: 'W', amware_location: 'ATL' }]);
  expect((await save({ ...west, was: 'ATL' })).status).toBe(200);
});

test('buildings of a disconnected warehouse are not offered, and nothing is mapped to them; a code that it had too is offered once', async () => {
  const { accountId } = shop.admin;
  const [former] = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities, disconnected_at)
     values ($1, 'amware', 'former', 'Former', '{warehouse}', now()) returning id`,
    [accountId],
  );
  await own.sql(
    `insert into warehouses (account_id, connection_id, code, name) values ($1, $2, 'OLD', 'Old'), ($1, $2, 'ATL', 'Atlanta 1')`,
    [accountId, former?.id],
  );
  const remedy = `/api/issues/remedy?type=unmapped_location&subject=W&connection_id=${shop.ids.get('channel_advisor')}`;
  const now = [
    { code: 'ATL', name: 'Atlanta' },
    { code: 'RNO', name: 'Reno' },
  ];
  expect((await send('GET', remedy)).body.warehouses).toEqual(now);
  expect((await send('GET', '/api/connectors/amware/warehouse-locations')).body).toEqual(now);
  expect(await save({ ...west, amware_location: 'OLD' })).toMatchObject({ status: 404 });
  await save(west);
  await own.sql(`update location_mappings set amware_location = 'OLD' where account_id = $1`, [accountId]);
  // It stays as it is when others are saved with it.
  expect(
    await save({ ...west, amware_location: 'OLD' }, { internal_id: 'E', connector_location: 'East', amware_location: 'ATL' }),
  ).toMatchObject({
    status: 200,
  });
  await own.sql('delete from warehouses where connection_id = $1', [former?.id]);
});

test('a location that is named twice is refused: nobody knows which warehouse is meant', async () => {
  const twice = await save(west, { ...west, amware_location: 'ATL' });
  expect([twice.status, await stored()]).toEqual([422, []]);
});

test('a mapping is deleted, and comes back by Undo with its name', async () => {
  await save(west);
  const [{ id }] = await stored();
  const deleted = await send('DELETE', `${url}/remote-locations/${id}`);
  expect(deleted).toMatchObject({ status: 200, body: { message: 'Location mapping was deleted' } });
  expect((await send('GET', '/api/runs')).body.data[0]).toMatchObject({ subject: 'W: Delete' });
  expect(await stored()).toEqual([]);
  expect((await send('DELETE', `${url}/remote-locations/${id}`)).status).toBe(404);
  expect((await send('POST', `/api/mapping-saves/${deleted.body.undo.id}/undo`, {})).status).toBe(200);
  expect(await stored()).toMatchObject([west]);
});

test('a location that another mapped since it was looked at is not deleted', async () => {
  await save(west);
  const [{ id }] = await stored();
  await save({ ...west, amware_location: 'ATL' });
  for (const was of ['RNO', '']) {
    const stale = await send('DELETE', `${url}/remote-locations/${id}?was=${was}`);
    expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(stale.body.errorMessage).toMatch(/^You mapped West to Atlanta on .*\. Look at it again before you delete it\.$/);
  }
  expect(await stored()).toMatchObject([{ internal_id: 'W', amware_location: 'ATL' }]);
  expect((await send('DELETE', `${url}/remote-locations/${id}?was=ATL`)).status).toBe(200);
});

test('orders that have not left follow their location: to its warehouse, to another, and to none', async () => {
  const { accountId } = shop.admin;
  const orderId = await addOrder(own, accountId, shop.ids.get('channel_advisor') ?? 0);
  await addLines(own, accountId, orderId, [{ sku: 'MUG', quantity: 1 }]);
  await own.sql(`update order_lines set location = 'W' where order_id = $1`, [orderId]);
  const warehouse = async () => (await own.sql('select warehouse_code from orders where id = $1', [orderId]))[0]?.warehouse_code;
  await save(west);
  const first = await warehouse();
  await save({ ...west, amware_location: 'ATL' });
  const second = await warehouse();
  const [{ id }] = await stored();
  await send('DELETE', `${url}/remote-locations/${id}`);
  expect([first, second, await warehouse()]).toEqual(['RNO', 'ATL', null]);
});

test.each(['GET', 'POST'] as const)('products’ locations are remapped by %s', async (method) => {
  const { status, body } = await send(method, `${url}/remap-products-locations`);
  expect([status, body.message]).toEqual([200, expect.stringMatching(/ mapped location\. .* mapped again\.$/)]);
});

test('remapping is reached by no link', async () => {
  const reply = await own.as(shop.admin, { url: `${url}/remap-products-locations`, headers: { 'x-requested-with': '' } });
  expect(reply.statusCode).toBe(405);
});

test.each([
  ['a warehouse that there is not', { ...west, amware_location: 'MARS' }, 404],
  ['a location that is neither known nor named', { internal_id: 'N', amware_location: 'ATL' }, 404],
  ['a location without an id', { ...west, internal_id: '' }, 422],
])('%s is refused', async (_what, location, status) => {
  expect((await save(location)).status).toBe(status);
  expect(await stored()).toEqual([]);
});

test('a channel without locations says so, and one that fails says why', async () => {
  expect((await send('GET', '/api/connectors/ship_station/remote-locations')).body.errorMessage).toBe(
    'ShipStation does not list its locations.',
  );
  const fault = shop.sandbox.control.faults.add({ target: 'channel_advisor', kind: '500', probability: 1 });
  const failed = await send('GET', `${url}/remote-locations`);
  shop.sandbox.control.faults.clear(fault.id);
  expect(failed).toMatchObject({ status: 409, body: { errorMessage: expect.stringMatching(/^ChannelAdvisor did not list them: /) } });
});

test.each([
  ['GET', '/api/connectors/amware/warehouse-locations', 200],
  ['GET', `${url}/warehouse-locations`, 200],
  ['GET', `${url}/remote-locations`, 403],
  ['GET', `${url}/remap-products-locations`, 403],
  ['POST', `${url}/save-locations`, 403],
  ['DELETE', `${url}/remote-locations/1`, 403],
] as const)('a user gets for %s %s: %i', async (method, address, status) => {
  expect((await send(method, address, method === 'POST' ? {} : undefined, shop.user)).status).toBe(status);
});

test('another account has none of it', async () => {
  await save(west);
  const [{ id }] = await stored();
  expect((await send('GET', '/api/connectors/amware/warehouse-locations', undefined, shop.stranger)).body).toEqual([]);
  expect((await send('GET', `${url}/warehouse-locations`, undefined, shop.stranger)).status).toBe(404);
  expect((await send('DELETE', `${url}/remote-locations/${id}`, undefined, shop.stranger)).status).toBe(404);
  expect(await stored()).toHaveLength(1);
});
