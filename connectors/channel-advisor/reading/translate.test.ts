import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { worded } from '../../../test/worded.ts';
import type { ChannelOrder } from '../../contract.ts';
import { wordReason } from '../../reasons.ts';
import { type Reading, sellerIdOf } from './parts.ts';
import { fulfilmentOf, sampleOrder } from './sample.ts';
import { translateOrder } from './translate.ts';

const reading: Reading = {
  external: new Set([2]),
  centers: new Map([
    [1, 'Amware'],
    [2, 'FBA'],
  ]),
};

function translated(changes: object = {}): ChannelOrder {
  const result = translateOrder({ ...sampleOrder, ...changes }, reading);
  if (!result.ok) throw new Error(wordReason(result.unreadable.reason));
  return result.record;
}
const unitsOf = (order: ChannelOrder) => Object.fromEntries(order.lines.map(({ sku, quantity }) => [sku, quantity]));

test('an ordinary order', () => {
  expect(translated()).toMatchObject({
    ...{ remoteId: '19918546', number: '123-4567890-1234567', sourceStatus: 'Unshipped', state: 'ready', currency: 'USD' },
    orderedAt: new Date('2026-11-20T02:02:09Z'),
    modifiedAt: new Date('2026-11-20T02:16:11.500Z'),
    store: { id: '640', name: 'Amazon Seller Central - US' },
    customer: { id: 'buyer-77', name: 'Anna Lindqvist', email: 'anna@example.org', phone: '+1 512 555 0100' },
    shipTo: { name: 'Anna Lindqvist', company: null, line1: '12 Mill Lane', line2: null, city: 'Austin', state: 'TX', country: 'US' },
    shipping: { code: 'UPS GROUND', description: 'UPS GROUND' },
    note: 'Leave it at the back door.',
    totals: { shipping: '3.99', tax: '1.50', total: '41.10' },
    details: {
      ...{ internalNote: 'Good customer', isGift: true, giftMessage: 'Happy birthday', shipBy: '2026-11-22T07:59:59.000Z' },
      ...{ warehouse: 'Amware', tags: ['vip', 'first'] },
    },
    lines: [
      { remoteLineId: '501', sku: 'MUG', quantity: 3, unitPrice: '12.00', isCharge: false, location: '1' },
      { remoteLineId: '502', sku: 'CUP', quantity: 1, unitPrice: '1.11' },
    ],
  });
});

test.each([
  [-2.5, 'Discount', '-2.50'],
  [4, 'Additional cost', '4.00'],
])('what %d more or less the buyer pays is a charge of its own, and never goods', (AdditionalCostOrDiscount, name, unitPrice) => {
  const { lines } = translated({ AdditionalCostOrDiscount });
  expect(lines.map(({ isCharge }) => isCharge)).toEqual([false, false, true]);
  expect(lines[2]).toMatchObject({ remoteLineId: 'AdditionalCostOrDiscount', name, quantity: 1, unitPrice });
});

test('a day when goods should be there is none when they should leave', () => {
  expect(translated({ EstimatedShipDateUtc: null }).details?.shipBy).toBeUndefined();
});

test('a charge does not make an order ours that others send', () => {
  const others = { DistributionCenterTypeRollup: 'ExternallyManaged', AdditionalCostOrDiscount: 4 };
  expect(translated(others).state).toBe('external');
});

test('an order of nothing but null is kept: it is for a person to complete', () => {
  const needed = new Set(['ID', 'ProfileID', 'CreatedDateUtc', 'CheckoutStatus', 'PaymentStatus', 'ShippingStatus']);
  const bare = Object.fromEntries(Object.entries(sampleOrder).map(([name, value]) => [name, needed.has(name) ? value : null]));
  expect(translated({ ...bare, Items: [], Fulfillments: [] })).toMatchObject({
    ...{ number: '19918546', state: 'ready', lines: [], note: null, store: null, details: {} },
    ...{ shipping: { code: null }, customer: { name: '', email: null }, shipTo: { name: '', line1: '', country: '' } },
  });
});

