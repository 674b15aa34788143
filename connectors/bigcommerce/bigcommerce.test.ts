import { expect, onTestFinished, test } from 'vitest';
import { wordedWith } from '../../test/worded.ts';
import type { Cursor, CursorStream, Page, ShipmentConfirmation } from '../contract.ts';
import { had, openedAt } from '../contract-suite/opened.ts';
import { sentAndRefunded } from '../http/sent-and-refunded.ts';
import { bigCommerce } from './connector.ts';
import { bigLine, bigOrder, type RawRecord, type Store, startStore, storeOf } from './edge.ts';
import { translateOrder } from './translate.ts';

const since = new Date('2020-01-01T00:00:00Z');

async function storeWith(changes: Partial<Store> = {}) {
  const store = storeOf(changes);
  const edge = await startStore(store);
  onTestFinished(edge.stop);
  const clock = { now: new Date('2026-11-20T10:31:00Z') };
  const settings = { store_hash: 'abc123', access_token: 't', api_origin: edge.origin };
  const session = openedAt(edge.origin, bigCommerce, settings, () => clock.now);
  const { orders, confirmations, inventory, hints } = bigCommerce;
  if (!orders || !confirmations || !inventory || !hints) return expect.unreachable('it is a channel');
  return {
    ...{ store, edge, clock, orders: orders(session), stream: orders(session).stream as CursorStream<{ remoteId: string }> },
    ...{ confirmations: confirmations(session), inventory: inventory(session), hints: hints(session) },
  };
}

const recordOf = (raw: RawRecord) => {
  const translated = translateOrder(raw);
  return translated.ok ? translated.record : expect.unreachable(JSON.stringify(translated.unreadable.reason));
};
const at = (minute: number) => `Fri, 20 Nov 2026 10:${String(minute).padStart(2, '0')}:00 +0000`;
const parcel = (changes: Partial<ShipmentConfirmation> = {}): ShipmentConfirmation => ({
  ...{ key: 'shipment-1', remoteOrderId: '1', handle: '51', carrier: 'UPS', method: null, trackingNumber: '1Z999', trackingUrl: null },
  ...{ shippedAt: new Date('2026-11-20T03:00:00Z'), lines: [{ remoteLineId: '10', handle: null, quantity: 1 }], completes: false },
  ...changes,
});

test('an order is in the currency that the buyer pays in, without what was refunded', () => {
  expect(recordOf(bigOrder(1, {}, [bigLine(10, { quantity: 3, quantity_refunded: 1 })]))).toMatchObject({
    ...{ remoteId: '1', state: 'ready', sourceStatus: 'Awaiting Fulfillment', currency: 'GBP', handle: '51' },
    ...{ orderedAt: new Date('2026-11-20T10:15:30Z'), totals: { shipping: '2.50', tax: '2.30', total: '13.80' } },
    shipTo: { name: 'Anna Lindqvist', line1: '12 Mill Lane', postalCode: 'LS1 4DY', country: 'GB' },
    shipping: { code: 'Royal Mail 24' },
    lines: [{ remoteLineId: '10', sku: 'MUG', quantity: 2, unitPrice: '4.50', options: [{ name: 'Colour', value: 'Blue' }] }],
  });
});

test('what is wrapped as a gift has its words, and what is wanted on a day says so', () => {
  const wrapped = (id: number, wrapping_message: string) => bigLine(id, { wrapping_id: 1, wrapping_name: 'Red paper', wrapping_message });
  const dated = bigLine(13, { event_name: 'Delivery day', event_date: '2027-02-14' });
  const lines = [wrapped(10, 'For Anna'), wrapped(11, 'For Anna'), wrapped(12, 'For Bo'), dated];
  const { details, lines: read } = recordOf(bigOrder(1, {}, lines));
  expect(details).toEqual({ isGift: true, giftMessage: 'For Anna\nFor Bo' });
  expect(read[3]?.options).toEqual([
    { name: 'Colour', value: 'Blue' },
    { name: 'Delivery day', value: '2027-02-14' },
  ]);
  expect(recordOf(bigOrder(1)).details).toEqual({});
});

