import { expect, onTestFinished, test } from 'vitest';
import { worded, wordedWith } from '../../../test/worded.ts';
import type { ShipmentConfirmation } from '../../contract.ts';
import { had } from '../../contract-suite/opened.ts';
import { gid, listOf, place, rawLine, rawOrder, rawPart, type Shop } from '../edge.ts';
import { openShop } from '../opened.ts';

const parcel = (changes: Partial<ShipmentConfirmation> = {}): ShipmentConfirmation => ({
  ...{ key: 'shipment-1', remoteOrderId: '1', handle: null, carrier: 'ups', method: null, trackingNumber: '1Z999', trackingUrl: null },
  ...{ shippedAt: new Date('2026-11-20T03:00:00Z'), lines: [{ remoteLineId: '41', handle: null, quantity: 2 }], completes: false },
  ...changes,
});
const withParts = (...parts: Record<string, unknown>[]) => [
  rawOrder(1, { fulfillmentOrders: listOf(parts.map((part, at) => rawPart(at + 1, part))) }),
];

async function shopWith(changes: Partial<Shop> = {}, values: Record<string, string> = {}) {
  const opened = await openShop(changes, values);
  onTestFinished(opened.edge.stop);
  const written = () => opened.edge.asked().filter(({ operation }) => ['Ship', 'NoteParcels', 'AcceptRequest'].includes(operation));
  return { ...opened, written };
}

test('a parcel is a fulfilment of what is assigned to us, with its lines and numbers, and is noted as ours', async () => {
  const { confirmations, written } = await shopWith();
  const sent = parcel({ trackingNumber: '1Z999, 1Z998', trackingUrl: 'https://ups.example/1Z999' });
  expect(had(await confirmations.confirm([sent]))).toEqual([{ key: 'shipment-1', kind: 'confirmed', reference: '900' }]);
  expect(written().map(({ variables }) => variables)).toEqual([
    {
      fulfillment: {
        lineItemsByFulfillmentOrder: [
          {
            fulfillmentOrderId: gid('FulfillmentOrder', 1),
            fulfillmentOrderLineItems: [{ id: gid('FulfillmentOrderLineItem', 10), quantity: 2 }],
          },
        ],
        notifyCustomer: true,
        trackingInfo: { company: 'UPS', numbers: ['1Z999', '1Z998'], urls: ['https://ups.example/1Z999'] },
      },
    },
    {
      metafields: [
        {
          ...{ ownerId: gid('Order', 1), namespace: 'crossdock', key: 'parcels', type: 'json' },
          ...{ value: '{"shipment-1":"900"}', compareDigest: null },
        },
      ],
    },
  ]);
});

test('Shopify tells the buyer only where the seller wants it', async () => {
  const { confirmations, written } = await shopWith({}, { notify_customer: 'no' });
  had(await confirmations.confirm([parcel()]));
  expect(written()[0]?.variables).toMatchObject({ fulfillment: { notifyCustomer: false } });
});

test('units come from as many fulfilment orders as hold them, and none from one that is held or of another place', async () => {
  const line = (id: number, remainingQuantity: number) => ({ lineItems: listOf([rawLine(id, { remainingQuantity })]) });
  const orders = withParts(
    line(10, 1),
    { ...line(20, 5), status: 'ON_HOLD' },
    { ...line(30, 5), assignedLocation: place(3, 'York') },
    line(40, 3),
  );
  const { confirmations, written } = await shopWith({ orders });
  had(await confirmations.confirm([parcel({ lines: [{ remoteLineId: '41', handle: null, quantity: 3 }] })]));
  expect(written()[0]?.variables).toMatchObject({
    fulfillment: {
      lineItemsByFulfillmentOrder: [
        { fulfillmentOrderLineItems: [{ id: gid('FulfillmentOrderLineItem', 10), quantity: 1 }] },
        { fulfillmentOrderLineItems: [{ id: gid('FulfillmentOrderLineItem', 40), quantity: 2 }] },
      ],
    },
  });
});

