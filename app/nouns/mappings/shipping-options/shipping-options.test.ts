import { beforeEach, expect, test } from 'vitest';
import { addOrder } from '../../../../test/shop/rows.ts';
import { webShop } from '../../../../test/shop/web-shop.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { withTime } from '../../../../test/with-time.ts';

const own = testWeb();
const shop = webShop(own);
const url = '/api/connectors/ship_station/shipping-options';
const both = { errorMessage: 'Shipping method should be selected Shipping code fields should not be empty' };

beforeEach(() => own.sql('delete from shipping_options where account_id = $1', [shop.admin.accountId]));

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', address: string, payload?: object, person: Person = shop.admin) => {
  const reply = await own.as(person, { method, url: address, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
};
const listed = async () => {
  const { body } = await send('GET', url);
  return body.codesMapping.map(({ connectorCode, amwareCode }: Record<string, unknown>) => [connectorCode, amwareCode]);
};
const add = (code: string, method: string) => send('POST', url, { ship_code: code, ship_name: method, description: `The ${code}` });

test('a code is added with its method, by code or by name, and returned with its id', async () => {
  const connector_id = shop.ids.get('ship_station');
  const { status, body } = await send('POST', url, {
    ...{ account_id: shop.admin.accountId, connector_id },
    ...{ ship_code: 'drone', ship_name: 'UPS2D', description: 'By drone' },
  });
  expect([status, body]).toEqual([
    201,
    { id: expect.any(Number), message: 'The shipping option was added.', waiting: 0, undo: expect.any(Object) },
  ]);
  expect((await add('van', 'Royal Mail Tracked 24')).status).toBe(201);
  const { body: options } = await send('GET', url);
  expect(options.codesMapping).toEqual([
    { ...{ id: body.id, connectorCode: 'drone', description: 'By drone', amwareCode: 'UPS2D', amwareShipping: '2nd Day Air' }, ...quiet },
    expect.objectContaining({ connectorCode: 'van', amwareCode: 'RM24' }),
  ]);
  expect(options.amwareCodes.map(({ carrier }: { carrier: string }) => carrier)).toEqual(['Royal Mail', 'UPS']);
  const [audit] = await own.sql(
    `select verb, record_name from audit_entries where account_id = $1 and noun = 'shipping option' and verb = 'created' order by id desc`,
    [shop.admin.accountId],
  );
  expect(audit).toEqual({ verb: 'created', record_name: 'van' });
});
const quiet = { waiting: 0, equal: null, alike: [] };

test.each([
  ['POST', url, { ship_code: '', ship_name: '' }, { ship_name: expect.any(Array), ship_code: expect.any(Array), ...both }],
  ['POST', url, {}, { ship_name: expect.any(Array), ship_code: expect.any(Array), ...both }],
  [
    'POST',
    url,
    { ship_code: 'a', ship_name: 'no such' },
    { ship_name: ['Shipping method should be selected'], errorMessage: 'Shipping method should be selected' },
  ],
  [
    'PUT',
    url,
    { codes: [{ connectorCode: ' ', amwareCode: '' }] },
    { amwareCode: expect.any(Array), connectorCode: expect.any(Array), ...both },
  ],
  ['PUT', url, { codes: [] }, { amwareCode: ['Shipping method should be selected'], errorMessage: 'Shipping method should be selected' }],
  [
    'POST',
    '/api/ship_station-mapping/save',
    { data: [{ connectorCode: '', amwareCode: 'UPSGR' }] },
    { connectorCode: ['Shipping code fields should not be empty'], errorMessage: 'Shipping code fields should not be empty' },
  ],
] as const)('%s %s with %j says what lacks', async (method, address, payload, body) => {
  expect(await send(method, address, payload)).toEqual({ status: 422, body });
  expect(await listed()).toEqual([]);
});

test('codes are saved for the first time, and updated', async () => {
  const { accountId } = shop.admin;
  const first = await send('POST', '/api/ship_station-mapping/save', {
    accountId,
    data: [{ connectorCode: 'drone', amwareCode: 'UPSGR' }],
  });
  expect(first).toMatchObject({ status: 200, body: { message: 'Shipping options were saved.', alertType: 'success' } });
  const codes = [
    { connectorCode: 'drone', amwareShipping: '2nd Day Air' },
    { connectorCode: 'van', description: 'Van', amwareCode: 'RM24' },
  ];
  expect(await send('PUT', url, { codes })).toMatchObject({ status: 200, body: { message: 'Shipping options were saved.', waiting: 0 } });
  expect(await listed()).toEqual([
    ['drone', 'UPS2D'],
    ['van', 'RM24'],
  ]);
});

test.each<[what: string, theirs: object, says: unknown]>([
  ['the method', { amwareCode: 'UPS2D' }, withTime('You mapped drone to 2nd Day Air on …. Look at it again before you save.')],
  [
    'the description',
    { amwareCode: 'UPSGR', description: 'By drone' },
    withTime('You changed the description of drone on …: By drone. Look at it again before you save.'),
  ],
])('a change that began before another changed %s is refused', async (_what, theirs, errorMessage) => {
  const seen = { amwareCode: null, description: null };
  await send('PUT', url, { codes: [{ connectorCode: 'drone', amwareCode: 'UPSGR', was: seen }] });
  const was = { amwareCode: 'UPSGR', description: null };
  await send('PUT', url, { codes: [{ connectorCode: 'drone', ...theirs, was }] });
  const stored = await listed();
  const late = { connectorCode: 'drone', amwareCode: 'RM24', was };
  expect(await send('PUT', url, { codes: [late] })).toEqual({ status: 409, body: { errorMessage, code: 'changed_meanwhile' } });
  const first = await send('POST', '/api/ship_station-mapping/save', { data: [late] });
  expect([first.status, await listed()]).toEqual([409, stored]);
});

test('nor is a code brought back whose mapping was deleted since', async () => {
  const { body } = await add('drone', 'UPSGR');
  await send('DELETE', `${url}?id=${body.id}`);
  const late = { connectorCode: 'drone', amwareCode: 'RM24', was: { amwareCode: 'UPSGR' } };
  expect((await send('PUT', url, { codes: [late] })).body).toMatchObject({
    errorMessage: withTime('You took the mapping of drone away on …. Look at it again before you save.'),
  });
  // One that was not mapped when it was looked at, as an order's remedy does, is mapped all the same.
  expect((await send('PUT', url, { codes: [{ ...late, was: { amwareCode: null } }] })).status).toBe(200);
});

test.each(['application/json, text/plain, */*', '*/*', ''])(
  'the update replies with its text alone unless JSON is asked for: %j',
  async (accept) => {
    const headers = { accept };
    const payload = { codes: [{ connectorCode: 'drone', amwareCode: 'UPSGR' }] };
    const reply = await own.as(shop.admin, { method: 'PUT', url, payload, headers });
    expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'Shipping options were saved.',
    ]);
  },
);

