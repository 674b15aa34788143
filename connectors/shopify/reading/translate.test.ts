import { expect, test } from 'vitest';
import { worded, wordedWith } from '../../../test/worded.ts';
import { gid, listOf, place, rawLine, rawOrder, rawPart } from '../edge.ts';
import type { Reading } from './states.ts';
import { translateOrder } from './translate.ts';

type Changes = Record<string, unknown>;
const leeds: Reading = { locations: ['1'], sendsUnpaid: false };
const translate = (changes: Changes = {}, reading = leeds, ours: unknown[] = []) =>
  translateOrder({ ...rawOrder(1, changes), ours }, reading);
const withParts = (...parts: Changes[]) => ({ fulfillmentOrders: listOf(parts.map((part, at) => rawPart(at + 1, part))) });
const emptied = (status: string) => ({ status, lineItems: listOf([rawLine(10, { remainingQuantity: 0 })]) });
const york = (status: string) => ({ status, assignedLocation: place(3, 'York') });
const partly = { displayFulfillmentStatus: 'PARTIALLY_FULFILLED' };
const service = { assignedLocation: place(1, 'Hull', true) };

test('an order is read as it stands, in the shop’s currency', () => {
  expect(translate()).toMatchObject({
    ok: true,
    record: {
      ...{ remoteId: '1', number: '101', state: 'ready', sourceStatus: 'UNFULFILLED', currency: 'GBP', weightGrams: 700 },
      ...{ orderedAt: new Date('2026-11-20T10:15:00Z'), modifiedAt: new Date('2026-11-20T10:15:30Z'), note: 'Ring twice' },
      totals: { shipping: '2.50', tax: '2.30', total: '13.80' },
      shipTo: {
        name: 'Anna Lindqvist',
        line1: '12 Mill Lane',
        line2: 'Flat 2',
        city: 'Leeds',
        state: 'ENG',
        postalCode: 'LS1 4DY',
        country: 'GB',
      },
      ...{ shipping: { code: 'Standard', description: 'Standard' }, details: { warehouse: 'Leeds', tags: ['vip'] } },
      lines: [{ remoteLineId: '41', sku: 'MUG-BLUE', name: 'A mug - blue', quantity: 2, unitPrice: '4.50', isCharge: false }],
    },
  });
});