test.each<[string, Shop['orders'], Partial<ShipmentConfirmation>, string]>([
  ['moved', withParts({ assignedLocation: place(3, 'York') }), {}, 'Shopify has moved MUG-BLUE to York since.'],
  ['held', withParts({ status: 'ON_HOLD' }), {}, 'MUG-BLUE is on hold at Shopify: release it there.'],
  ['scheduled', withParts({ status: 'SCHEDULED' }), {}, 'MUG-BLUE is scheduled for later at Shopify: open it there.'],
  [
    ...(['closed', withParts({ status: 'CLOSED', lineItems: listOf([rawLine(10, { remainingQuantity: 0 })]) }), {}] as const),
    'Shopify has 0 of MUG-BLUE left to be sent, and 2 left with this parcel: the order was edited, refunded or fulfilled there.',
  ],
  [
    ...(['refunded in part', withParts({ lineItems: listOf([rawLine(10, { remainingQuantity: 1 })]) }), {}] as const),
    'Shopify has 1 of MUG-BLUE left to be sent, and 2 left with this parcel: the order was edited, refunded or fulfilled there.',
  ],
  ['cancelled', [rawOrder(1, { cancelledAt: '2026-11-20T12:00:00Z' })], {}, 'The order is cancelled at Shopify.'],
  [
    'of nothing',
    withParts({}),
    { lines: [] },
    'Nothing of this parcel is in the order at Shopify: Shopify would take it for the whole order.',
  ],
])('a parcel of an order that was %s meanwhile is refused, and Shopify is told nothing', async (_what, orders, changes, reason) => {
  const { confirmations, written } = await shopWith({ orders });
  expect(await confirmations.confirm([parcel(changes)])).toMatchObject({
    ok: false,
    failure: { kind: 'rejected', reason: worded(reason) },
  });
  expect(written()).toEqual([]);
});

test('a parcel of more than was sold alone closes the order, and Shopify is told of none', async () => {
  const { confirmations, written } = await shopWith();
  expect(had(await confirmations.confirm([parcel({ lines: [], completes: true })]))).toMatchObject([{ kind: 'confirmed' }]);
  expect(written()).toEqual([]);
});

test('what Shopify refuses is said in its words', async () => {
  const Ship = () => ({
    fulfillmentCreate: { fulfillment: null, userErrors: [{ field: ['fulfillment'], message: 'Fulfillment order is closed.' }] },
  });
  const { confirmations } = await shopWith({ replies: { Ship } });
  expect(await confirmations.confirm([parcel()])).toMatchObject({
    ok: false,
    failure: { kind: 'rejected', reason: worded('Fulfillment order is closed.') },
  });
});

test('a fulfilment service takes the request on before it fulfils it, and does nothing that it was not asked for', async () => {
  const asked = (requestStatus: string) => withParts({ assignedLocation: place(2, 'Hull', true), requestStatus });
  const { confirmations, written } = await shopWith({ orders: asked('SUBMITTED') }, { location_ids: '["2"]' });
  had(await confirmations.confirm([parcel()]));
  expect(written().map(({ operation }) => operation)).toEqual(['AcceptRequest', 'Ship', 'NoteParcels']);
  const withdrawn = await shopWith({ orders: asked('CANCELLATION_ACCEPTED') }, { location_ids: '["2"]' });
  expect(await withdrawn.confirmations.confirm([parcel()])).toMatchObject({ failure: { reason: wordedWith('no longer asks') } });
});

test('a parcel that is noted is not said again, and the note of others is kept', async () => {
  const parcels = { value: '{"shipment-0":"899"}', compareDigest: 'd1' };
  const Fulfillment = () => ({ fulfillment: null });
  const { confirmations, written, shop } = await shopWith({ orders: [rawOrder(1, { parcels })], replies: { Fulfillment } });
  had(await confirmations.confirm([parcel()]));
  expect(written()[1]?.variables).toMatchObject({
    metafields: [{ value: '{"shipment-0":"899","shipment-1":"900"}', compareDigest: 'd1' }],
  });
  shop.orders = [rawOrder(1, { parcels: { value: '{"shipment-1":"900"}', compareDigest: 'd2' } })];
  expect(had(await confirmations.isConfirmed(parcel()))).toBe(true);
  expect(had(await confirmations.confirm([parcel()]))).toMatchObject([{ reference: '900' }]);
  expect(written()).toHaveLength(2);
});

