import { expect, onTestFinished, test } from 'vitest';
import { wordedWith } from '../../test/worded.ts';
import type { ChannelOrder, Cursor, Page } from '../contract.ts';
import { had } from '../contract-suite/opened.ts';
import { sentAndRefunded } from '../http/sent-and-refunded.ts';
import { type RawRecord, wooOrder, wooProduct } from './edge.ts';
import { openShop } from './opened.ts';
import { translateOrder } from './translate.ts';

const since = new Date('2026-11-01T00:00:00Z');
const range = (count: number, from = 1) => Array.from({ length: count }, (_, n) => from + n);

async function walking(count: number) {
  const opened = await openShop({ orders: range(count).map((id) => wooOrder(id)) });
  onTestFinished(opened.edge.stop);
  const { stream } = opened.orders;
  if (stream.mode !== 'cursor') return expect.unreachable('it is read by a cursor');
  const seen: string[] = [];
  let cursor: Cursor | null = null;
  /** Reads one page on. */
  const step = async (): Promise<Page<ChannelOrder>> => {
    const page: Page<ChannelOrder> = had(await stream.read(cursor, since));
    seen.push(...page.records.map(({ remoteId }) => remoteId));
    cursor = page.next;
    return page;
  };
  const walk = async () => {
    for (let more = true; more; ) more = (await step()).more;
  };
  return { ...opened, step, walk, seen };
}

test('orders are read by their ids, each once, and the next walk begins with five minutes before this one, by the shop’s clock', async () => {
  const { walk, step, seen, edge } = await walking(250);
  await walk();
  expect(seen).toEqual(range(250).map(String));
  await step();
  expect(edge.requests.at(-1)?.query.get('modified_after')).toBe('2026-11-21T11:54:59');
  expect(edge.requests.at(-1)?.query.get('dates_are_gmt')).toBe('true');
});

test.each([
  ['orders that were read are deleted', (orders: RawRecord[]) => orders.splice(0, 60)],
  [
    'orders that were read stop matching',
    (orders: RawRecord[]) => {
      for (const order of orders.slice(0, 99)) order.date_modified_gmt = '2026-01-01T00:00:00';
    },
  ],
  ['an old order is modified, and new ones come', (orders: RawRecord[]) => orders.unshift(wooOrder(0)) + orders.push(wooOrder(999))],
])('pages that shift lose nothing: %s', async (_what, shift) => {
  const { step, walk, seen, shop } = await walking(150);
  while (seen.length < 100) await step();
  shift(shop.orders);
  await walk();
  for (const id of range(150)) expect(seen).toContain(String(id));
  for (const id of range(50, 101)) expect(seen.filter((each) => each === String(id))).toHaveLength(1);
});

test('an order that was put into the trash ends, though no list of any status has it', async () => {
  const { walk, step, seen, shop } = await walking(120);
  await walk();
  Object.assign(shop.orders[4] ?? {}, { status: 'trash', date_modified_gmt: '2026-11-21T12:00:00' });
  const { records, more } = await step();
  expect(records.map(({ remoteId, state }) => [remoteId, state])).toEqual([['5', 'cancelled']]);
  expect([more, seen.length]).toEqual([false, 121]);
});

test('a trash of more orders than a page is walked through, and the orders go on after it', async () => {
  const { walk, step, seen, shop, edge } = await walking(230);
  for (const order of shop.orders.slice(0, 220)) Object.assign(order, { status: 'trash' });
  await walk();
  expect([seen.length, new Set(seen).size]).toEqual([230, 230]);
  await step();
  expect(edge.requests.slice(-2).map(({ query }) => [query.get('status'), query.get('modified_after')])).toEqual([
    ['any', '2026-11-21T11:54:59'],
    ['trash', '2026-11-21T11:54:59'],
  ]);
});

test('of orders whose status is a plugin’s own it is asked together which are there', async () => {
  const inProduction = (id: number) => wooOrder(id, { status: 'in-production' });
  const { orders, edge } = await openShop({ orders: [inProduction(1), inProduction(2), wooOrder(3), wooOrder(4, { status: 'trash' })] });
  onTestFinished(edge.stop);
  expect(had(await orders.listOpen?.read(null)).records).toEqual(['3']);
  expect(had(await orders.listOpen?.among?.read(['1', '2', '4', '99']))).toEqual(['1', '2']);
  expect(edge.requests).toHaveLength(2);
});