test.each<[string, Changes, string, string]>([
  ['cancelled', { cancelledAt: '2026-11-20T12:00:00Z' }, 'cancelled', 'CANCELLED'],
  ['on hold', withParts({ status: 'ON_HOLD' }), 'held', 'ON_HOLD'],
  ['on hold in part', withParts({}, { status: 'ON_HOLD' }), 'held', 'ON_HOLD'],
  ['scheduled', withParts({ status: 'SCHEDULED' }), 'waiting', 'SCHEDULED'],
  ['being processed', withParts({ status: 'IN_PROGRESS' }), 'ready', 'UNFULFILLED'],
  ['of a status that we do not know', withParts({ status: 'BEAMED' }), 'unknown', 'BEAMED'],
  ['of another location', withParts({ assignedLocation: place(3, 'York') }), 'external', 'UNFULFILLED'],
  ['collected in the shop', withParts({ deliveryMethod: { methodType: 'PICK_UP' } }), 'external', 'UNFULFILLED'],
  ['shipped to a pickup point', withParts({ deliveryMethod: { methodType: 'PICKUP_POINT' } }), 'unknown', 'PICKUP_POINT'],
  ['a test of the shop’s checkout', { test: true, displayFinancialStatus: 'PAID' }, 'unknown', 'TEST'],
  ['a test that was cancelled', { test: true, cancelledAt: '2026-11-20T12:00:00Z' }, 'cancelled', 'CANCELLED'],
  ['of nobody that we may see', withParts(), 'external', 'UNFULFILLED'],
  ['fulfilled', { displayFulfillmentStatus: 'FULFILLED', ...withParts({ status: 'CLOSED' }) }, 'shipped', 'FULFILLED'],
  ['emptied by an edit', withParts({ status: 'CANCELLED' }), 'cancelled', 'UNFULFILLED'],
  ['emptied by a refund, and closed', withParts(emptied('CLOSED')), 'cancelled', 'UNFULFILLED'],
  ['emptied by a refund, and still open', withParts(emptied('OPEN')), 'cancelled', 'UNFULFILLED'],
  [
    'emptied, as others sent the rest',
    { ...partly, ...withParts(emptied('CANCELLED'), york('CLOSED')) },
    'cancelled',
    'PARTIALLY_FULFILLED',
  ],
  [
    'emptied and still open, as others sent the rest',
    { ...partly, ...withParts(emptied('OPEN'), york('CLOSED')) },
    'external',
    'PARTIALLY_FULFILLED',
  ],
  ['closed in part, as some of it left', { ...partly, ...withParts(emptied('CLOSED')) }, 'shipped', 'PARTIALLY_FULFILLED'],
  ['moved to where others send', withParts(emptied('CLOSED'), york('OPEN')), 'external', 'UNFULFILLED'],
  [
    'closed, with a word that we do not know',
    { displayFulfillmentStatus: 'BEAMED', ...withParts(emptied('CLOSED')) },
    'external',
    'BEAMED',
  ],
  ['not requested of the service yet', withParts(service), 'waiting', 'UNSUBMITTED'],
  ['requested of the service', withParts({ ...service, requestStatus: 'SUBMITTED' }), 'ready', 'UNFULFILLED'],
  ['accepted by the service', withParts({ ...service, requestStatus: 'ACCEPTED' }), 'ready', 'UNFULFILLED'],
  ['asked back of the service', withParts({ ...service, requestStatus: 'CANCELLATION_REQUESTED' }), 'held', 'CANCELLATION_REQUESTED'],
  ['given back by the service', withParts({ ...service, status: 'INCOMPLETE', requestStatus: 'CLOSED' }), 'external', 'UNFULFILLED'],
  ['unpaid', { displayFinancialStatus: 'PENDING' }, 'waiting', 'PENDING'],
  ['authorised', { displayFinancialStatus: 'AUTHORIZED' }, 'ready', 'UNFULFILLED'],
  ['voided', { displayFinancialStatus: 'VOIDED' }, 'waiting', 'VOIDED'],
  ['of a payment that we do not know', { displayFinancialStatus: 'BARTERED' }, 'unknown', 'BARTERED'],
])('an order that is %s', (_what, changes, state, sourceStatus) => {
  expect(translate(changes)).toMatchObject({ ok: true, record: { state, sourceStatus } });
});

test('what we sent of an order has left, whatever word Shopify has for it', () => {
  const sent = {
    id: gid('Fulfillment', 900),
    status: 'SUCCESS',
    fulfillmentLineItems: { nodes: [{ quantity: 2, lineItem: { id: gid('LineItem', 41) } }] },
  };
  expect(translate(withParts(emptied('CLOSED')), leeds, [sent])).toMatchObject({ record: { state: 'shipped' } });
});

test('an invoice is sent unpaid where the seller says so, a voided payment is not', () => {
  const sending = { ...leeds, sendsUnpaid: true };
  expect(translate({ displayFinancialStatus: 'PENDING' }, sending)).toMatchObject({ record: { state: 'ready' } });
  expect(translate({ displayFinancialStatus: 'VOIDED' }, sending)).toMatchObject({ record: { state: 'waiting' } });
});

test('without a chosen location every one of the shop’s own counts, and no service’s', () => {
  const any = { locations: [], sendsUnpaid: false };
  expect(translate(withParts({ assignedLocation: place(3, 'York') }), any)).toMatchObject({ record: { state: 'ready' } });
  expect(translate(withParts({ ...service, requestStatus: 'ACCEPTED' }), any)).toMatchObject({ record: { state: 'external' } });
});

test('of an order that several places send, ours is what is assigned to our location', () => {
  const changes = withParts(
    { lineItems: listOf([rawLine(10, { remainingQuantity: 1 })]) },
    { assignedLocation: place(3, 'York'), lineItems: listOf([rawLine(20), rawLine(21, { sku: 'CUP' }, { id: gid('LineItem', 42) })]) },
  );
  expect(translate(changes)).toMatchObject({ record: { state: 'ready', lines: [{ remoteLineId: '41', quantity: 1 }] } });
});

test('what was edited, refunded or fulfilled by a person there is not sent; a line in two parts is one', () => {
  const changes = withParts(
    { lineItems: listOf([rawLine(10, { remainingQuantity: 1, totalQuantity: 3 })]) },
    {
      lineItems: listOf([
        rawLine(20, { remainingQuantity: 2 }),
        rawLine(21, { remainingQuantity: 0, sku: 'CUP' }, { id: gid('LineItem', 42) }),
      ]),
    },
  );
  expect(translate(changes)).toMatchObject({ record: { lines: [{ remoteLineId: '41', quantity: 3 }] } });
});