/** As Shopify lists it: made a minute after the parcel left, at Leeds. */
const made = (number: string, id = 900, changes: object = {}) => ({
  ...{ id: gid('Fulfillment', id), status: 'SUCCESS', trackingInfo: number ? [{ number }] : [], createdAt: '2026-11-20T03:01:00Z' },
  ...{ location: { id: gid('Location', 1), isFulfillmentService: false }, ...changes },
});

const ofMugs = (quantity: number, line = 41) => ({
  fulfillmentLineItems: { nodes: [{ quantity, lineItem: { id: gid('LineItem', line) } }] },
});
/** Any fulfilment is of so many mugs. */
const holding = (quantity: number) => ({
  Fulfillment: ({ id }: { id: string }) => ({ fulfillment: { ...made(''), id, ...ofMugs(quantity) } }),
});

test('a parcel that was made before we were cut off is found by its number, noted, and not made again', async () => {
  const FulfillmentsOf = () => ({
    order: { fulfillments: [made('OTHER', 800), { ...made('1Z999', 801), status: 'CANCELLED' }, made('1Z999')] },
  });
  const { confirmations, written } = await shopWith({ replies: { FulfillmentsOf, ...holding(2) } });
  // Not before it is noted: whoever is told that it is done would never note it, and its units would be somebody else's.
  expect(had(await confirmations.isConfirmed(parcel()))).toBe(false);
  expect(had(await confirmations.confirm([parcel()]))).toMatchObject([{ kind: 'confirmed', reference: '900' }]);
  expect(written().map(({ operation }) => operation)).toEqual(['NoteParcels']);
});

test.each([
  ['fewer units', { Fulfillment: () => ({ fulfillment: { ...made('1Z999'), ...ofMugs(1) } }) }],
  ['another line', { Fulfillment: () => ({ fulfillment: { ...made('1Z999'), ...ofMugs(2, 42) } }) }],
  ['cancelled since', { Fulfillment: () => ({ fulfillment: { ...made('1Z999'), status: 'CANCELLED', ...ofMugs(2) } }) }],
])('what somebody fulfilled under the number of a parcel is another where it is of %s', async (_what, replies) => {
  const FulfillmentsOf = () => ({ order: { fulfillments: [made('1Z999', 800)] } });
  const { confirmations, written } = await shopWith({ replies: { FulfillmentsOf, ...replies } });
  had(await confirmations.confirm([parcel()]));
  expect(written().map(({ operation }) => operation)).toEqual(['Ship', 'NoteParcels']);
});

test('a fulfilment under the number of two parcels is the first one, unless that was told', async () => {
  const FulfillmentsOf = () => ({ order: { fulfillments: [made('1Z999', 800)] } });
  const { confirmations, written, shop } = await shopWith({ replies: { FulfillmentsOf, ...holding(2) } });
  const second = parcel({ key: 'shipment-2', sameNumber: [{ key: 'shipment-1', lines: parcel().lines }] });
  expect(had(await confirmations.confirm([second]))).toMatchObject([{ reference: '900' }]);
  shop.orders = [rawOrder(1, { parcels: { value: '{"shipment-1":"700"}', compareDigest: 'd' } })];
  expect(had(await confirmations.confirm([second]))).toMatchObject([{ reference: '800' }]);
  expect(written().map(({ operation }) => operation)).toEqual(['Ship', 'NoteParcels', 'NoteParcels']);
});

test.each<[string, object, number, string[]]>([
  ['the same lines is it', {}, 2, ['NoteParcels']],
  ['the same second is it', { createdAt: '2026-11-20T03:00:00Z' }, 2, ['NoteParcels']],
  ['other lines is another', {}, 1, ['Ship', 'NoteParcels']],
  ['an earlier time, as one by hand, is another', { createdAt: '2026-11-20T02:59:59Z' }, 2, ['Ship', 'NoteParcels']],
  ['a location of others is another', { location: { id: gid('Location', 2), isFulfillmentService: true } }, 2, ['Ship', 'NoteParcels']],
  ['no location is another', { location: null }, 2, ['Ship', 'NoteParcels']],
])('of parcels without a number a fulfilment of %s', async (_what, changes, quantity, operations) => {
  const FulfillmentsOf = () => ({ order: { fulfillments: [made('', 800, changes)] } });
  const Fulfillment = () => ({ fulfillment: { ...made('', 800), ...ofMugs(quantity) } });
  const { confirmations, written } = await shopWith({ replies: { FulfillmentsOf, Fulfillment } });
  had(await confirmations.confirm([parcel({ trackingNumber: '', shippedAt: new Date('2026-11-20T03:00:00.400Z') })]));
  expect(written().map(({ operation }) => operation)).toEqual(operations);
});

