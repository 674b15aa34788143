import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Edge, type EdgeReply, startEdge } from '../../../../connectors/scripted-edge.ts';
import { ownCalls } from '../../../../test/own-calls.ts';
import { threadTimeOf } from '../../../../test/thread-time.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const demo = testWeb({ demo: true });
const production = testWeb();
let ann: Person;
let edge: Edge;
let reply: EdgeReply;

const csv = { 'content-type': 'text/csv' };

beforeAll(async () => {
  edge = await startEdge(() => reply);
  for (const web of [demo, production]) Object.assign(web.web.parts.engine, { sandboxOrigin: edge.origin });
  ann = await demo.person(await demo.account(), 'account_admin');
  reply = { headers: csv, text: 'order,date,sku\n' };
  expect((await connect('csv_drop', { address: edge.origin, token: 'a token' })).statusCode).toBe(201);
});
afterAll(() => edge.stop());

const connect = (connector: string, settings: Record<string, string>, by = ann, web = demo) =>
  web.as(by, { method: 'POST', url: '/api/connectors', payload: { connector, name: 'A', settings } });
const tryOut = () => demo.as(ann, { method: 'POST', url: '/api/connectors/csv_drop/test' });

test('what another system replies is read and parsed in a process of its own, whatever it is asked', async () => {
  const called = ownCalls();
  const before = edge.requests.length;
  const store = { api_origin: edge.origin, api_key: 'a key', api_secret: 'a secret', currency: 'USD' };
  await tryOut();
  await connect('ship_station', store);
  await demo.as(ann, { method: 'PUT', url: '/api/connectors/csv_drop', payload: { settings: { address: edge.origin, token: 'a token' } } });
  await demo.as(ann, {
    ...{ method: 'POST', url: '/api/connector-choices' },
    payload: { connector: 'ship_station', choices: 'stores', settings: store },
  });
  expect(edge.requests.length).toBeGreaterThanOrEqual(before + 4);
  expect(called).toEqual([]);
});

test('a list that is longer than a screen can show is refused', async () => {
  const stores = Array.from({ length: 4_000 }, (_, storeId) => ({ storeId, storeName: 'A store. '.repeat(10), active: true }));
  reply = { headers: { 'content-type': 'application/json' }, text: JSON.stringify(stores) };
  const settings = { api_origin: edge.origin, api_key: 'a key', api_secret: 'a secret', currency: 'USD' };
  const listed = await demo.as(ann, {
    ...{ method: 'POST', url: '/api/connector-choices' },
    payload: { connector: 'ship_station', choices: 'stores', settings },
  });
  expect([listed.statusCode, listed.json().errorMessage]).toEqual([
    409,
    'ShipStation does not list them: ShipStation lists more than can be shown.',
  ]);
});

test('a trial reads no more than a megabyte of a first line', async () => {
  reply = { headers: csv, text: 'order,'.repeat(200_000) };
  expect((await tryOut()).json()).toMatchObject({ works: false, message: expect.stringContaining('the reply is too large') });
});

test('a trial reads the first line of a file, whatever follows', async () => {
  await tryOut();
  reply = { headers: csv, text: `order,date,sku\n${'A,x\n'.repeat(1_000_000)}` };
  const { ms, result } = await threadTimeOf(tryOut);
  expect(result.json()).toMatchObject({ works: true });
  expect(ms).toBeLessThan(1_000);
});

test.each([
  ['of more than a megabyte', JSON.stringify(['x'.repeat(1_100_000)]), 'the reply is too large'],
  ['of endless lists', `[${'[],'.repeat(300_000)}[]]`, 'The reply has more values than can be read.'],
])('a trial does not read a reply %s', async (_, text, reason) => {
  reply = { headers: { 'content-type': 'application/json' }, text };
  const settings = { api_origin: edge.origin, api_key: 'a key', api_secret: 'a secret', currency: 'USD' };
  const { ms, result } = await threadTimeOf(() => connect('ship_station', settings));
  expect([result.statusCode, result.json().errorMessage]).toEqual([409, expect.stringContaining(reason)]);
  expect(ms).toBeLessThan(500);
});

test('a folder of files that moved is another shop’s, as far as anybody can tell', async () => {
  reply = { headers: csv, text: 'order,date,sku\n' };
  const moved = await demo.as(ann, {
    ...{ method: 'PUT', url: '/api/connectors/csv_drop' },
    payload: { settings: { address: `${edge.origin}/moved`, token: 'a token' } },
  });
  expect([moved.statusCode, moved.json().code]).toEqual([409, 'another_identity']);
});

test('the example of a connector is for the demo alone', async () => {
  const bea = await production.person(await production.account(), 'account_admin');
  const listed = (await production.as(bea, { url: '/api/connectors' })).json().available.map(({ name }: { name: string }) => name);
  expect(listed).not.toContain('csv_drop');
  reply = { headers: csv, text: 'order,date,sku\n' };
  const refused = await connect('csv_drop', { address: edge.origin, token: 'a token' }, bea, production);
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('There is no such connector.')]);
});