test('what was refunded of a line is not sent; a refund of money alone changes no units', async () => {
  const order = wooOrder(1, { refunds: [{ id: 5 }, { id: 6 }] });
  const meta_data = [{ key: '_refunded_item_id', value: '41' }];
  const refunds = { 1: [{ line_items: [{ quantity: -1, meta_data }] }, { line_items: [] }] };
  const { orders, edge } = await openShop({ orders: [order, wooOrder(2)], refunds });
  onTestFinished(edge.stop);
  expect(had(await orders.get('1')).lines).toMatchObject([{ sku: 'MUG-BLUE', quantity: 1 }]);
  expect(had(await orders.get('2')).lines).toMatchObject([{ sku: 'MUG-BLUE', quantity: 2 }]);
});

const parcelOf = (id: number, items: unknown, more: object = {}) => ({
  ...{ id, is_fulfilled: true, meta_data: [{ id: id * 10, key: '_items', value: items }], ...more },
});
/** A refund of these units, by line. */
const refundOf = (units: Record<string, number>) => ({
  line_items: Object.entries(units).map(([id, quantity]) => ({
    ...{ quantity: -quantity, meta_data: [{ key: '_refunded_item_id', value: id }] },
  })),
});
const mugs = (qty: number) => [{ item_id: 41, qty }];

test('what somebody fulfilled in the shop is not sent again; a draft and a parcel of ours take nothing off', async () => {
  const toldOf = (id: number, value: string) => wooOrder(id, { meta_data: [{ id: 9, key: '_fulfillment_status', value }] });
  const ours = parcelOf(1, mugs(1));
  ours.meta_data.push({ id: 11, key: 'crossdock_key', value: 'shipment-1' });
  const fulfilments = {
    1: [parcelOf(2, mugs(1)), ours, parcelOf(3, mugs(1), { is_fulfilled: false })],
    2: [parcelOf(2, mugs(1)), parcelOf(3, mugs(1))],
    3: [parcelOf(2, 'two mugs')],
  };
  const orders = [toldOf(1, 'partially_fulfilled'), toldOf(2, 'fulfilled'), toldOf(3, 'fulfilled'), toldOf(4, 'unfulfilled'), wooOrder(5)];
  const { orders: shop, edge } = await openShop({ orders, fulfilments });
  onTestFinished(edge.stop);
  if (shop.stream.mode !== 'cursor') return expect.unreachable('it is read by a cursor');
  const { records, unreadable } = had(await shop.stream.read(null, since));
  expect(records.map(({ remoteId, state, lines }) => [remoteId, state, lines[0]?.quantity])).toEqual([
    ['1', 'ready', 1],
    ['2', 'external', 0],
    ['4', 'ready', 2],
    ['5', 'ready', 2],
  ]);
  expect(unreadable).toMatchObject([{ remoteId: '3', reason: wordedWith('fulfillments.0') }]);
  expect(edge.requests.filter(({ path }) => path.endsWith('/fulfillments'))).toHaveLength(3);
});

test('a line of which somebody sent some and some were refunded is for a person: a unit may have come back', async () => {
  const meta_data = [{ id: 9, key: '_fulfillment_status', value: 'partially_fulfilled' }];
  const lines = (quantity: number) => [{ ...lineOf(41, 'MUG-BLUE'), quantity }, lineOf(42, 'CUP')];
  const bought = (id: number, changes: object) => wooOrder(id, { line_items: lines(3), meta_data, refunds: [{ id: 5 }], ...changes });
  const { orders, edge } = await openShop({
    orders: [bought(1, {}), bought(2, { status: 'completed' }), bought(3, { line_items: lines(1) })],
    fulfilments: Object.fromEntries([1, 2, 3].map((id) => [id, [parcelOf(2, mugs(1))]])),
    refunds: Object.fromEntries([1, 2, 3].map((id) => [id, [refundOf({ 41: 1 })]])),
  });
  onTestFinished(edge.stop);
  expect(had(await orders.get('1'))).toMatchObject({ state: 'unknown', sourceStatus: sentAndRefunded });
  expect(had(await orders.get('2'))).toMatchObject({ state: 'shipped', sourceStatus: 'completed' });
  expect(had(await orders.get('3'))).toMatchObject({ state: 'ready', lines: [{ sku: 'CUP', quantity: 2 }] });
});