test('a parcel is found by the third number of a fulfilment, of which a list shows two', async () => {
  const trackingInfo = ['1Z1', '1Z2', '1Z999'].map((number) => ({ number }));
  const { confirmations, written } = await shopWith({
    replies: {
      FulfillmentsOf: () => ({ order: { fulfillments: [made('', 800, { trackingInfo: trackingInfo.slice(0, 2) })] } }),
      TrackingOf: () => ({ fulfillment: { trackingInfo } }),
      ...holding(2),
    },
  });
  expect(had(await confirmations.confirm([parcel()]))).toMatchObject([{ kind: 'confirmed', reference: '800' }]);
  expect(written().map(({ operation }) => operation)).toEqual(['NoteParcels']);
});

test('a parcel with a number is none that has no number', async () => {
  const FulfillmentsOf = () => ({ order: { fulfillments: [made('')] } });
  const { confirmations, written } = await shopWith({ replies: { FulfillmentsOf } });
  had(await confirmations.confirm([parcel()]));
  expect(written().map(({ operation }) => operation)).toEqual(['Ship', 'NoteParcels']);
});

const refusingNote = (code: string, message = 'No.') => ({ metafieldsSet: { userErrors: [{ code, field: null, message }] } });

test('a note that fails in passing is made later, and one that is refused is said, and is all that is tried again', async () => {
  const { confirmations, shop, written } = await shopWith();
  shop.replies.NoteParcels = () => ({ data: null, errors: [{ message: 'oops', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
  expect(await confirmations.confirm([parcel()])).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: true } });
  shop.replies.FulfillmentsOf = () => ({ order: { fulfillments: [made('1Z999')] } });
  shop.replies.Fulfillment = holding(2).Fulfillment;
  shop.replies.NoteParcels = () => refusingNote('APP_NOT_AUTHORIZED');
  expect(await confirmations.confirm([parcel()])).toMatchObject({
    ok: false,
    failure: {
      kind: 'rejected',
      reason: wordedWith('is a fulfilment at Shopify, but Shopify did not take the note that it is Crossdock’s: No.'),
    },
  });
  shop.replies.NoteParcels = () => ({ metafieldsSet: { userErrors: [] } });
  expect(had(await confirmations.confirm([parcel()]))).toMatchObject([{ kind: 'confirmed', reference: '900' }]);
  expect(written().filter(({ operation }) => operation === 'Ship')).toHaveLength(1);
});

test('a note that somebody else wrote in the meantime is kept beside ours', async () => {
  const { confirmations, shop, written } = await shopWith();
  shop.replies.NoteParcels = ({ metafields: [one] }) => {
    if (one?.compareDigest === 'd2') return { metafieldsSet: { userErrors: [] } };
    shop.orders = [rawOrder(1, { parcels: { value: '{"shipment-0":"899"}', compareDigest: 'd2' } })];
    return refusingNote('STALE_OBJECT');
  };
  expect(had(await confirmations.confirm([parcel()]))).toMatchObject([{ kind: 'confirmed', reference: '900' }]);
  expect(written().at(-1)?.variables).toMatchObject({ metafields: [{ value: '{"shipment-0":"899","shipment-1":"900"}' }] });
});

test('where somebody writes each time, the parcel is looked for and noted later', async () => {
  const { confirmations, written } = await shopWith({ replies: { NoteParcels: () => refusingNote('STALE_OBJECT') } });
  expect(await confirmations.confirm([parcel()])).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: true } });
  expect(written().map(({ operation }) => operation)).toEqual(['Ship', 'NoteParcels', 'NoteParcels', 'NoteParcels']);
});

test('a note of more parcels than an order has is not read', async () => {
  const value = JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`shipment-${at}`, '900'])));
  const { confirmations, edge } = await shopWith({ orders: [rawOrder(1, { parcels: { value, compareDigest: 'd' } })] });
  expect(await confirmations.confirm([parcel()])).toMatchObject({ failure: { reason: wordedWith('cannot be read') } });
  expect(edge.asked().map(({ operation }) => operation)).toEqual(['Order']);
});

