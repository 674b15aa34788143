import { afterEach, beforeEach, expect, test } from 'vitest';
import { worded } from '../../test/worded.ts';
import type { Warehouse } from '../contract.ts';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';
import { openSession } from '../session.ts';
import { amware } from './connector.ts';

let edge: Edge;
let reply: (request: EdgeRequest) => EdgeReply;
beforeEach(async () => {
  reply = () => ({ json: {} });
  edge = await startEdge((request) => reply(request));
});
afterEach(() => edge.stop());

function session(belongsTo: string[] = []) {
  const settings = { api_key: 'key-one', base_url: `${edge.origin}/amware/` };
  return openSession(amware, settings, {
    ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sink: () => undefined, belongsTo },
    sandboxOrigin: edge.origin,
  });
}

const warehouse = (belongsTo?: string[]): Warehouse =>
  amware.warehouse?.(session(belongsTo)) ?? expect.unreachable('Amware is a warehouse');

test('every call but the one that asks whose the key is names the client that it is meant for', async () => {
  const belongsTo = ['amware:account/acme%20%26%20co'];
  await warehouse(belongsTo).findOrder('order-1-1');
  await warehouse(belongsTo).submitOrder(order);
  await warehouse(belongsTo).requestCancel('AMW-1', 'Gone');
  await amware.identify(session(belongsTo));
  await warehouse().submitOrder(order);
  const meant = edge.requests.map(({ headers }) => headers['amware-account']);
  expect(meant).toEqual(['acme & co', 'acme & co', 'acme & co', undefined, undefined]);
});

const state = { id: 'AMW-1', reference: 'order-1-1', status: 'open', held: false, changed_at: '2026-11-20T10:15:30Z', lines: [] };
const order = {
  ...{ reference: 'order-1-1', orderNumbers: ['SO-1'], methodCode: 'UPSGR', warehouseId: null, note: null, fields: { gift: 'yes' } },
  shipTo: {
    name: 'A',
    company: null,
    line1: 'B',
    line2: null,
    city: 'C',
    state: null,
    postalCode: 'D',
    country: 'GB',
    phone: null,
    email: null,
  },
  lines: [{ lineReference: '1', sku: '85123A', quantity: 6 }],
};

test('an order goes out under its reference, in the words of the contract', async () => {
  reply = () => ({ status: 201, json: state });
  expect(await warehouse().submitOrder(order)).toMatchObject({ ok: true, value: { providerRef: 'AMW-1', status: 'open' } });
  const [request] = edge.requests;
  expect(request).toMatchObject({
    method: 'POST',
    path: '/amware/v1/orders',
    headers: { 'idempotency-key': 'order-1-1', authorization: 'Bearer key-one' },
  });
  expect(JSON.parse(request?.body ?? '')).toEqual({
    ...{ reference: 'order-1-1', order_numbers: ['SO-1'], method_code: 'UPSGR', warehouse_id: null, note: null, fields: { gift: 'yes' } },
    ship_to: {
      name: 'A',
      company: null,
      line1: 'B',
      line2: null,
      city: 'C',
      state: null,
      postal_code: 'D',
      country: 'GB',
      phone: null,
      email: null,
    },
    lines: [{ line_reference: '1', sku: '85123A', quantity: 6 }],
  });
});

test('a reply tells whether the order is new, or the warehouse had one of this reference', async () => {
  for (const [status, created] of [
    [201, true],
    [200, false],
  ] as const) {
    reply = () => ({ status, json: state });
    expect(await warehouse().submitOrder(order)).toMatchObject({ ok: true, value: { reference: 'order-1-1', created } });
  }
});

test('orders are found by their number; what a warehouse finds that does not carry it is left out', async () => {
  const others = [
    state,
    { ...state, id: 'AMW-2', order_numbers: ['SO-1', '100-7731'] },
    { ...state, id: 'AMW-3', order_numbers: ['SO-2'] },
  ];
  reply = () => ({ json: { orders: others } });
  expect(await warehouse().findOrdersByNumber?.('100-7731')).toMatchObject({ ok: true, value: [{ providerRef: 'AMW-2' }] });
  expect(edge.requests[0]?.query.get('order_number')).toBe('100-7731');
});

test('an order that never arrived is not found', async () => {
  reply = () => ({ json: { orders: [] } });
  expect(await warehouse().findOrder('order-9-1')).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
});

test.each([404, 410])('a search that is itself not there (%i) does not say that there is none', async (status) => {
  reply = () => ({ status, headers: { 'content-type': 'text/html' }, text: '<h1>Not found</h1>' });
  const { findOrder, findOrdersByNumber, findAsn, findAsnsByNumber } = warehouse();
  const reason = { code: 'trouble', system: 'Amware', status };
  for (const found of [findOrder('order-1-1'), findOrdersByNumber?.('SO-1'), findAsn?.('po-7'), findAsnsByNumber?.('PO-7')])
    expect(await found).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: false, reason } });
});

test.each(['unknown_sku', 'unknown_method', 'bad_address', 'out_of_stock', 'too_late', 'duplicate', 'invalid', 'other'])(
  'a refusal keeps its code: %s',
  async (code) => {
    reply = () => ({ status: 422, json: { code, message: 'It says why.', field: 'lines[0].sku' } });
    expect(await warehouse().submitOrder(order)).toEqual({
      ok: false,
      failure: { kind: 'rejected', code, reason: worded('It says why. (lines[0].sku)') },
    });
  },
);

test('a feed begins at a moment and goes on from its own cursor', async () => {
  reply = ({ query }) => ({
    json: { records: [], next: query.get('after') === null ? 'c1' : 'c2', more: query.get('after') === null, remaining: 0 },
  });
  const since = new Date('2026-11-01T00:00:00Z');
  const { orderChanges } = warehouse();
  const first = await orderChanges.read(null, since);
  await orderChanges.read(first.ok ? first.value.next : null, since);
  expect(edge.requests.map(({ query }) => [query.get('since'), query.get('after'), query.get('limit')])).toEqual([
    [since.toISOString(), null, '500'],
    [null, 'c1', '500'],
  ]);
});

test('an unreadable record does not fail its page', async () => {
  reply = () => ({ json: { records: [{ ...state, status: 'lost' }, state], next: 'c1', more: false } });
  const read = await warehouse().orderChanges.read(null, new Date());
  expect(read).toMatchObject({ ok: true, value: { records: [{ providerRef: 'AMW-1' }], unreadable: [{ remoteId: 'AMW-1' }] } });
});

test('a stock snapshot that expired midway is a failure, after which the engine begins a new one', async () => {
  reply = () => ({ status: 410, json: { code: 'snapshot_expired', message: 'gone' } });
  expect(await warehouse().stock({ after: 'old', read: 0 })).toMatchObject({ ok: false, failure: { kind: 'cursor_expired' } });
  expect(edge.requests).toHaveLength(1);
});