test('lines that somebody wrote into an order by hand, without a SKU, are not one article', () => {
  const byHand = (id: number, changes = {}) => bigLine(id, { sku: '', product_id: 0, variant_id: 0, ...changes });
  const lines = [byHand(10), byHand(11), byHand(12, { sku: 'OWN' }), byHand(13, { product_id: 77 })];
  expect(recordOf(bigOrder(1, {}, lines)).lines.map(({ sku }) => sku)).toEqual(['id-line-10', 'id-line-11', 'OWN', 'id-77']);
});

test.each([
  [{ status_id: 7 }, 'waiting'],
  [{ status_id: 9 }, 'external'],
  [{ status_id: 12 }, 'held'],
  [{ status_id: 5 }, 'cancelled'],
  [{ status_id: 10 }, 'shipped'],
  [{ status_id: 14 }, 'unknown'],
  [{ is_deleted: true }, 'cancelled'],
  [{ consignments: { shipping: [], pickups: [{ id: 1 }] } }, 'external'],
] as const)('an order with %o is %s', (changes, state) => {
  expect(recordOf(bigOrder(1, changes)).state).toBe(state);
});

test('an order whose buyer has not come beyond the payment is a checkout, and one that waits for its payment is none', () => {
  expect(recordOf(bigOrder(1, { status_id: 0, status: 'Incomplete' }))).toMatchObject({ state: 'waiting', isCheckout: true });
  for (const status_id of [1, 7, 11]) expect(recordOf(bigOrder(1, { status_id })).isCheckout).toBeUndefined();
});

test('each order that is neither shipped nor cancelled is listed as open, and no checkout that was abandoned', async () => {
  const sold = Array.from({ length: 15 }, (_, status_id) => bigOrder(status_id + 1, { status_id }));
  const { orders } = await storeWith({ orders: sold });
  const open: string[] = [];
  let cursor: Cursor | null = null;
  for (let more = true; more; ) {
    const page: Page<string> = had(await orders.listOpen?.read(cursor));
    open.push(...page.records);
    ({ next: cursor, more } = page);
  }
  const left = sold.filter((order) => {
    const { state, isCheckout } = recordOf(order);
    return !['shipped', 'cancelled'].includes(state) && !isCheckout;
  });
  expect(open.toSorted()).toEqual(left.map(({ id }) => String(id)).toSorted());
});

test('an order to several addresses waits for a person, once its buyer has completed it', () => {
  const [one] = (bigOrder(1).consignments as { shipping: object[] }).shipping;
  const consignments = { shipping: [one, one], pickups: [] };
  const translated = translateOrder(bigOrder(1, { consignments }));
  expect(translated).toMatchObject({ ok: false, unreadable: { remoteId: '1', reason: { code: 'bigcommerce.several_addresses' } } });
  expect(recordOf(bigOrder(1, { consignments, status_id: 0 }))).toMatchObject({ state: 'waiting', isCheckout: true });
});

test.each([50, 51, 260])('all %i lines of an order come in, though it comes with fifty of them', async (count) => {
  const lines = Array.from({ length: count }, (_, at) => bigLine(1000 + at, { sku: `SKU-${at}` }));
  const elsewhere = bigLine(5000, { order_address_id: 0, order_pickup_method_id: 3 });
  const order = bigOrder(1, {}, lines);
  const { stream, orders } = await storeWith({ orders: [order, bigOrder(2)], otherLines: { 1: [elsewhere] } });
  const skus = lines.map(({ sku }) => sku);
  expect(had(await orders.get('1')).lines.map(({ sku }) => sku)).toEqual(skus);
  const { records } = had(await stream.read(null, since)) as unknown as { records: { lines: { sku: string }[] }[] };
  expect(records.map((record) => record.lines.length)).toEqual([count, 1]);
});

test('an order of more lines than are read waits for a person', async () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => bigLine(1000 + at));
  const { stream } = await storeWith({ orders: [bigOrder(1, {}, lines)] });
  expect(had(await stream.read(null, since))).toMatchObject({
    ...{ records: [], unreadable: [{ remoteId: '1', reason: { code: 'bigcommerce.too_long' } }] },
  });
});

/** Told of by somebody else, each with one unit of the order's line. */
const shipmentsByHand = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, comments: '', items: [{ order_product_id: 10, quantity: 1 }] }));