test('a parcel that could not be noted any more is refused before Shopify is told of it', async () => {
  const noteOf = (_: unknown, at: number) => [`shipment-a${at}`, `${at % 5}`];
  const noted = (most: number) => JSON.stringify(Object.fromEntries(Array.from({ length: most }, noteOf)));
  const { confirmations, written, shop } = await shopWith({ replies: { Fulfillment: () => ({ fulfillment: null }) } });
  const at = (most: number) => [rawOrder(1, { parcels: { value: noted(most), compareDigest: 'd' } })];
  shop.orders = at(200);
  expect(await confirmations.confirm([parcel()])).toMatchObject({
    failure: { kind: 'rejected', reason: { code: 'shopify.many_parcels' } },
  });
  expect(written()).toEqual([]);
  shop.orders = at(199);
  expect(had(await confirmations.confirm([parcel()]))).toMatchObject([{ kind: 'confirmed' }]);
});

test('a parcel that may be among fulfilments that are not listed is not told, and one among the last of those that are is found', async () => {
  const listed = (count: number, last = '1Z1') =>
    Array.from({ length: count }, (_, at) => ({
      ...{ id: gid('Fulfillment', 1_000 + at), status: 'SUCCESS', createdAt: '2026-11-20T03:00:00Z', location: null },
      trackingInfo: [{ number: at === count - 1 ? last : '1Z1' }],
    }));
  let fulfillments = listed(200);
  const { confirmations, written } = await shopWith({
    replies: { FulfillmentsOf: () => ({ order: { fulfillments } }), ...holding(2) },
  });
  expect(await confirmations.confirm([parcel()])).toMatchObject({
    failure: { kind: 'rejected', reason: { code: 'shopify.many_fulfillments' } },
  });
  expect(written()).toEqual([]);
  fulfillments = listed(200, '1Z999');
  expect(had(await confirmations.confirm([parcel()]))).toMatchObject([{ kind: 'confirmed', reference: '1199' }]);
  fulfillments = listed(199);
  expect(had(await confirmations.confirm([parcel({ key: 'shipment-2' })]))).toMatchObject([{ kind: 'confirmed' }]);
});

/** An order of which one unit is at Leeds and two are at York; what is told of it is so from then on. */
async function spreadOrder(number = '1Z999') {
  const line = (id: number, remainingQuantity: number) => ({ lineItems: listOf([rawLine(id, { remainingQuantity })]) });
  const parts: Record<string, unknown>[] = [line(10, 1), { ...line(20, 2), assignedLocation: place(3, 'York') }];
  const opened = await shopWith({ orders: withParts(...parts) }, { location_ids: '["1","3"]' });
  const { shop } = opened;
  const told: { id: string; units: number }[] = [];
  shop.replies.Ship = ({ fulfillment }) => {
    const at = JSON.stringify(fulfillment).includes(gid('FulfillmentOrder', 1)) ? 0 : 1;
    told.push({ id: gid('Fulfillment', 900 + told.length), units: at + 1 });
    parts[at] = { ...parts[at], ...line(at === 0 ? 10 : 20, 0), status: 'CLOSED' };
    shop.orders = withParts(...parts).map((order) => ({ ...order, parcels: shop.orders[0]?.parcels }));
    return { fulfillmentCreate: { fulfillment: { id: told.at(-1)?.id }, userErrors: [] } };
  };
  shop.replies.NoteParcels = ({ metafields: [one] }) => {
    shop.orders = shop.orders.map((order) => ({ ...order, parcels: { value: one?.value, compareDigest: 'd' } }));
    return { metafieldsSet: { userErrors: [] } };
  };
  shop.replies.FulfillmentsOf = () => ({ order: { fulfillments: told.map(({ id }) => ({ ...made(number), id })) } });
  shop.replies.Fulfillment = ({ id }) => {
    const quantity = told.find((one) => one.id === id)?.units ?? 0;
    return {
      fulfillment: { ...made(number), id, fulfillmentLineItems: { nodes: [{ quantity, lineItem: { id: gid('LineItem', 41) } }] } },
    };
  };
  return { ...opened, told, whole: parcel({ trackingNumber: number, lines: [{ remoteLineId: '41', handle: null, quantity: 3 }] }) };
}

