import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { InboundNotice, Warehouse, WarehouseOrder } from '../contract.ts';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';
import { openSession } from '../session.ts';
import { shipBob } from './connector.ts';
import { box, order as orderOf, quantities, receiving, shipment, variant } from './samples.ts';

let edge: Edge;
let replies: Record<string, EdgeReply | ((request: EdgeRequest) => EdgeReply)>;
const now = new Date('2026-11-21T12:00:00Z');
beforeEach(async () => {
  replies = {
    'GET shipping-method': {
      json: [
        { name: 'Standard', active: true },
        { name: 'Old', active: false },
      ],
    },
    'GET product': ({ query }) => ({ json: { items: (query.get('SKU') ?? '').replace('any:', '').split(',').map(asProduct), next: null } }),
  };
  edge = await startEdge((request) => {
    const reply = replies[`${request.method} ${request.path.replace('/2026-07/', '')}`] ?? { status: 404, json: {} };
    return typeof reply === 'function' ? reply(request) : reply;
  });
});
afterEach(() => edge.stop());

const asProduct = (sku: string) => ({ name: sku, variants: [variant({ sku })] });

function session(changes: object = {}) {
  return openSession(
    shipBob,
    { token: 'pat', api_origin: edge.origin, channel_id: '100102', ...changes },
    {
      ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sink: () => undefined, sandboxOrigin: edge.origin, now: () => now },
    },
  );
}
const warehouse = (): Warehouse => shipBob.warehouse?.(session()) ?? expect.unreachable('ShipBob is a warehouse');
const asked = () => edge.requests.map(({ method, path }) => `${method} ${path.replace('/2026-07/', '')}`);

const order: WarehouseOrder = {
  ...{ reference: 'CD-1', orderNumbers: ['SO-1', '100-7'], methodCode: 'Standard', warehouseId: '10', note: 'Ring twice', fields: {} },
  shipTo: {
    ...{ name: 'Anna Lindqvist', company: null, line1: '12 Mill Lane', line2: null, city: 'Leeds', state: 'WY', postalCode: 'LS1 4DY' },
    ...{ country: 'GB', phone: '5550100', email: 'anna@example.com' },
  },
  lines: [
    { lineReference: 'line-a', sku: 'MUG', quantity: 4 },
    { lineReference: 'line-b', sku: 'CUP', quantity: 2 },
  ],
};