describe('the status that decides', () => {
  test.each([
    [{}, 'ready', 'Unshipped'],
    [{ ShippingStatus: 'PendingShipment' }, 'ready', 'PendingShipment'],
    [{ ShippingStatus: 'PartiallyShipped' }, 'ready', 'PartiallyShipped'],
    [{ ShippingStatus: 'Shipped' }, 'shipped', 'Shipped'],
    [{ ShippingStatus: 'Canceled', PaymentStatus: 'Failed' }, 'cancelled', 'Canceled'],
    [{ ShippingStatus: 'ThirdPartyManaged' }, 'external', 'ThirdPartyManaged'],
    [{ DistributionCenterTypeRollup: 'ExternallyManaged' }, 'external', 'Unshipped'],
    [{ DistributionCenterTypeRollup: 'ExternallyManaged', ShippingStatus: 'Shipped' }, 'shipped', 'Shipped'],
    [{ PaymentStatus: 'NotYetSubmitted' }, 'waiting', 'NotYetSubmitted'],
    [{ PaymentStatus: 'Submitted' }, 'waiting', 'Submitted'],
    [{ PaymentStatus: 'Deposited' }, 'waiting', 'Deposited'],
    [{ PaymentStatus: 'Failed' }, 'waiting', 'Failed'],
    [{ CheckoutStatus: 'NotVisited' }, 'waiting', 'NotVisited'],
    [{ CheckoutStatus: 'CompletedOffline' }, 'ready', 'Unshipped'],
    [{ CheckoutStatus: 'OnHold' }, 'held', 'OnHold'],
    [{ CheckoutStatus: 'Disabled' }, 'unknown', 'Disabled'],
    [{ PaymentStatus: 'constructor' }, 'unknown', 'constructor'],
    [{ ShippingStatus: null }, 'unknown', ''],
  ])('%j is %s', (changes, state, sourceStatus) => expect(translated(changes)).toMatchObject({ state, sourceStatus }));
});