test('a code that is named twice with two methods is refused: nobody knows which is meant', async () => {
  const both = ['UPSGR', 'UPS2D'].map((amwareCode, at) => ({ connectorCode: at === 0 ? 'drone' : 'drone ', amwareCode }));
  expect([(await send('PUT', url, { codes: both })).status, await listed()]).toEqual([422, []]);
});

test('a code that the channel has with a space is mapped itself, and not the one without', async () => {
  await add('drone', 'UPSGR');
  await own.sql(`insert into shipping_options (account_id, connection_id, connector_code) values ($1, $2, 'drone ')`, [
    shop.admin.accountId,
    shop.ids.get('ship_station'),
  ]);
  const code = { connectorCode: 'drone ', amwareCode: 'UPS2D', was: { amwareCode: null } };
  const saved = await send('PUT', url, { codes: [code, { connectorCode: ' van ', amwareCode: 'RM24' }] });
  expect([saved.status, new Map(await listed())]).toEqual([
    200,
    new Map([
      ['drone', 'UPSGR'],
      ['drone ', 'UPS2D'],
      ['van', 'RM24'],
    ]),
  ]);
});

test('a method is not taken by a name that two have', async () => {
  await own.sql(
    `insert into shipping_methods (account_id, connection_id, code, name, carrier)
      select account_id, connection_id, 'FDX2D', name, 'FedEx' from shipping_methods where account_id = $1 and code = 'UPS2D'`,
    [shop.admin.accountId],
  );
  const named = await send('PUT', url, { codes: [{ connectorCode: 'drone', amwareShipping: '2nd Day Air' }] });
  await own.sql(`delete from shipping_methods where account_id = $1 and code = 'FDX2D'`, [shop.admin.accountId]);
  expect([named.status, await listed()]).toEqual([422, []]);
});

