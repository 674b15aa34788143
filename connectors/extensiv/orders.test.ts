import { expect, test } from 'vitest';
import { wordedWith } from '../../test/worded.ts';
import { had } from '../contract-suite/opened.ts';
import { anOrder, openVendor } from './opened-by-tests.ts';
import { open, order } from './sample.ts';

const exception = (type: string, members: object) => ({ $type: `WMS.V2.Generic.Models.Exceptions.${type}, WMS`, ...members });
const duplicate = exception('ModelValidationException', { Properties: [{ Name: 'ReferenceNum' }], ErrorCode: 'Duplicate' });

test('an order goes out with its customer, facility, carrier and service, complete, under its reference', async () => {
  const { warehouse, edge } = await openVendor();
  const fields = { shipping_notes: 'Dock 4', carrier_account: '1Z', billing_code: 'ThirdParty' };
  expect(had(await warehouse.submitOrder(anOrder({ fields })))).toMatchObject({
    ...{ created: true, reference: 'order-99', status: 'open', orderNumbers: ['SO-99', '100-7'] },
    lines: [{ lineReference: 'line-1', sku: 'MUG', quantity: 6, shipped: 0 }],
  });
  const posted = edge.requests.find(({ method, path }) => method === 'POST' && path === '/orders');
  expect(posted?.headers.accept).toBe('application/hal+json');
  expect(JSON.parse(posted?.body ?? '')).toMatchObject({
    ...{ customerIdentifier: { id: 143 }, facilityIdentifier: { id: 2 }, deferNotification: false, referenceNum: 'order-99' },
    ...{ poNum: 'SO-99, 100-7', notes: 'Leave it', shippingNotes: 'Dock 4', billingCode: 'ThirdParty' },
    ...{ routingInfo: { carrier: 'UPS', mode: '03', account: '1Z' }, shipTo: { companyName: 'Anna Lindqvist', zip: 'LS1 4DY' } },
    orderItems: [{ itemIdentifier: { sku: 'MUG' }, externalId: 'line-1', qty: 6 }],
  });
});

test('an order without a facility goes to the one of the connection, and else to the customer’s primary one', async () => {
  for (const [facility_id, expected] of [
    ['3', 3],
    ['', 2],
  ] as const) {
    const { warehouse, edge } = await openVendor({}, { facility_id });
    had(await warehouse.submitOrder(anOrder({ warehouseId: null })));
    const posted = edge.requests.find(({ method, path }) => method === 'POST' && path === '/orders');
    expect(JSON.parse(posted?.body ?? '').facilityIdentifier).toEqual({ id: expected });
  }
});

test('an order for another facility than the connection’s is refused before it is sent', async () => {
  const { warehouse, vendor } = await openVendor({}, { facility_id: '3' });
  const refused = {
    ok: false,
    failure: { kind: 'rejected', code: 'invalid', reason: wordedWith('2 is none of the customer’s facilities') },
  };
  expect(await warehouse.submitOrder(anOrder())).toMatchObject(refused);
  expect(vendor.orders).toHaveLength(2);
});

test('an order for a building of another warehouse is refused before it is sent', async () => {
  const { warehouse, vendor } = await openVendor();
  expect(await warehouse.submitOrder(anOrder({ warehouseId: 'ATL' }))).toMatchObject({
    ...{ ok: false, failure: { kind: 'rejected', code: 'invalid', reason: wordedWith('ATL is none of the customer’s facilities') } },
  });
  expect(vendor.orders).toHaveLength(2);
});

test('the same reference twice is one order, whatever goods the other has', async () => {
  const { warehouse, vendor } = await openVendor();
  had(await warehouse.submitOrder(anOrder()));
  const again = had(await warehouse.submitOrder(anOrder({ lines: [{ lineReference: 'line-1', sku: 'CUP', quantity: 1 }] })));
  expect(again).toMatchObject({ created: false, lines: [{ sku: 'MUG', quantity: 6 }] });
  expect(vendor.orders).toHaveLength(3);
});

test('a reference that came in between is a duplicate, and is found then', async () => {
  const { warehouse } = await openVendor({
    before({ method, path }, vendor) {
      if (method !== 'POST' || path !== '/orders') return undefined;
      vendor.orders.push(order(53, { referenceNum: 'order-99' }));
      return { status: 400, json: duplicate };
    },
  });
  expect(await warehouse.submitOrder(anOrder())).toMatchObject({ ok: false, failure: { kind: 'rejected', code: 'duplicate' } });
  expect(had(await warehouse.findOrder('order-99'))).toMatchObject({ providerRef: '53' });
});