test.each([250, 251])('what somebody sent in %i shipments is not sent again, and a parcel behind them is known', async (count) => {
  const ours = { id: 900, comments: 'UPS [crossdock shipment-1]', items: [{ order_product_id: 10, quantity: 1 }] };
  const { orders, confirmations, store } = await storeWith({
    orders: [bigOrder(1, { status_id: 3 }, [bigLine(10, { quantity: count + 4 })])],
    shipments: { 1: [...shipmentsByHand(count), ours] },
  });
  expect(had(await orders.get('1'))).toMatchObject({ state: 'ready', lines: [{ quantity: 4 }] });
  expect(had(await confirmations.confirm([parcel()]))).toMatchObject([{ kind: 'confirmed', reference: '900' }]);
  expect(store.shipments[1]).toHaveLength(count + 1);
});

test('an order of more shipments than are read waits for a person, and so does a parcel of it', async () => {
  const { stream, confirmations, store } = await storeWith({
    orders: [bigOrder(1, { status_id: 3 }), bigOrder(2)],
    shipments: { 1: shipmentsByHand(5_000) },
  });
  expect(had(await stream.read(null, since))).toMatchObject({
    ...{ records: [{ remoteId: '2' }], unreadable: [{ remoteId: '1', reason: { code: 'bigcommerce.too_long' } }] },
  });
  expect(await confirmations.confirm([parcel()])).toMatchObject({
    ...{ ok: false, failure: { kind: 'rejected', reason: { code: 'order_unreadable' } } },
  });
  expect(store.shipments[1]).toHaveLength(5_000);
});

test('an order of the very second that reading begins in comes in', async () => {
  const { stream } = await storeWith({ orders: [bigOrder(1, { date_modified: at(5) })] });
  expect(had(await stream.read(null, new Date('2026-11-20T10:05:00.700Z'))).records).toHaveLength(1);
});

test('a store without orders replies with nothing, and that is an empty page', async () => {
  const { stream } = await storeWith({ orders: [] });
  expect(had(await stream.read(null, since))).toMatchObject({ records: [], more: false });
});

test('nothing is left out where an order is modified between two pages, or sixty are of one second', async () => {
  const early = Array.from({ length: 60 }, (_, index) => bigOrder(index + 1, { date_modified: at(1) }));
  const late = Array.from({ length: 10 }, (_, index) => bigOrder(index + 61, { date_modified: at(2 + index) }));
  const { stream, store } = await storeWith({ orders: [...early, ...late] });
  const seen = new Set<string>();
  let page = had(await stream.read(null, since));
  Object.assign(store.orders[0] ?? {}, { date_modified: at(30) });
  for (let turn = 0; turn < 10; turn += 1) {
    for (const { remoteId } of page.records) seen.add(remoteId);
    if (!page.more) break;
    page = had(await stream.read(page.next, since));
  }
  expect([seen.size, page.more]).toEqual([70, false]);
  expect(page.next).toMatchObject({ since: '2026-11-20T10:25:00.000Z' });
});

test('an order that is seen late comes in, though a page of others lies between it and the end', async () => {
  const early = Array.from({ length: 50 }, (_, index) => bigOrder(index + 1, { date_modified: at(index < 49 ? 27 : 29) }));
  const { stream, store } = await storeWith({ orders: [...early, bigOrder(51, { date_modified: at(30) })] });
  const first = had(await stream.read(null, since));
  const drained = had(await stream.read(first.next, since));
  expect([first.more, drained.more]).toEqual([true, false]);
  store.orders.push(bigOrder(52, { date_modified: at(28) }));
  const seen = had(await stream.read(drained.next, since));
  expect([...seen.records, ...had(await stream.read(seen.next, since)).records].map(({ remoteId }) => remoteId)).toContain('52');
});

test('what nothing was seen after for long is not read at each look', async () => {
  const { stream, clock } = await storeWith({ orders: [bigOrder(1, { date_modified: at(25) }), bigOrder(2, { date_modified: at(27) })] });
  const soon = had(await stream.read(null, since));
  expect(soon.next).toMatchObject({ since: '2026-11-20T10:22:00.000Z' });
  clock.now = new Date('2026-11-20T10:37:01Z');
  const later = had(await stream.read(soon.next, since));
  expect(had(await stream.read(later.next, since)).records).toMatchObject([{ remoteId: '2' }]);
});