describe('an order', () => {
  test('goes out under its reference and for its channel, with what we call its lines', async () => {
    replies['POST order'] = { status: 201, json: orderOf() };
    expect(await warehouse().submitOrder({ ...order, fields: { gift_message: 'Enjoy' } })).toMatchObject({
      ok: true,
      value: { created: true },
    });
    const sent = edge.requests.at(-1);
    expect(sent?.headers).toMatchObject({ shipbob_channel_id: '100102', authorization: 'Bearer pat' });
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      ...{ reference_id: 'CD-1', order_number: 'SO-1, 100-7', type: 'DTC', shipping_method: 'Standard', location_id: 10 },
      recipient: {
        ...{ name: 'Anna Lindqvist', email: 'anna@example.com', phone_number: '5550100' },
        address: {
          ...{
            address1: '12 Mill Lane',
            address2: null,
            company_name: null,
            city: 'Leeds',
            state: 'WY',
            country: 'GB',
            zip_code: 'LS1 4DY',
          },
        },
      },
      products: [
        { reference_id: 'MUG', name: 'MUG', quantity: 4, external_line_id: 1 },
        { reference_id: 'CUP', name: 'CUP', quantity: 2, external_line_id: 2 },
      ],
      tags: [
        { name: 'Crossdock line 1', value: 'line-a' },
        { name: 'Crossdock line 2', value: 'line-b' },
        { name: 'Note', value: 'Ring twice' },
      ],
      gift_message: 'Enjoy',
    });
  });

  const taken = { status: 422, json: { '': ['Cannot insert order with existing ReferenceId'] } };

  test('whose reference is taken is the one that ShipBob has, with the goods that it has', async () => {
    replies['POST order'] = taken;
    replies['GET order'] = { json: [orderOf({ products: [{ external_line_id: 1, quantity: 9, reference_id: 'MUG' }], shipments: [] })] };
    expect(await warehouse().submitOrder(order)).toMatchObject({
      ok: true,
      value: { created: false, providerRef: '500', lines: [{ sku: 'MUG', quantity: 9 }] },
    });
  });

  test('whose reference is taken and cannot be found stays refused as a duplicate', async () => {
    replies['POST order'] = taken;
    replies['GET order'] = { json: [orderOf({ reference_id: 'CD-10' })] };
    expect(await warehouse().submitOrder(order)).toMatchObject({ ok: false, failure: { kind: 'rejected', code: 'duplicate' } });
  });

  test('whose refusal cannot be read may be there, because only its words would say so', async () => {
    for (const text of ['{"": ["Cannot insert order with exis', '', '<html>Bad Gateway</html>']) {
      replies['POST order'] = { status: 422, text };
      expect(await warehouse().submitOrder(order)).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: true } });
    }
  });

  test('by a method that ShipBob would invent, or that is switched off, is not sent', async () => {
    for (const methodCode of ['Express', 'Old'])
      expect(await warehouse().submitOrder({ ...order, methodCode })).toMatchObject({ ok: false, failure: { code: 'unknown_method' } });
    expect(asked()).not.toContain('POST order');
  });

  test('of a SKU that ShipBob would invent, or of a bundle, is not sent', async () => {
    const bundle = variant({ sku: 'SET', bundle_definition: [{ variant_id: 31, quantity: 2 }] });
    replies['GET product'] = {
      json: { items: [{ variants: [bundle, { sku: null }] }, { variants: [variant({ sku: 'MUGS' })] }], next: null },
    };
    for (const sku of ['MUGX', 'SET', 'mugs'])
      expect(await warehouse().submitOrder({ ...order, lines: [{ lineReference: 'a', sku, quantity: 1 }] })).toMatchObject({
        failure: { kind: 'rejected', code: 'unknown_sku' },
      });
    expect(asked()).not.toContain('POST order');
  });

  test('is looked for with lists as ShipBob takes them, and what was there is not looked up again', async () => {
    replies['POST order'] = { status: 201, json: orderOf() };
    const lines = ['CUP-1', 'CUP-2', 'A,B'].map((sku) => ({ lineReference: sku, sku, quantity: 1 }));
    replies['GET product'] = { json: { items: lines.map(({ sku }) => asProduct(sku)), next: null } };
    for (const _ of ['once', 'twice']) await warehouse().submitOrder({ ...order, lines });
    expect(asked()).toEqual(['GET shipping-method', 'GET product', 'GET product', 'POST order', 'POST order']);
    expect(edge.requests.filter(({ path }) => path.endsWith('product')).map(({ query }) => query.get('SKU'))).toEqual([
      'A,B',
      'any:CUP-1,CUP-2',
    ]);
  });
});

describe('a cancellation', () => {
  const reply = (status: string, shipments: object[]) => ({ status, order: orderOf({ shipments }), canceled_shipment_results: [] });

  test.each([
    ['cancelled', reply('Success', [shipment(1, { status: 'Cancelled' })])],
    ['cancelled', reply('Failure', [shipment(1, { status: 'Cancelled' })])],
    ['too_late', reply('Failure', [shipment(1, { status_details: [{ name: 'Picked' }] })])],
    ['too_late', reply('PartialSuccess', [shipment(1, { status: 'Cancelled' }), shipment(2, { status_details: [{ name: 'Packed' }] })])],
  ])('is %s by what became of the order', async (outcome, json) => {
    replies['POST order/500:cancel'] = { json };
    expect(await warehouse().requestCancel('500', 'gone')).toEqual({ ok: true, value: outcome });
  });

  test('that is refused is too late where the order is being picked, and a refusal where it is not', async () => {
    replies['POST order/500:cancel'] = { status: 422, json: { errors: ['Not in a cancellable state.'] } };
    replies['GET order/500'] = { json: orderOf({ shipments: [shipment(1, { status_details: [{ name: 'Picked' }] })] }) };
    expect(await warehouse().requestCancel('500', 'gone')).toEqual({ ok: true, value: 'too_late' });
    replies['GET order/500'] = { json: orderOf() };
    expect(await warehouse().requestCancel('500', 'gone')).toMatchObject({
      failure: { kind: 'rejected', reason: { code: 'their_words', text: 'Not in a cancellable state.' } },
    });
  });
});