test('a code that is mapped is not added again', async () => {
  await add('drone', 'UPSGR');
  expect((await add('drone', 'UPS2D')).body).toMatchObject({ ship_code: ['drone is mapped already: change it in the table.'] });
  expect(await listed()).toEqual([['drone', 'UPSGR']]);
});

test('a code that is saved with another method and description is called as before once that is undone', async () => {
  await send('PUT', url, { codes: [{ connectorCode: 'drone', amwareCode: 'UPSGR', description: 'By air' }] });
  const { body } = await send('PUT', url, { codes: [{ connectorCode: 'drone', amwareCode: 'UPS2D', description: 'By sea' }] });
  const called = () => own.sql(`select amware_code, description from shipping_options where connector_code = 'drone'`);
  expect(await called()).toEqual([{ amware_code: 'UPS2D', description: 'By sea' }]);
  const audited = await own.sql(`select changes from audit_entries where noun = 'shipping option' order by id desc limit 1`);
  expect(JSON.stringify(audited)).toContain('By sea');
  await send('POST', `/api/mapping-saves/${body.undo.id}/undo`, {});
  expect(await called()).toEqual([{ amware_code: 'UPSGR', description: 'By air' }]);
});

test('a deleted code is gone, and comes back by Undo as it was', async () => {
  const { body } = await add('drone', 'UPSGR');
  const deleted = await send('DELETE', `${url}?id=${body.id}`);
  expect(deleted).toMatchObject({ status: 200, body: { message: 'The shipping option drone was deleted.', stopped: 0 } });
  expect((await send('GET', '/api/runs')).body.data[0]).toMatchObject({ subject: 'drone: Delete' });
  expect(await listed()).toEqual([]);
  expect((await send('DELETE', `${url}?id=${body.id}`)).status).toBe(404);
  expect((await send('POST', `/api/mapping-saves/${deleted.body.undo.id}/undo`, {})).status).toBe(200);
  const { body: options } = await send('GET', url);
  expect(options.codesMapping).toMatchObject([{ connectorCode: 'drone', description: 'The drone', amwareCode: 'UPSGR' }]);
});

test('a code that another mapped since it was looked at is not deleted', async () => {
  const { body } = await add('drone', 'UPSGR');
  await send('PUT', url, { codes: [{ connectorCode: 'drone', amwareCode: 'UPS2D' }] });
  for (const was of ['UPSGR', ''])
    expect((await send('DELETE', `${url}?id=${body.id}&was=${was}`)).body).toEqual({
      errorMessage: withTime('You mapped drone to 2nd Day Air on …. Look at it again before you delete it.'),
      code: 'changed_meanwhile',
    });
  expect(await listed()).toEqual([['drone', 'UPS2D']]);
  expect((await send('DELETE', `${url}?id=${body.id}&was=UPS2D`)).status).toBe(200);
});

test('a deletion of an unmapped code leaves nothing to undo, and a later deletion keeps an earlier save from being undone', async () => {
  const { body } = await add('drone', 'UPSGR');
  await send('DELETE', `${url}?id=${body.id}`);
  expect((await send('POST', `/api/mapping-saves/${body.undo.id}/undo`, {})).status).toBe(409);
  await own.sql(`insert into shipping_options (account_id, connection_id, connector_code) values ($1, $2, 'pigeon')`, [
    shop.admin.accountId,
    shop.ids.get('ship_station'),
  ]);
  const { body: options } = await send('GET', url);
  expect((await send('DELETE', `${url}?id=${options.codesMapping[0].id}`)).body.undo).toBeNull();
});

test('the channel’s own options are got and added, not mapped, each with the method of the same name', async () => {
  await add('ups_ground', 'UPS2D');
  const { status, body } = await send('POST', '/api/ship_station-mapping', { accountId: shop.admin.accountId });
  expect(status).toBe(200);
  expect(body.message).toMatch(/^ShipStation has \d+ shipping options, \d+ of them new\.$/);
  const byCode = new Map(body.codesMapping.map((option: { connectorCode: string }) => [option.connectorCode, option]));
  expect(byCode.get('ups_ground')).toMatchObject({ amwareCode: 'UPS2D', description: 'The ups_ground' });
  expect(byCode.get('rm_tracked_24')).toMatchObject({ amwareCode: null, equal: { code: 'RM24' } });
  expect(byCode.get('rm_tracked_48')).toMatchObject({ amwareCode: null, equal: null, alike: [{ code: 'RM24' }] });
  const again = await send('POST', '/api/ship_station-mapping', {});
  expect(again.body.message).toMatch(/, none of them new\.$/);
});