test('each parcel is a shipment to the order’s address, once, and none of a cancelled order', async () => {
  const { confirmations, store } = await storeWith({ orders: [bigOrder(1), bigOrder(2, { status_id: 5, status: 'Cancelled' })] });
  for (const _ of ['once', 'twice']) had(await confirmations.confirm([parcel()]));
  had(await confirmations.confirm([parcel({ key: 'shipment-2', carrier: 'Joe’s Bikes' })]));
  expect(store.shipments[1]).toMatchObject([
    { order_address_id: 51, tracking_number: '1Z999', shipping_provider: 'ups', items: [{ order_product_id: 10, quantity: 1 }] },
    { shipping_provider: '', comments: 'Joe’s Bikes [crossdock shipment-2]' },
  ]);
  expect(await confirmations.confirm([parcel({ remoteOrderId: '2' })])).toMatchObject({ ok: false, failure: { kind: 'rejected' } });
});

test('a line of which nothing is left is dropped, and an order of which nothing is left is not released', async () => {
  const theirs = { id: 1, comments: '', items: [{ order_product_id: 10, quantity: 3 }] };
  const lines = [bigLine(10, { quantity_shipped: 2 }), bigLine(11)];
  const { orders } = await storeWith({
    orders: [bigOrder(1, { status_id: 3 }, lines), bigOrder(2, {}, [bigLine(20, { quantity_refunded: 2 })])],
    shipments: { 1: [theirs] },
  });
  expect(had(await orders.get('1'))).toMatchObject({ state: 'ready', lines: [{ remoteLineId: '11', quantity: 2 }] });
  expect(had(await orders.get('2'))).toMatchObject({ state: 'external', lines: [{ remoteLineId: '20', quantity: 0 }] });
  Object.assign(lines[1] ?? {}, { quantity_refunded: 2 });
  expect(had(await orders.get('1'))).toMatchObject({ state: 'external', lines: [{ quantity: 0 }, { quantity: 0 }] });
});

test('a line of which somebody sent some and some were refunded is for a person: a unit may have come back', async () => {
  const theirs = { id: 1, comments: '', items: [{ order_product_id: 10, quantity: 1 }] };
  const order = (id: number, status_id: number, quantity: number) =>
    bigOrder(id, { status_id }, [bigLine(10, { quantity, quantity_refunded: 1, quantity_shipped: 1 }), bigLine(11)]);
  const { orders } = await storeWith({
    orders: [order(1, 3, 3), order(2, 2, 3), order(3, 3, 1)],
    shipments: { 1: [theirs], 2: [theirs], 3: [theirs] },
  });
  expect(had(await orders.get('1'))).toMatchObject({ state: 'unknown', sourceStatus: sentAndRefunded });
  expect(had(await orders.get('2'))).toMatchObject({ state: 'shipped' });
  expect(had(await orders.get('3'))).toMatchObject({ state: 'ready', lines: [{ remoteLineId: '11' }] });
});

test.each([
  ['its status', { status_id: 3 }, {}],
  // It was set back.
  ['its lines', {}, { quantity_shipped: 1 }],
  ['its count', { items_shipped: 1 }, {}],
])('what somebody else sent is not sent again, as %s say, and our own parcels change nothing', async (_what, changes, line) => {
  const items = [{ order_product_id: 10, quantity: 1 }];
  const { orders } = await storeWith({
    orders: [bigOrder(1, changes, [bigLine(10, { quantity: 5, ...line })])],
    shipments: {
      1: [
        { id: 1, comments: '', items },
        { id: 2, comments: 'UPS [crossdock shipment-1]', items },
      ],
    },
  });
  expect(had(await orders.get('1'))).toMatchObject({ state: 'ready', lines: [{ quantity: 4 }] });
});