const [boughtLine] = wooOrder(1).line_items as [object];
const lineOf = (id: number, sku: string) => ({ ...boughtLine, id, sku });

test('a line of which nothing is left keeps nothing else here, as a download that the shop fulfilled itself', async () => {
  const line_items = [lineOf(41, 'MUG-BLUE'), lineOf(42, 'E-BOOK')];
  const meta_data = [{ id: 9, key: '_fulfillment_status', value: 'partially_fulfilled' }];
  const { orders, edge } = await openShop({
    orders: [wooOrder(1, { line_items, meta_data }), wooOrder(2, { line_items, refunds: [{ id: 5 }] })],
    fulfilments: { 1: [parcelOf(2, [{ item_id: 42, qty: 2 }])] },
    refunds: { 2: [refundOf({ 41: 2 })] },
  });
  onTestFinished(edge.stop);
  expect(had(await orders.get('1'))).toMatchObject({ state: 'ready', lines: [{ remoteLineId: '41', quantity: 2 }] });
  expect(had(await orders.get('2'))).toMatchObject({ state: 'ready', lines: [{ remoteLineId: '42', quantity: 2 }] });
});

test('where all goods were refunded and not their postage, the order is cancelled; of one that somebody sent some of nobody can say', async () => {
  const meta_data = [{ id: 9, key: '_fulfillment_status', value: 'fulfilled' }];
  const refunded = (id: number, changes = {}) => wooOrder(id, { refunds: [{ id: 5 }], ...changes });
  const { orders, edge } = await openShop({
    orders: [refunded(1), refunded(2, { meta_data }), refunded(3, { status: 'completed' }), wooOrder(4, { line_items: [] })],
    fulfilments: { 2: [parcelOf(2, mugs(1))] },
    refunds: { 1: [refundOf({ 41: 1 }), refundOf({ 41: 1 })], 2: [refundOf({ 41: 1 })], 3: [refundOf({ 41: 2 })] },
  });
  onTestFinished(edge.stop);
  const read = async (id: string) => {
    const { state, lines } = had(await orders.get(id));
    return [state, ...lines.map(({ quantity }) => quantity)];
  };
  expect(await Promise.all(['1', '2', '3', '4'].map(read))).toEqual([['cancelled', 0], ['unknown', 0], ['shipped', 0], ['ready']]);
});

test('where all goods were refunded, a download that the shop fulfilled itself keeps none of them going; a parcel of somebody does', async () => {
  const line_items = [lineOf(41, 'MUG-BLUE'), lineOf(42, 'E-BOOK')];
  const meta_data = [{ id: 9, key: '_fulfillment_status', value: 'fulfilled' }];
  const byHand = parcelOf(3, [{ item_id: 42, qty: 2 }]);
  byHand.meta_data.push({ id: 31, key: '_shipping_option', value: 'no-info' });
  const { orders, edge } = await openShop({
    orders: [1, 2].map((id) => wooOrder(id, { line_items, meta_data, refunds: [{ id: 5 }] })),
    fulfilments: { 1: [parcelOf(2, [{ item_id: 42, qty: 2 }])], 2: [byHand] },
    refunds: { 1: [refundOf({ 41: 2 })], 2: [refundOf({ 41: 2 })] },
  });
  onTestFinished(edge.stop);
  expect(had(await orders.get('1')).state).toBe('cancelled');
  expect(had(await orders.get('2')).state).toBe('external');
});

test('a line that came with no units stays, for a person to look at', () => {
  const line_items = [{ ...lineOf(41, 'MUG-BLUE'), quantity: 0 }, lineOf(42, 'CUP')];
  expect(translateOrder(wooOrder(1, { line_items }))).toMatchObject({
    record: { state: 'ready', lines: [{ quantity: 0 }, { quantity: 2 }] },
  });
});