test('a parcel with goods of several of our locations is a fulfilment at each, told once', async () => {
  const { confirmations, told, whole, shop } = await spreadOrder();
  for (const _ of ['once', 'twice'])
    expect(had(await confirmations.confirm([whole]))).toMatchObject([{ kind: 'confirmed', reference: '900' }]);
  expect(told.map(({ units }) => units)).toEqual([1, 2]);
  expect(shop.orders[0]?.parcels).toMatchObject({ value: '{"shipment-1/901":"901","shipment-1":"900"}' });
  expect(had(await confirmations.isConfirmed(whole))).toBe(true);
});

test.each(['1Z999', ''])(
  'one of number “%s” that broke off after its first location goes on, though that was not noted',
  async (number) => {
    const { confirmations, told, whole, shop } = await spreadOrder(number);
    const note = shop.replies.NoteParcels ?? expect.unreachable();
    shop.replies.NoteParcels = () => ({ data: null, errors: [{ message: 'oops', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
    expect(await confirmations.confirm([whole])).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: true } });
    expect(had(await confirmations.isConfirmed(whole))).toBe(false);
    shop.replies.NoteParcels = note;
    had(await confirmations.confirm([whole]));
    expect(told.map(({ units }) => units)).toEqual([1, 2]);
  },
);

test('what was fulfilled without a number before a parcel left is no part of it', async () => {
  const { confirmations, told, whole, shop } = await spreadOrder('');
  const list = shop.replies.FulfillmentsOf ?? expect.unreachable();
  const byHand = made('', 800, { createdAt: '2026-11-20T02:00:00Z' });
  shop.replies.FulfillmentsOf = (variables) => {
    const { order } = list(variables) as { order: { fulfillments: object[] } };
    return { order: { fulfillments: [byHand, ...order.fulfillments] } };
  };
  had(await confirmations.confirm([whole]));
  expect(told.map(({ units }) => units)).toEqual([1, 2]);
  expect(JSON.stringify(shop.orders[0]?.parcels)).not.toContain('800');
});

test.each(['', '1Z999'])('what somebody else fulfilled under “%s” is no part of a parcel that it does not fit in', async (number) => {
  const { confirmations, told, whole, shop } = await spreadOrder(number);
  told.push({ id: gid('Fulfillment', 800), units: 4 });
  had(await confirmations.confirm([whole]));
  expect(told.map(({ units }) => units)).toEqual([4, 1, 2]);
  expect(JSON.stringify(shop.orders[0]?.parcels)).not.toContain('800');
});

test('a part that an earlier parcel under the same number is, is no part of a later one', async () => {
  const { confirmations, told, whole, shop } = await spreadOrder();
  told.push({ id: gid('Fulfillment', 800), units: 1 });
  const before = { key: 'shipment-0', lines: [{ remoteLineId: '41', handle: null, quantity: 1 }] };
  had(await confirmations.confirm([{ ...whole, sameNumber: [before] }]));
  expect(told.map(({ units }) => units)).toEqual([1, 1, 2]);
  expect(JSON.stringify(shop.orders[0]?.parcels)).not.toContain('800');
});

test('a parcel that was told in part goes on when what is left of its order is at one location', async () => {
  const { confirmations, told, whole, shop } = await spreadOrder();
  const ship = shop.replies.Ship ?? expect.unreachable();
  shop.replies.Ship = (variables) => (told.length === 0 ? ship(variables) : { data: null, errors: [{ message: 'oops' }] });
  expect((await confirmations.confirm([whole])).ok).toBe(false);
  const rest = rawPart(2, { lineItems: listOf([rawLine(20, { remainingQuantity: 2 })]) });
  shop.orders = [rawOrder(1, { fulfillmentOrders: listOf([rest]), parcels: shop.orders[0]?.parcels })];
  expect(had(await confirmations.isConfirmed(whole))).toBe(false);
  shop.replies.Ship = () => {
    told.push({ id: gid('Fulfillment', 901), units: 2 });
    return { fulfillmentCreate: { fulfillment: { id: gid('Fulfillment', 901) }, userErrors: [] } };
  };
  expect(had(await confirmations.confirm([whole]))).toMatchObject([{ kind: 'confirmed', reference: '900' }]);
  expect(told.map(({ units }) => units)).toEqual([1, 2]);
});
