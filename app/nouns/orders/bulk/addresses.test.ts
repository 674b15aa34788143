import { beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../../platform/log.ts';
import { quietLog } from '../../../../test/shop/quiet.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';
import { orderBulk } from './verbs.ts';

const own = testWeb();
let ann: Person;
let ben: Person;
let eve: Person;
let channel: number;

beforeAll(async () => {
  ann = await own.person(await own.account('Ours'));
  ben = await own.person(ann.accountId);
  eve = await own.person(await own.account('Other'));
  channel = await addConnection(own, ann.accountId);
});

const usual = { order_status: 'pending', in_amware: 0, on_hold: true, shipping_code: 'GND', units_ordered: 1 };
const german = { city: 'Berlin', state: null, postal_code: '10115', country: 'Germany' };
const add = (...facts: Record<string, unknown>[]) =>
  addOrders(
    own,
    ann.accountId,
    channel,
    facts.map((each) => ({ customer_name: 'Ada', address: '1 Main Street', ...usual, ...german, ...each })),
  );
const send = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, by = ann) => {
  const reply = await own.as(by, { method, url, ...(payload && { payload }) });
  return { status: reply.statusCode, ...reply.json() };
};
const suggest = (ordersIds: number[], by = ann) => send('POST', '/api/orders/address-suggestions', { ordersIds }, by);
const work = async (runId: number) => {
  const means = { database: own.database, log: quietLog().log as unknown as Log };
  await workBulk(means, { accountId: ann.accountId, userId: ann.userId }, runId, new AbortController().signal, {
    orders: { bulk: orderBulk },
  });
  const { data } = await send('GET', `/api/runs/${runId}/outcomes`);
  return new Map<number, string>(
    data.map(({ record_id, outcome, reason }: Record<string, unknown>) => [record_id, (reason ?? outcome) as string] as const),
  );
};
type Seen = { id: number; revision: number };
const accept = async (seen: Seen[], ordersIds = seen.map(({ id }) => id)) => {
  const { runId } = await send('POST', '/api/orders/bulk-action', { action: 'accept-address', ordersIds, seen });
  return { runId, outcomes: await work(runId) };
};
const read = async (id: number) =>
  (await own.sql('select city, state, postal_code, country, edited_fields as edited from orders where id = $1', [id]))[0];

test('what is certain is suggested, with the reason of those that stay', async () => {
  const [named = 0, whole = 0, unclear = 0, sent = 0] = await add(
    {},
    { country: 'DE' },
    { country: 'Georgia' },
    { order_status: 'packing', in_amware: 1, on_hold: false },
  );
  const reply = await suggest([named, whole, unclear, sent]);
  expect(reply).toMatchObject({ status: 200, total: 4, more: 0 });
  expect(reply.suggestions).toEqual([
    {
      ...{ id: named, order_number: expect.stringMatching(/^SO-/), revision: expect.any(Number) },
      changes: [{ field: 'country', from: 'Germany', to: 'DE' }],
    },
  ]);
  expect(reply.left).toEqual([
    { reason: 'Nothing is certain about its address.', orders: 2 },
    { reason: 'It is packing: too late to change.', orders: 1 },
  ]);
});

test('exactly what was shown is accepted: what changed meanwhile, or was not shown, stays', async () => {
  const [one = 0, changed = 0, unseen = 0] = await add(
    { city: '10115 Berlin', postal_code: '' },
    { city: '10115 Berlin', postal_code: '' },
    {},
  );
  const { suggestions } = await suggest([one, changed]);
  await send('PUT', '/api/orders/save', { order: { id: changed, city: '10117 Berlin' } }, ben);
  const { outcomes } = await accept(suggestions, [one, changed, unseen]);
  expect(outcomes).toEqual(
    new Map([
      [one, 'done'],
      [changed, 'It was changed since.'],
      [unseen, 'It was changed since.'],
    ]),
  );
  const written = { city: 'Berlin', postal_code: '10115', country: 'DE', edited: ['city', 'postal_code', 'country'] };
  expect(await read(one)).toMatchObject(written);
  expect(await read(changed)).toMatchObject({ city: '10117 Berlin', country: 'Germany' });
  expect(await read(unseen)).toMatchObject({ country: 'Germany', edited: [] });
});

test('its undo gives each its own address back, but not where somebody changed it since', async () => {
  const [one = 0, changed = 0] = await add({}, { country: 'Österreich', postal_code: '1010', city: 'Wien' });
  const { runId } = await accept((await suggest([one, changed])).suggestions);
  expect([(await read(one))?.country, (await read(changed))?.country]).toEqual(['DE', 'AT']);
  await send('PUT', '/api/orders/save', { order: { id: changed, country: 'CH' } }, ben);
  const { runId: undo } = await send('POST', `/api/runs/${runId}/undo`, {});
  const undone = await work(undo);
  expect(undone.get(one)).toBe('done');
  expect(undone.get(changed)).toMatch(/ changed it on /);
  expect([await read(one), (await read(changed))?.country]).toMatchObject([{ country: 'Germany', edited: [] }, 'CH']);
});

test('an order whose country has no such code waits, says what is certain in the list, and goes on once that is accepted', async () => {
  const [id = 0] = await add({ on_hold: false });
  const [other = 0] = await add({});
  await send('PUT', '/api/orders/save', { order: { id, note: 'Ring twice' } });
  await send('PUT', '/api/orders/save', { order: { id: other, country: 'DE' } });
  const { data } = await send('GET', '/api/orders?view=attention');
  const row = data.find((order: { id: number }) => order.id === id);
  expect(row.issue.sentence).toBe('“Germany” is not the code of a country. Country: Germany → DE.');
  expect(data.some((order: { id: number }) => order.id === other)).toBe(false);
  expect((await send('GET', `/api/orders/${id}`)).issues[0].sentence).toBe(row.issue.sentence);
  await accept((await suggest([id])).suggestions);
  const after = await send('GET', `/api/orders/${id}`);
  expect(after.issues.filter(({ type }: { type: string }) => type === 'address_incomplete')).toEqual([]);
});

test('another account neither sees nor changes them', async () => {
  const [id = 0] = await add({});
  expect(await suggest([id], eve)).toMatchObject({ status: 200, total: 0, suggestions: [] });
  const reply = await send(
    'POST',
    '/api/orders/bulk-action',
    { action: 'accept-address', ordersIds: [id], seen: [{ id, revision: 1 }] },
    eve,
  );
  expect(reply.status).toBe(404);
  expect(await read(id)).toMatchObject({ country: 'Germany' });
});

test('addresses are accepted as they were seen, at most a hundred, and nothing else is', async () => {
  const ordersIds = await add({});
  const seen = ordersIds.map((id) => ({ id, revision: 1 }));
  const start = (body: object) => send('POST', '/api/orders/bulk-action', { ordersIds, ...body });
  expect(await start({ action: 'accept-address' })).toMatchObject({ status: 422, seen: ['Say which suggestions were seen.'] });
  expect(await start({ action: 'delete', seen })).toMatchObject({ status: 422, seen: ['Only addresses are accepted as they were seen.'] });
  const many = Array.from({ length: 101 }, (_, id) => ({ id: id + 1, revision: 1 }));
  expect(await start({ action: 'accept-address', seen: many })).toMatchObject({ status: 422 });
  expect(await start({ action: 'accept-address', seen })).toMatchObject({ status: 202 });
});