test.each([{ status: 500 }, { status: 404 }, { status: 403 }, { json: { readOnly: open(54), referenceNum: null } }])(
  'an order that was created and cannot be read back (%j) may be there',
  async (reply) => {
    const { warehouse } = await openVendor({
      before({ method, path }) {
        if (method === 'POST' && path === '/orders') return { status: 201, json: { readOnly: open(54), referenceNum: 'order-99' } };
        return path === '/orders/54' ? reply : undefined;
      },
    });
    expect(await warehouse.submitOrder(anOrder())).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: true } });
  },
);

test('a submit that got no reply may have been done; one that was refused was not', async () => {
  for (const [reply, failure] of [
    [{ status: 503 }, { kind: 'retry', maybeDone: true }],
    [
      {
        status: 400,
        json: exception('ModelValidationException', { Properties: [{ Name: 'ItemIdentifier.Sku' }], ErrorCode: 'DoesNotExist' }),
      },
      { kind: 'rejected', code: 'unknown_sku' },
    ],
    [
      { status: 400, json: exception('ModelValidationException', { Properties: [{ Name: 'ShipTo.Zip' }], ErrorCode: 'Required' }) },
      { kind: 'rejected', code: 'bad_address' },
    ],
    [
      {
        status: 400,
        json: exception('ModelValidationException', { Properties: [{ Name: 'RoutingInfo.Carrier' }], ErrorCode: 'ValueNotSupported' }),
      },
      { kind: 'rejected', code: 'unknown_method' },
    ],
    [{ status: 403, json: exception('AuthorizationException', { ErrorCode: 'NoRole' }) }, { kind: 'forbidden' }],
  ] as const) {
    const { warehouse } = await openVendor({ before: ({ method, path }) => (method === 'POST' && path === '/orders' ? reply : undefined) });
    expect(await warehouse.submitOrder(anOrder())).toMatchObject({ ok: false, failure });
  }
});

test('orders are found by a number with signs of its own, in their order numbers or as their reference', async () => {
  const number = 'SO;(1)*=5% & 2';
  const orders = [
    order(61, { poNum: `A, ${number}` }),
    order(62, { referenceNum: number, poNum: null }),
    order(63, { poNum: `${number}7` }),
  ];
  const { warehouse } = await openVendor({ orders });
  const found = had(await warehouse.findOrdersByNumber?.(number));
  expect(found.map(({ providerRef, orderNumbers }) => [providerRef, orderNumbers])).toEqual([
    ['61', ['A', number]],
    ['62', [number]],
  ]);
});

test('an order of another customer is never taken for one of ours', async () => {
  const { warehouse } = await openVendor({
    // As a condition that is not understood: it is ignored.
    before: ({ path }, vendor) => {
      const theirs = { ...order(70), readOnly: { ...open(70), customerIdentifier: { id: 5 } } };
      const key = 'http://api.3plCentral.com/rels/orders/order';
      return path === '/orders' && vendor ? { json: { totalResults: 1, _embedded: { [key]: [theirs] } } } : undefined;
    },
  });
  expect(await warehouse.findOrder('order-70')).toMatchObject({ ok: false, failure: { kind: 'rejected', code: 'other' } });
});

test('states: picked, packed, held, closed, cancelled', async () => {
  const dates = { nothing: '0001-01-01T00:00:00' };
  const orders = [
    { pickStarted: true, pickDoneDate: dates.nothing },
    { pickStarted: true, packStarted: true },
    { onHoldDate: '2026-11-20T10:00:00' },
    { status: 1, isClosed: true },
    { status: 2 },
  ].map((changes, place) => order(81 + place, { readOnly: { ...open(81 + place), ...changes } }));
  const { warehouse } = await openVendor({ orders });
  const { records } = had(await warehouse.orderChanges.read(null, new Date('2026-11-20T00:00:00Z')));
  expect(records.map(({ status, held }) => [status, held])).toEqual([
    ['picking', false],
    ['packed', false],
    ['open', true],
    ['shipped', false],
    ['cancelled', false],
  ]);
  expect(records[3]?.lines).toMatchObject([{ quantity: 6, shipped: 6 }]);
});