test('fulfilments in a wrapper, as WooCommerce 10.1 sends them, are read as well', async () => {
  const meta_data = [{ id: 9, key: '_fulfillment_status', value: 'partially_fulfilled' }];
  const fulfilments = { 1: [parcelOf(2, mugs(1))] };
  const { orders, edge } = await openShop({ orders: [wooOrder(1, { meta_data })], fulfilments, isWrapped: true });
  onTestFinished(edge.stop);
  expect(had(await orders.get('1'))).toMatchObject({ lines: [{ quantity: 1 }] });
});

test('odd refunds or fulfilments of one order leave that one unread, and keep no other from being read', async () => {
  const meta_data = [{ id: 9, key: '_fulfillment_status', value: 'fulfilled' }];
  const { orders, edge } = await openShop({
    orders: [wooOrder(1), wooOrder(2, { refunds: [{ id: 5 }] }), wooOrder(3, { meta_data })],
    refunds: { 2: [{ line_items: 'none' }] },
    fulfilments: { 3: { 0: 'odd' } as never },
  });
  onTestFinished(edge.stop);
  if (orders.stream.mode !== 'cursor') return expect.unreachable('it is read by a cursor');
  const { records, unreadable } = had(await orders.stream.read(null, since));
  expect(records.map(({ remoteId }) => remoteId)).toEqual(['1']);
  expect(unreadable).toMatchObject([
    { remoteId: '2', reason: wordedWith('refunds.0.line_items') },
    { remoteId: '3', reason: wordedWith('fulfillments') },
  ]);
});

test.each([100, 101])('all %i refunds of an order are taken off', async (count) => {
  const line_items = [{ ...lineOf(41, 'MUG-BLUE'), quantity: count + 3 }];
  const refunds = { 1: Array.from({ length: count }, () => refundOf({ 41: 1 })) };
  const { orders, edge } = await openShop({ orders: [wooOrder(1, { line_items, refunds: [{ id: 5 }] })], refunds });
  onTestFinished(edge.stop);
  expect(had(await orders.get('1'))).toMatchObject({ state: 'ready', lines: [{ quantity: 3 }] });
});

test('an order of more refunds than are read waits for a person', async () => {
  const refunds = { 1: Array.from({ length: 1_000 }, () => refundOf({ 41: 1 })) };
  const { orders, edge } = await openShop({ orders: [wooOrder(1, { refunds: [{ id: 5 }] }), wooOrder(2)], refunds });
  onTestFinished(edge.stop);
  if (orders.stream.mode !== 'cursor') return expect.unreachable('it is read by a cursor');
  expect(had(await orders.stream.read(null, since))).toMatchObject({
    ...{ records: [{ remoteId: '2' }], unreadable: [{ remoteId: '1', reason: { code: 'woocommerce.many_refunds' } }] },
  });
});

test('where the shop has switched fulfilments off since, nothing is taken off', async () => {
  const meta_data = [{ id: 9, key: '_fulfillment_status', value: 'fulfilled' }];
  const { orders, edge } = await openShop({ orders: [wooOrder(1, { meta_data })], hasFulfilments: false });
  onTestFinished(edge.stop);
  expect(had(await orders.get('1'))).toMatchObject({ state: 'ready', lines: [{ quantity: 2 }] });
});

test('an order that the shop does not have is not found; a shop whose API is off, or that shows a page, is an outage', async () => {
  const { orders, edge } = await openShop();
  onTestFinished(edge.stop);
  expect(await orders.get('99')).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
  edge.fault('wrong_type');
  expect(await orders.get('1')).toMatchObject({ ok: false, failure: { kind: 'retry' } });
});

test.each([
  ['processing', 'ready'],
  ['on-hold', 'waiting'],
  ['pending', 'waiting'],
  ['completed', 'shipped'],
  ['refunded', 'cancelled'],
  ['trash', 'cancelled'],
  ['awaiting-approval', 'unknown'],
  ['constructor', 'unknown'],
])('%s is %s', (status, state) => {
  expect(translateOrder(wooOrder(1, { status }))).toMatchObject({ ok: true, record: { state, sourceStatus: status } });
});