test('a shipment that cannot be read keeps its own order alone, and its parcel is not told again', async () => {
  const broken = { id: 1, comments: 'UPS [crossdock shipment-1]', items: [{ order_product_id: 10, quantity: 0.5 }] };
  const { stream, confirmations, store } = await storeWith({
    orders: [bigOrder(1, { status_id: 3, items_shipped: 1 }), bigOrder(2)],
    shipments: { 1: [broken] },
  });
  const page = had(await stream.read(null, since));
  expect(page.records).toMatchObject([{ remoteId: '2' }]);
  expect(page.unreadable).toMatchObject([{ remoteId: '1', reason: { field: 'shipments.0.items.0.quantity' } }]);
  expect(had(await confirmations.confirm([parcel()]))).toMatchObject([{ kind: 'confirmed', reference: '1' }]);
  expect(store.shipments[1]).toHaveLength(1);
});

test('a parcel that somebody told of by hand is known by its tracking number; one of ours with that number is another', async () => {
  const byHand = { id: 7, comments: '', tracking_number: ' 1z999', items: [{ order_product_id: 10, quantity: 1 }] };
  const { confirmations, store } = await storeWith({ shipments: { 1: [byHand] } });
  expect(had(await confirmations.isConfirmed(parcel()))).toBe(true);
  expect(had(await confirmations.confirm([parcel()]))).toMatchObject([{ kind: 'confirmed', reference: '7' }]);
  expect(store.shipments[1]).toHaveLength(1);
  store.shipments[1] = [{ ...byHand, comments: 'UPS [crossdock shipment-0]' }];
  had(await confirmations.confirm([parcel()]));
  had(await confirmations.confirm([parcel({ key: 'shipment-2', trackingNumber: '' })]));
  expect(store.shipments[1]).toHaveLength(3);
});

test('of tracking numbers that are too long together those that fit are told, and the comment has them all', async () => {
  const { confirmations, store } = await storeWith();
  const numbers = '1Z999AA10123456784, 1Z999AA10123456785, 1Z999AA10123456786';
  had(await confirmations.confirm([parcel({ trackingNumber: numbers, trackingUrl: `https://a.example/${'x'.repeat(500)}` })]));
  had(await confirmations.confirm([parcel({ key: 'shipment-2', trackingNumber: 'X'.repeat(51) })]));
  expect(store.shipments[1]).toMatchObject([
    { tracking_number: '1Z999AA10123456784, 1Z999AA10123456785', comments: `UPS ${numbers} [crossdock shipment-1]` },
    { tracking_number: '', comments: `UPS ${'X'.repeat(51)} [crossdock shipment-2]` },
  ]);
  expect(store.shipments[1]?.[0]).not.toHaveProperty('tracking_link');
});

test('a parcel of more than was sold alone is no shipment', async () => {
  const { confirmations, store } = await storeWith();
  expect(had(await confirmations.confirm([parcel({ lines: [], completes: true })]))).toMatchObject([{ kind: 'confirmed' }]);
  expect(store.shipments[1] ?? []).toEqual([]);
});

test('a shipment by hand with the same number and other goods is not this parcel: these are told', async () => {
  const other = { id: 7, comments: '', tracking_number: '1Z999', items: [{ order_product_id: 11, quantity: 1 }] };
  const { confirmations, store } = await storeWith({ shipments: { 1: [other] } });
  expect(had(await confirmations.isConfirmed(parcel()))).toBe(false);
  had(await confirmations.confirm([parcel()]));
  expect(store.shipments[1]).toHaveLength(2);
});

test('of two parcels with one number and the same goods, one by hand is one of them; one with the units of both is both', async () => {
  const byHand = { id: 7, comments: '', tracking_number: '1Z999', items: [{ order_product_id: 10, quantity: 1 }] };
  const { confirmations, store } = await storeWith({ shipments: { 1: [byHand] } });
  const { key, lines } = parcel();
  const second = parcel({ key: 'shipment-2', sameNumber: [{ key, lines }] });
  expect(had(await confirmations.isConfirmed(second))).toBe(false);
  expect(had(await confirmations.isConfirmed(parcel()))).toBe(true);
  for (const each of [second, parcel(), second]) had(await confirmations.confirm([each]));
  expect(store.shipments[1]).toHaveLength(2);
  store.shipments[1] = [{ ...byHand, comments: 'UPS [crossdock shipment-1]' }, byHand];
  expect(had(await confirmations.isConfirmed(second))).toBe(true);
  store.shipments[1] = [{ ...byHand, items: [{ order_product_id: 10, quantity: 2 }] }];
  expect(had(await confirmations.isConfirmed(second))).toBe(true);
});