describe('an announcement', () => {
  const notice: InboundNotice = {
    ...{ reference: 'CD-P1', warehouseId: '10', orderNumbers: ['PO-7', 'PO-8'], carrier: 'Maersk', freightNumber: null },
    expectedAt: new Date('2026-11-01T00:00:00Z'),
    lines: [{ lineReference: '1', sku: 'MUG', quantity: 40, lot: null, expectedAt: null }],
  };

  test('is made once: one of this number that stands is taken before one that was cancelled', async () => {
    replies['GET receiving'] = { json: [receiving({ id: 1, status: 'Cancelled' }), receiving({ id: 2 })] };
    expect(await warehouse().createAsn?.(notice)).toMatchObject({ ok: true, value: { asnId: '2', created: false } });
    expect(asked()).not.toContain('POST receiving');
  });

  test('carries our reference, by which it is found, and the numbers of the purchase order; a day that has passed is tomorrow', async () => {
    replies['GET receiving'] = { json: [] };
    replies['POST receiving'] = { status: 201, json: receiving() };
    expect(await warehouse().createAsn?.(notice)).toMatchObject({
      value: { created: true, reference: 'CD-P1', orderNumbers: ['PO-7', 'PO-8'], lines: [{ sku: 'MUG', quantity: 40 }] },
    });
    expect(JSON.parse(edge.requests.at(-1)?.body ?? '')).toMatchObject({
      ...{ purchase_order_number: 'CD-P1', fulfillment_center: { id: 10 }, expected_arrival_date: '2026-11-22T12:00:00.000Z' },
      freight: { notes: 'Purchase order: PO-7, PO-8' },
      boxes: [{ tracking_number: 'CD-P1', box_items: [{ sku: 'MUG', quantity: 40 }] }],
    });
  });

  test('of which goods have come is not cancelled', async () => {
    replies['POST receiving/443001:cancel'] = { status: 422, json: { errors: ['It has arrived.'] } };
    replies['GET receiving/443001'] = { json: receiving({ status: 'PartiallyArrived' }) };
    expect(await warehouse().cancelAsn?.('443001', 'gone')).toEqual({ ok: true, value: 'too_late' });
  });

  test('is received box by box, with what was put on the shelves once a box is done', async () => {
    const counted = [{ inventory_id: 91, sku: 'MUG', expected_quantity: 80, received_quantity: 60, stowed_quantity: 38 }];
    replies['GET receiving'] = {
      headers: { 'total-pages': '1' },
      json: [receiving({ status: 'Processing', inventory_quantities: counted }), receiving({ id: 5 })],
    };
    const strange = { inventory_id: 77, received_quantity: 1, stowed_quantity: 1, lot_number: 'L-9' };
    replies['GET receiving/443001/boxes'] = {
      json: [box({ box_items: [...box().box_items, strange] }), box({ box_id: 1572, box_status: 'Stowing' })],
    };
    expect(await warehouse().receipts?.read(null as never, new Date('2026-11-19T00:00:00Z'))).toMatchObject({
      value: {
        records: [
          {
            remoteId: '1571-91',
            asnId: '443001',
            sku: 'MUG',
            quantity: 38,
            carrier: 'Maersk',
            receivedAt: new Date('2026-11-20T02:50:36.133Z'),
          },
        ],
        unreadable: [{ remoteId: '1571-77-L-9', reason: { code: 'shipbob.not_announced' } }],
        more: false,
      },
    });
    expect(asked()).toEqual(['GET receiving', 'GET receiving/443001/boxes']);
  });
});