test('what a buyer has not completed at the checkout is no order yet', () => {
  const of = (status: string) => translateOrder(wooOrder(1, { status }));
  expect(of('checkout-draft')).toMatchObject({ ok: true, record: { state: 'waiting', isCheckout: true } });
  expect(of('pending')).not.toHaveProperty('record.isCheckout');
});

test('an order is read as it stands, its times in GMT', () => {
  const translated = translateOrder(wooOrder(1));
  expect(translated).toMatchObject({
    ok: true,
    record: {
      ...{
        number: '101',
        orderedAt: new Date('2026-11-20T10:15:30Z'),
        currency: 'GBP',
        totals: { shipping: '2.50', tax: '2.30', total: '13.80' },
      },
      ...{ shipping: { code: 'flat_rate:3', description: 'Standard' }, details: { amountPaid: '13.80' } },
      shipTo: { name: 'Anna Lindqvist', line1: '12 Mill Lane', line2: 'Flat 2', postalCode: 'LS1 4DY', country: 'GB' },
      lines: [{ remoteLineId: '41', sku: 'MUG-BLUE', quantity: 2, unitPrice: '4.50', options: [{ name: 'Colour', value: 'blue' }] }],
    },
  });
});

test('without an address to send to, the billing address is it; a plugin’s number is the number', () => {
  const empty = {
    first_name: '',
    last_name: '',
    company: '',
    address_1: '',
    address_2: '',
    city: '',
    state: '',
    postcode: '',
    country: '',
  };
  expect(translateOrder(wooOrder(1, { shipping: empty, number: 'W-2026/17' }))).toMatchObject({
    record: { number: 'W-2026/17', shipTo: { name: 'Anna Lindqvist', line1: '12 Mill Lane' } },
  });
});

test.each([
  ['JP', 'JP01', 'Hokkaido'],
  ['JP', 'JP13', 'Tokyo'],
  ['JP', 'JP47', 'Okinawa'],
  ['CN', 'CN6', 'Inner Mongolia'],
  ['CN', 'CN32', 'Xinjiang'],
  ['TR', 'TR34', 'İstanbul'],
  ['TR', 'TR81', 'Düzce'],
  ['EG', 'EGC', 'Cairo'],
  ['EG', 'EGWAD', 'New Valley'],
  ['KE', 'KE01', 'Baringo'],
  ['KE', 'KE47', 'West Pokot'],
  ['MZ', 'MZMPM', 'Maputo'],
  ['RS', 'RS00', 'Belgrade'],
  ['RS', 'RSVO', 'Vojvodina'],
  ['TZ', 'TZ02', 'Dar es Salaam'],
  ['TZ', 'TZ30', 'Simiyu'],
  ['UA', 'UA30', 'Kyiv'],
  ['UG', 'UG102', 'Kampala'],
  ['VN', 'vnsg', 'Hồ Chí Minh'],
  ['VN', 'vn01', 'Lai Châu'],
  // Those of other countries are codes that others know, and a plugin may have codes of its own.
  ['US', 'CA', 'CA'],
  ['BG', 'BG-22', 'BG-22'],
  ['JP', 'JP48', 'JP48'],
  ['US', 'JP13', 'JP13'],
  ['JP', '東京都', '東京都'],
  ['KE', 'Kericho', 'Kericho'],
  ['VN', 'VN-SG', 'VN-SG'],
])('of an address in %s, %s is %s', (country, state, name) => {
  const { shipping } = wooOrder(1);
  const translated = translateOrder(wooOrder(1, { shipping: { ...(shipping as object), country, state } }));
  expect(translated).toMatchObject({ ok: true, record: { shipTo: { country, state: name } } });
});