describe('the units that are ours to send', () => {
  const open = (units: Record<string, number>) => fulfilmentOf({}, units);
  const theirs = fulfilmentOf({ DistributionCenterID: 2 }, { MUG: 2 });
  const mixed = (...Fulfillments: object[]) => translated({ DistributionCenterTypeRollup: 'Mixed', Fulfillments });

  test('of a mixed order, without what others send', () => {
    expect(unitsOf(mixed(open({ MUG: 1, CUP: 1 }), theirs))).toEqual({ MUG: 1, CUP: 1 });
    const allMugs = fulfilmentOf({ DistributionCenterID: 2, DeliveryStatus: 'Complete' }, { MUG: 3 });
    expect(unitsOf(mixed(open({ CUP: 1 }), allMugs))).toEqual({ CUP: 1 });
  });

  test('an order of which nothing is left to us is somebody else’s', () => {
    const all = fulfilmentOf({ DistributionCenterID: 9, DeliveryStatus: 'ThirdPartyManaged' }, { MUG: 3, CUP: 1 });
    expect(mixed(all)).toMatchObject({ state: 'external', lines: [] });
  });

  test('what we confirmed stays ours, what somebody marked there does not', () => {
    const parcel = (id: string | null) => fulfilmentOf({ DeliveryStatus: 'Complete', SellerFulfillmentID: id }, { MUG: 2 });
    const of = (id: string | null) => unitsOf(translated({ Fulfillments: [open({ MUG: 1, CUP: 1 }), parcel(id)] }));
    expect(of(sellerIdOf('shipment-12'))).toEqual({ MUG: 3, CUP: 1 });
    expect(of('12')).toEqual({ MUG: 1, CUP: 1 });
    expect(of(null)).toEqual({ MUG: 1, CUP: 1 });
  });

  const done = { RequestStatus: 'PostProcessingComplete' };
  test('cancelled units go, whether the fulfilment or an adjustment says so', () => {
    const Items = sampleOrder.Items.map((item) => ({ ...item, Adjustments: [{ ...done, Type: 'Cancellation', Quantity: 1 }] }));
    expect(unitsOf(translated({ Items, Fulfillments: [open({ MUG: 2 })] }))).toEqual({ MUG: 2 });
    const cancelled = fulfilmentOf({ DeliveryStatus: 'Canceled' }, { MUG: 1 });
    expect(unitsOf(translated({ Items, Fulfillments: [open({ MUG: 2 }), cancelled] }))).toEqual({ MUG: 2 });
    const refunded = sampleOrder.Items.map((item) => ({ ...item, Adjustments: [{ ...done, Type: 'Refund', Quantity: 1 }] }));
    expect(unitsOf(translated({ Items: refunded }))).toEqual({ MUG: 3, CUP: 1 });
  });

  test('an order that has ended keeps its lines', () => {
    const all = (DeliveryStatus: string) => [fulfilmentOf({ DeliveryStatus }, { MUG: 3, CUP: 1 })];
    expect(unitsOf(translated({ ShippingStatus: 'Shipped', Fulfillments: all('Complete') }))).toEqual({ MUG: 3, CUP: 1 });
    expect(unitsOf(translated({ ShippingStatus: 'Canceled', Fulfillments: all('Canceled') }))).toEqual({ MUG: 3, CUP: 1 });
  });

  test('a bundle is counted by its components', () => {
    const BundleComponents = [{ ProductID: 81, Quantity: 3 }];
    const Items = [{ ...sampleOrder.Items[0], IsBundle: true, BundleComponents, Quantity: 2 }];
    const part = (changes: object, Quantity: number) => ({
      ...fulfilmentOf(changes, {}),
      Items: [{ ID: 1, OrderItemID: 501, ProductID: 81, Quantity }],
    });
    expect(unitsOf(translated({ Items, Fulfillments: [part({}, 6)] }))).toEqual({ MUG: 2 });
    expect(unitsOf(translated({ Items, Fulfillments: [part({}, 3), part({ DistributionCenterID: 2 }, 3)] }))).toEqual({ MUG: 1 });
  });

  test('a line without any units is kept for a person', () => {
    const Items = [{ ...sampleOrder.Items[0], Quantity: 0 }];
    expect(unitsOf(translated({ Items, Fulfillments: [] }))).toEqual({ MUG: 0 });
  });
});

test.each([
  ['no id', { ID: null }, null, 'ID: is missing, or of another kind than was expected'],
  ['half a unit', { Items: [{ ...sampleOrder.Items[0], Quantity: 1.5 }] }, '19918546', 'Items.0.Quantity: is not a whole number'],
  ['a time that is none', { CreatedDateUtc: 'yesterday' }, '19918546', 'CreatedDateUtc: is not a time'],
  ['no lines at all', { Items: undefined }, '19918546', 'Items: is missing'],
  [
    'a place that nobody knows',
    { DistributionCenterTypeRollup: 'Mixed', Fulfillments: [fulfilmentOf({ DistributionCenterID: 7 }, { MUG: 1 })] },
    '19918546',
    'Fulfillments: who ships from the distribution center 7 is not known',
  ],
  ['a part of its lines', { 'Items@odata.nextLink': 'https://x' }, '19918546', 'Items: the order was not read as a whole'],
])('%s cannot be read, and says why', (_, changes, remoteId, reason) => {
  const raw = { ...sampleOrder, ...changes };
  expect(translateOrder(raw, reading)).toEqual({ ok: false, unreadable: { remoteId, reason: worded(reason), raw } });
});

test('never throws, whatever comes', () => {
  fc.assert(fc.property(fc.jsonValue(), (raw) => void translateOrder(raw, reading)));
  const field = fc.constantFrom(...Object.keys(sampleOrder));
  fc.assert(fc.property(field, fc.jsonValue(), (name, value) => void translateOrder({ ...sampleOrder, [name]: value }, reading)));
});