test.each([null, '', 1.5, 'two'])('a line with a quantity of %j is not left out: its order is not read', (quantity) => {
  expect(translateOrder(bigOrder(1, {}, [bigLine(10, { quantity }), bigLine(11)]))).toMatchObject({
    ok: false,
    unreadable: { remoteId: '1', reason: { field: 'consignments.shipping.0.line_items.0.quantity' } },
  });
});

test('a quantity may be a text, and nothing refunded may be null', () => {
  expect(recordOf(bigOrder(1, {}, [bigLine(10, { quantity: '3', quantity_refunded: null })])).lines).toMatchObject([{ quantity: 3 }]);
});

test('stock that is refused whole is set without the one that is wrong', async () => {
  const { inventory, edge } = await storeWith({ unknownSkus: ['B'] });
  const levels = ['A', 'B', 'C'].map((sku) => ({ key: sku, sku, locationId: '1', quantity: 4, ...(sku === 'C' && { stockId: '70' }) }));
  expect(had(await inventory.set(levels))).toEqual([
    { key: 'A' },
    { key: 'B', failure: { kind: 'rejected', code: 'invalid', reason: wordedWith('Unknown sku B') } },
    { key: 'C' },
  ]);
  expect(JSON.parse(edge.requests.at(-1)?.body ?? '')).toMatchObject({ items: [{ location_id: 1, variant_id: 70, quantity: 4 }] });
});

test('where several variants have one SKU, each is told; one that is refused keeps none of the others', async () => {
  const { inventory, edge } = await storeWith({ unknownSkus: ['B'] });
  const level = { key: 'A', sku: 'A', locationId: '1', quantity: 4, stockId: '70', otherStockIds: ['71'] };
  expect(had(await inventory.set([level, { ...level, key: 'B', sku: 'B', otherStockIds: [] }]))).toEqual([{ key: 'A' }, { key: 'B' }]);
  const variants = JSON.parse(edge.requests.at(-1)?.body ?? '').items.map((item: { variant_id: number }) => item.variant_id);
  expect(variants).toEqual([70, 71, 70]);
  const { stockId: _, ...bySku } = { ...level, key: 'B', sku: 'B' };
  expect(had(await inventory.set([level, bySku]))).toMatchObject([{ key: 'A' }, { key: 'B', failure: { kind: 'rejected' } }]);
});

test('a subscription is made once a scope, with our header, and taken back', async () => {
  const { hints, store } = await storeWith();
  for (const _ of ['once', 'twice']) had(await hints.subscribe?.('https://a.example/hook', 's3cret', null));
  expect(store.hooks.map(({ scope, headers }) => [scope, headers])).toEqual([
    ['store/order/*', { 'x-crossdock-secret': 's3cret' }],
    ['store/product/*', { 'x-crossdock-secret': 's3cret' }],
  ]);
  had(await hints.unsubscribe?.('https://a.example/hook'));
  expect(store.hooks).toEqual([]);
});

test('all locations are listed, a subscription behind a page of others is not made again, and none where they are too many', async () => {
  const locations = Array.from({ length: 251 }, (_, at) => ({ id: at + 1, label: `Shelf ${at + 1}`, enabled: true }));
  const others = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: 10_000 + at, scope: 'store/order/*', destination: 'https://else.example.com/' }));
  const { inventory, hints, store } = await storeWith({ locations, hooks: others(250) });
  const subscribe = async () => hints.subscribe?.('https://a.example/hook', 's3cret', null);
  expect(had(await inventory.listLocations())).toHaveLength(251);
  for (const _ of ['once', 'twice']) had(await subscribe());
  expect(store.hooks).toHaveLength(252);
  store.hooks = others(5_000);
  expect(await subscribe()).toMatchObject({ ok: false, failure: { reason: { code: 'too_much', system: 'BigCommerce' } } });
  expect(store.hooks).toHaveLength(5_000);
});