test('a variation without a SKU of its own is not taken for the others that show the SKU of its product', async () => {
  const line = (id: number, variation_id: number, sku: string) => ({
    id,
    name: 'A shirt',
    product_id: 9,
    variation_id,
    sku,
    quantity: 1,
    price: 9,
  });
  const line_items = [line(41, 91, 'SHIRT'), line(42, 92, 'SHIRT'), line(43, 93, 'SHIRT-XL'), line(44, 0, 'SHIRT')];
  const products = [wooProduct(9, { type: 'variable', sku: 'SHIRT' })];
  const variations = { 9: [wooProduct(91, { type: 'variation', sku: 'SHIRT' }), wooProduct(93, { type: 'variation', sku: 'SHIRT-XL' })] };
  const { orders, listings, edge } = await openShop({ orders: [wooOrder(1, { line_items })], products, variations });
  onTestFinished(edge.stop);
  const skus = ['id-91', 'id-92', 'SHIRT-XL', 'SHIRT'];
  expect(had(await orders.get('1')).lines.map(({ sku }) => sku)).toEqual(skus);
  const { stream } = orders;
  if (stream.mode !== 'cursor') return expect.unreachable('it is read by a cursor');
  expect(had(await stream.read(null, since)).records[0]?.lines.map(({ sku }) => sku)).toEqual(skus);
  if (listings.stream.mode !== 'cursor') return expect.unreachable('it is read by a cursor');
  expect(had(await listings.stream.read(null, since)).records.map(({ sku }) => sku)).toEqual(['id-91', 'SHIRT-XL']);
});

test('an order that a plugin made of a part of another says so: its goods may be among those of that one', () => {
  expect(translateOrder(wooOrder(2, { parent_id: 1 }))).toMatchObject({ ok: true, record: { state: 'ready', splitFrom: '1' } });
  for (const parent_id of [0, null, '', undefined])
    expect(translateOrder(wooOrder(1, { parent_id }))).toMatchObject({ ok: true, record: { splitFrom: null } });
});

test('lines of no product, as plugins make them, are not one article', () => {
  const byHand = (id: number) => ({ id, name: 'Made to measure', product_id: 0, variation_id: 0, sku: '', quantity: 1, price: 9 });
  const translated = translateOrder(wooOrder(1, { line_items: [byHand(41), byHand(42)] }));
  expect(translated).toMatchObject({ record: { lines: [{ sku: 'id-line-41' }, { sku: 'id-line-42' }] } });
});

test('an order is read though the picture of what was bought is gone from the shop', () => {
  const translated = translateOrder(wooOrder(1, { line_items: [{ ...boughtLine, image: { id: 5, src: false } }] }));
  expect(translated).toMatchObject({ ok: true, record: { lines: [{ sku: 'MUG-BLUE', quantity: 2, imageUrl: null }] } });
});

test('what buyers collect at the shop is not ours to send', () => {
  const shipping_lines = [{ id: 9, method_id: 'local_pickup', instance_id: '4', method_title: 'Collect' }];
  expect(translateOrder(wooOrder(1, { shipping_lines }))).toMatchObject({ record: { state: 'external' } });
});

test.each([
  [{ date_modified_gmt: 'yesterday' }, 'date_modified_gmt: is not a time'],
  [{ total: 'a lot' }, 'total: is not an amount'],
  [{ line_items: [{ id: 1, product_id: 2, quantity: 1.5, price: 1 }] }, 'line_items.0.quantity: is not a whole number'],
])('an order that cannot be read says why: %j', (changes, reason) => {
  expect(translateOrder(wooOrder(1, changes))).toMatchObject({
    ok: false,
    unreadable: { remoteId: '1', reason: wordedWith(reason) },
  });
});

test('an order of which half a piece was refunded says so, and is for a person', () => {
  const translated = translateOrder(wooOrder(1), { refunds: [refundOf({ 41: 0.5 })], fulfilments: [], above: new Map() });
  const reason = wordedWith('refunds.0.line_items.0.quantity: is not a whole number');
  expect(translated).toMatchObject({ ok: false, unreadable: { remoteId: '1', reason } });
});

test('an order of the very second that reading begins in is asked for', async () => {
  const { orders, edge } = await openShop({ orders: [wooOrder(1, { date_modified_gmt: '2026-11-20T10:15:30' })] });
  onTestFinished(edge.stop);
  if (orders.stream.mode !== 'cursor') return expect.unreachable('it is read by a cursor');
  expect(had(await orders.stream.read(null, new Date('2026-11-20T10:15:30.700Z'))).records).toHaveLength(1);
});