test('stock is by building and lot; what a building has beyond its lots is of none', async () => {
  const lot = (lot_number: string, on_hand: number) => ({ lot_number, locations: [quantities(10, on_hand, 1)] });
  replies['GET inventory-level/locations'] = {
    json: { items: [{ inventory_id: 91, sku: 'MUG', locations: [quantities(10, 40, 4, 33), quantities(11, 0)] }], next: null },
  };
  replies['GET inventory-level/lots'] = { json: { items: [{ inventory_id: 91, lots: [lot('L-1', 20), lot('L-2', 5)] }], next: null } };
  const row = { sku: 'MUG', warehouseId: '10', location: '' };
  expect(await warehouse().stock(null)).toMatchObject({
    value: {
      ...{ takenAt: now, more: false },
      records: [
        { ...row, lot: 'L-1', onHand: 20, allocated: 1, onHold: 0, available: 20 },
        { ...row, lot: 'L-2', onHand: 5, allocated: 1, onHold: 0, available: 5 },
        { ...row, lot: null, onHand: 15, allocated: 2, onHold: 5, available: 8 },
        { ...row, warehouseId: '11', lot: null, onHand: 0, allocated: 0, onHold: 0, available: 0 },
      ],
    },
  });
});

test('items leave out what is digital and what is a bundle, and one without a SKU is kept and shown', async () => {
  const variants = [variant(), variant({ sku: 'FILE', is_digital: true }), variant({ sku: 'SET', bundle_definition: [{}] }), { id: 32 }];
  replies['GET product'] = { json: { items: [{ name: 'Mugs', variants }], next: '/product?cursor=a%3Db' } };
  const first = await warehouse().items.read(null as never, now);
  expect(first).toMatchObject({ value: { records: [{ sku: 'MUG', upc: '036000291452' }], unreadable: [{ remoteId: '32' }], more: true } });
  await warehouse().items.read((first.ok && first.value.next) as never, now);
  expect(edge.requests.at(-1)?.query.get('cursor')).toBe('a=b');
});

test('a token that does not see the channel, or may not write to it, is refused', async () => {
  const channel = { id: 100102, name: 'A token', scopes: ['orders_write'] };
  const named = async (items: object[]) => {
    replies['GET channel'] = { json: { items, next: null } };
    return shipBob.identify(session());
  };
  expect(await named([channel])).toMatchObject({ value: { name: 'A token', keys: ['shipbob:channel/100102'] } });
  expect(await named([{ ...channel, id: 5 }])).toMatchObject({ failure: { kind: 'reconnect', reason: { code: 'shipbob.no_channel' } } });
  expect(await named([{ ...channel, scopes: ['orders_read'] }])).toMatchObject({ failure: { reason: { code: 'shipbob.reads_only' } } });
});

test('too many requests wait as long as the header says, and what is left is learned', async () => {
  replies['GET location'] = {
    status: 429,
    headers: { 'x-retry-after': '25' },
    json: { statusCode: 429, message: 'Rate limit is exceeded.' },
  };
  expect(await warehouse().listWarehouses()).toMatchObject({
    failure: { kind: 'retry', limited: true, maybeDone: false, at: new Date('2026-11-21T12:00:25Z') },
  });
  const open = warehouse();
  replies['GET location'] = { headers: { 'x-remaining-calls': '0' }, json: [] };
  expect(await open.listWarehouses()).toMatchObject({ ok: true });
  expect(await open.listWarehouses()).toMatchObject({ failure: { kind: 'retry', limited: true, reason: { code: 'used_up' } } });
});