test('a code may be as long as a channel’s name of a way of shipping', async () => {
  const code = 'Express '.repeat(40).trim();
  expect((await add(code, 'UPSGR')).status).toBe(201);
  const stops = await send('GET', `/api/connectors/ship_station/mapped-codes/stops?kind=shipping&code=${encodeURIComponent(code)}`);
  expect(stops).toEqual({ status: 200, body: { stops: 0 } });
});

test('a code that was mapped before it had a description gets that of the channel', async () => {
  await send('PUT', url, { codes: [{ connectorCode: 'rm_tracked_24', amwareCode: 'RM24', description: '' }] });
  const { body } = await send('POST', '/api/ship_station-mapping', {});
  const named = { connectorCode: 'rm_tracked_24', amwareCode: 'RM24', description: 'Royal Mail Tracked 24' };
  expect(body.codesMapping).toContainEqual(expect.objectContaining(named));
});

test('what the channel refuses is said, and what it cannot do', async () => {
  const fault = shop.sandbox.control.faults.add({ target: 'ship_station', kind: '500', probability: 1 });
  const failed = await send('POST', '/api/ship_station-mapping', {});
  shop.sandbox.control.faults.clear(fault.id);
  expect(failed).toMatchObject({ status: 409, body: { errorMessage: expect.stringMatching(/^ShipStation did not list them: /) } });
  expect(await send('POST', '/api/amware-mapping', {})).toMatchObject({
    status: 409,
    body: { errorMessage: 'Amware does not list its shipping options. Each code appears here with the first order that has it.' },
  });
  expect((await send('POST', '/api/nobody-mapping', {})).status).toBe(404);
});

test('orders that wait for a code are counted, and checked again when it is mapped', async () => {
  const { accountId } = shop.admin;
  const channelId = shop.ids.get('ship_station') ?? 0;
  const orderId = await addOrder(own, accountId, channelId, { source_shipping: 'pigeon' });
  await own.sql(`insert into shipping_options (account_id, connection_id, connector_code) values ($1, $2, 'pigeon')`, [
    accountId,
    channelId,
  ]);
  await own.sql(
    `insert into issues (account_id, order_id, connection_id, type, subject, sentence, blocking) values ($1, $2, $3, 'unmapped_shipping', 'pigeon', '{"code": "shipping_not_mapped", "shipping": "pigeon"}', true)`,
    [accountId, orderId, channelId],
  );
  expect((await send('GET', url)).body.codesMapping[0]).toMatchObject({ connectorCode: 'pigeon', waiting: 1 });
  const { body } = await send('PUT', url, { codes: [{ connectorCode: 'pigeon', amwareCode: 'UPSGR' }] });
  expect(body).toMatchObject({ message: 'Shipping options were saved. 1 waiting order checked again.', waiting: 1 });
});

test.each([
  ['GET', url, undefined, 200],
  ['POST', url, { ship_code: 'a', ship_name: 'UPSGR' }, 403],
  ['PUT', url, { codes: [] }, 403],
  ['DELETE', `${url}?id=1`, undefined, 403],
  ['POST', '/api/ship_station-mapping', {}, 403],
  ['POST', '/api/ship_station-mapping/save', { data: [] }, 403],
] as const)('a user gets for %s %s %j: %i', async (method, address, payload, status) => {
  expect((await send(method, address, payload, shop.user)).status).toBe(status);
});

test('nobody reaches another account’s options, nor names another account or connection', async () => {
  const { body } = await add('drone', 'UPSGR');
  expect((await send('GET', url, undefined, shop.stranger)).status).toBe(404);
  expect((await send('DELETE', `${url}?id=${body.id}`, undefined, shop.stranger)).status).toBe(404);
  const named = { account_id: shop.stranger.accountId, ship_code: 'a', ship_name: 'UPSGR' };
  expect((await send('POST', url, named)).status).toBe(403);
  expect((await send('POST', url, { connector_id: shop.ids.get('amware'), ship_code: 'a', ship_name: 'UPSGR' })).status).toBe(404);
  expect(await listed()).toEqual([['drone', 'UPSGR']]);
});