test('what we sent stays in the order, and what was taken back is to be sent again', () => {
  const sent = (status: string) => ({
    ...{ id: gid('Fulfillment', 900), status },
    fulfillmentLineItems: { nodes: [{ quantity: 1, lineItem: { id: gid('LineItem', 41) } }] },
  });
  const left = withParts({ lineItems: listOf([rawLine(10, { remainingQuantity: 1 })]) });
  expect(translate(left, leeds, [sent('SUCCESS')])).toMatchObject({ record: { lines: [{ quantity: 2 }] } });
  expect(translate(left, leeds, [sent('CANCELLED')])).toMatchObject({ record: { lines: [{ quantity: 1 }] } });
});

test('what another connection sent from a location of its own is not of our order, whatever it noted', () => {
  const sent = (location: number, isFulfillmentService = false) => ({
    ...{ id: gid('Fulfillment', 900), status: 'SUCCESS', location: { id: gid('Location', location), isFulfillmentService } },
    fulfillmentLineItems: { nodes: [{ quantity: 1, lineItem: { id: gid('LineItem', 41) } }] },
  });
  const left = withParts({ lineItems: listOf([rawLine(10, { remainingQuantity: 1 })]) }, york('CLOSED'));
  expect(translate(left, leeds, [sent(3)])).toMatchObject({ record: { lines: [{ quantity: 1 }] } });
  expect(translate(left, leeds, [sent(1)])).toMatchObject({ record: { lines: [{ quantity: 2 }] } });
  const any = { locations: [], sendsUnpaid: false };
  expect(translate(left, any, [sent(2, true)])).toMatchObject({ record: { lines: [{ quantity: 1 }] } });
  const cancelled = { ...partly, ...withParts(emptied('CANCELLED'), york('CLOSED')) };
  expect(translate(cancelled, leeds, [sent(3)])).toMatchObject({ record: { state: 'cancelled' } });
});

test('goods without a SKU have their inventory item’s id, and what needs no shipping is no goods', () => {
  const lines = [rawLine(10, { sku: null }), rawLine(11, { requiresShipping: false }, { id: gid('LineItem', 43), name: 'Gift card' })];
  expect(translate(withParts({ lineItems: listOf(lines) }))).toMatchObject({ record: { lines: [{ sku: 'id-71', isCharge: false }] } });
  expect(translate(withParts({ lineItems: listOf(lines.slice(1)) }))).toMatchObject({
    record: { state: 'external', lines: [{ name: 'Gift card', isCharge: true }] },
  });
});

const hidden = { name: null, company: null, address1: null, address2: null, city: null, province: null, provinceCode: null, zip: null };
test.each([
  ['no address', { shippingAddress: null }],
  ['an address without its fields', { shippingAddress: { ...hidden, countryCodeV2: 'GB', phone: null } }],
])('of an order with %s a person is told why; one that others send needs none', (_what, changes) => {
  expect(translate(changes)).toMatchObject({ ok: false, unreadable: { remoteId: '1', reason: wordedWith('protected customer data') } });
  expect(translate({ ...changes, cancelledAt: '2026-11-20T12:00:00Z' })).toMatchObject({ ok: true, record: { state: 'cancelled' } });
});

test.each<[Changes, string]>([
  [{ updatedAt: 'yesterday' }, 'updatedAt: is not a time'],
  [{ id: '1' }, 'id: is not an id of Shopify'],
  [{ currentTotalTaxSet: { shopMoney: { amount: 'a lot' } } }, 'currentTotalTaxSet.shopMoney.amount: is not an amount'],
])('an order that cannot be read says why: %j', (changes, reason) => {
  expect(translate(changes)).toMatchObject({ ok: false, unreadable: { reason: worded(reason) } });
});

test('a list that is cut, or a note of ours that was changed, is not taken for the whole', () => {
  const cut = { nodes: [rawPart(1)], pageInfo: { hasNextPage: true, endCursor: 'x' } };
  expect(translate({ fulfillmentOrders: cut })).toMatchObject({ ok: false, unreadable: { reason: wordedWith('more fulfilment orders') } });
  expect(translate({ parcels: { value: '{"a":', compareDigest: 'd' } })).toMatchObject({
    ok: false,
    unreadable: { reason: wordedWith('crossdock.parcels') },
  });
});
