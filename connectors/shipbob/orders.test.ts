import { describe, expect, test } from 'vitest';
import { wordedWith } from '../../test/worded.ts';
import type { WarehouseOrder } from '../contract.ts';
import { order as orderOf, shipment, variant } from './samples.ts';
import { asProduct, scripted } from './scripted.ts';

const { replies, warehouse, requests, asked } = scripted();

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
    const sent = requests().at(-1);
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
        { reference_id: 'MUG', quantity: 4, external_line_id: 1 },
        { reference_id: 'CUP', quantity: 2, external_line_id: 2 },
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

  test('for a building of another warehouse is refused before anything is sent, because ShipBob would choose one', async () => {
    const before = requests().length;
    expect(await warehouse().submitOrder({ ...order, warehouseId: 'ATL' })).toMatchObject({
      ...{ ok: false, failure: { kind: 'rejected', code: 'invalid', reason: wordedWith('ShipBob has no building “ATL”') } },
    });
    expect(requests()).toHaveLength(before);
  });

  test('that is refused in whatever words is there, if it is found under its reference', async () => {
    replies['GET order'] = { json: [orderOf()] };
    for (const refusal of [
      { status: 409, json: { message: 'The order was imported before.' } },
      { status: 422, json: ['Cannot insert order with existing ReferenceId'] },
      { status: 400, json: { errors: 'Something is wrong.' } },
    ]) {
      replies['POST order'] = refusal;
      expect(await warehouse().submitOrder(order)).toMatchObject({ ok: true, value: { created: false, providerRef: '500' } });
    }
  });

  test('is a new one only if ShipBob says that it has made it', async () => {
    replies['POST order'] = { status: 200, json: orderOf() };
    expect(await warehouse().submitOrder(order)).toMatchObject({ ok: true, value: { created: false } });
  });

  test('that is refused and not there stays refused in the words of ShipBob, as a duplicate wherever it says so', async () => {
    replies['GET order'] = { json: [] };
    const said = 'Cannot insert order with existing ReferenceId';
    const others = ['One.', 'Two.', 'Three.', 'Four.', 'Five.'];
    for (const json of [[said], { errors: said }, { errors: [...others, said] }]) {
      replies['POST order'] = { status: 422, json };
      expect(await warehouse().submitOrder(order)).toMatchObject({ failure: { kind: 'rejected', code: 'duplicate' } });
    }
    replies['POST order'] = { status: 400, json: ['The city is missing.'] };
    const reason = { code: 'their_words', text: 'The city is missing.' };
    expect(await warehouse().submitOrder(order)).toMatchObject({ failure: { kind: 'rejected', code: 'invalid', reason } });
  });

  test('is not missing because the list of orders is', async () => {
    for (const status of [404, 410]) {
      replies['GET order'] = { status, json: {} };
      expect(await warehouse().findOrder('CD-1')).toMatchObject({ failure: { kind: 'retry' } });
      replies['POST order'] = taken;
      expect(await warehouse().submitOrder(order)).toMatchObject({ failure: { kind: 'retry' } });
    }
  });

  test('that is refused may be there as long as nobody can look for it, for whatever reason', async () => {
    replies['POST order'] = taken;
    for (const reply of [...[400, 401, 403, 404, 429, 500].map((status) => ({ status, json: {} })), { text: '[{"id": 5' }]) {
      replies['GET order'] = reply;
      expect(await warehouse().submitOrder(order), JSON.stringify(reply)).toMatchObject({ failure: { kind: 'retry', maybeDone: true } });
    }
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

  test('of a bundle that stands behind a page of products is not sent', async () => {
    const bundle = variant({ sku: 'SET', bundle_definition: [{ variant_id: 31, quantity: 2 }] });
    const first = { json: { items: [asProduct('SET')], next: '/product?SKU=SET&cursor=2' } };
    const second = { json: { items: [{ variants: [bundle] }], next: null } };
    replies['GET product'] = ({ query }) => (query.has('cursor') ? second : first);
    expect(await warehouse().submitOrder({ ...order, lines: [{ lineReference: 'a', sku: 'SET', quantity: 1 }] })).toMatchObject({
      failure: { kind: 'rejected', code: 'unknown_sku', reason: { code: 'shipbob.bundle_sku' } },
    });
    expect(asked()).not.toContain('POST order');
  });

  test('is looked for with lists as ShipBob takes them, and what was there is not looked up again', async () => {
    replies['POST order'] = { status: 201, json: orderOf() };
    const lines = ['CUP-1', 'CUP-2', 'A,B'].map((sku) => ({ lineReference: sku, sku, quantity: 1 }));
    replies['GET product'] = { json: { items: lines.map(({ sku }) => asProduct(sku)), next: null } };
    for (const _ of ['once', 'twice']) await warehouse().submitOrder({ ...order, lines });
    expect(asked()).toEqual(['GET shipping-method', 'GET product', 'GET product', 'POST order', 'POST order']);
    expect(
      requests()
        .filter(({ path }) => path.endsWith('product'))
        .map(({ query }) => query.get('SKU')),
    ).toEqual(['any:CUP-1,CUP-2', 'A,B']);
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
