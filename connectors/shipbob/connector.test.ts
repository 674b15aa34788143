import { expect, test } from 'vitest';
import type { Cursor } from '../contract.ts';
import { had } from '../contract-suite/opened.ts';
import type { EdgeRequest } from '../scripted-edge.ts';
import { shipBob } from './connector.ts';
import { quantities, variant } from './samples.ts';
import { now, scripted } from './scripted.ts';

const { replies, session, warehouse, requests } = scripted();

test('stock is by building, inventory and lot; what a building has beyond its lots is of none', async () => {
  const lot = (lot_number: string, on_hand: number) => ({ lot_number, locations: [quantities(10, on_hand, 1)] });
  replies['GET inventory-level/locations'] = {
    json: { items: [{ inventory_id: 91, sku: 'MUG', locations: [quantities(10, 40, 4, 33), quantities(11, 0)] }], next: null },
  };
  replies['GET inventory-level/lots'] = { json: { items: [{ inventory_id: 91, lots: [lot('L-1', 20), lot('L-2', 5)] }], next: null } };
  const row = { sku: 'MUG', warehouseId: '10', location: '91' };
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

test('stock of goods whose lots cannot be read is of no lot, and the others keep theirs', async () => {
  const stocked = (inventory_id: number, sku: string) => ({ inventory_id, sku, locations: [quantities(10, 9)] });
  replies['GET inventory-level/locations'] = { json: { items: [stocked(91, 'MUG'), stocked(92, 'CUP')], next: null } };
  const good = { inventory_id: 92, lots: [{ lot_number: 'L-2', locations: [quantities(10, 9)] }] };
  replies['GET inventory-level/lots'] = { json: { items: [{ inventory_id: 91, lots: 'odd' }, good], next: null } };
  expect(await warehouse().stock(null)).toMatchObject({
    value: {
      records: [
        { sku: 'MUG', lot: null, onHand: 9 },
        { sku: 'CUP', lot: 'L-2', onHand: 9 },
      ],
      unreadable: [{ remoteId: '91' }],
    },
  });
});

test('stock of one inventory, building and lot is one row; two inventories of one SKU are two', async () => {
  const stocked = (inventory_id: number, ...locations: object[]) => ({ inventory_id, sku: 'MUG', locations });
  const lot = (units: number) => ({ lot_number: 'L-1', locations: [quantities(10, units)] });
  replies['GET inventory-level/locations'] = {
    json: { items: [stocked(91, quantities(10, 20), quantities(10, 5)), stocked(92, quantities(10, 7, 2, 4))], next: null },
  };
  replies['GET inventory-level/lots'] = { json: { items: [{ inventory_id: 91, lots: [lot(4), lot(6)] }], next: null } };
  expect(await warehouse().stock(null)).toMatchObject({
    value: {
      records: [
        { location: '91', lot: 'L-1', onHand: 10, available: 10 },
        { location: '91', lot: null, onHand: 15, allocated: 0, onHold: 0, available: 15 },
        { location: '92', lot: null, onHand: 7, allocated: 2, onHold: 1, available: 4 },
      ],
    },
  });
});

test('stock of one SKU on two pages is kept apart, so that the second page does not stand for both', async () => {
  const stocked = (inventory_id: number) => ({ inventory_id, sku: 'MUG', locations: [quantities(10, inventory_id)] });
  replies['GET inventory-level/locations'] = ({ query }) => ({
    json: query.has('cursor') ? { items: [stocked(92)], next: null } : { items: [stocked(91)], next: '/x?cursor=b' },
  });
  replies['GET inventory-level/lots'] = { json: { items: [], next: null } };
  const first = had(await warehouse().stock(null));
  const second = had(await warehouse().stock(first.next));
  const places = [first, second].flatMap(({ records }) => records.map(({ sku, location, onHand }) => [sku, location, onHand]));
  expect([places, second.takenAt]).toEqual([
    [
      ['MUG', '91', 91],
      ['MUG', '92', 92],
    ],
    first.takenAt,
  ]);
});

test('a count is as of when the first request for it left, not of when it began to wait for its turn', async () => {
  let at = now.getTime();
  let left = '';
  replies['GET inventory-level/locations'] = () => {
    left = new Date(at).toISOString();
    return { json: { items: [], next: null } };
  };
  const page = had(
    await warehouse(() => {
      at += 1_000;
      return new Date(at);
    }).stock(null),
  );
  expect(page.takenAt.toISOString()).toBe(left);
});

/** Pages whose address is `?cursor=` and a number: each names the next one of a circle of so many. */
const circleOf =
  (length: number, items: (page: number) => object[] = () => []) =>
  ({ query }: EdgeRequest) => {
    const page = Number(query.get('cursor') ?? 0);
    return { json: { items: items(page), next: `/x?cursor=${(page % length) + 1}` } };
  };
const endless = { ok: false, failure: { kind: 'retry', maybeDone: false, reason: { code: 'shipbob.circle' } } };

test.each([2, 3, 7, 30])('a list whose pages name one another in a circle of %i is not read for ever', async (length) => {
  replies['GET product'] = circleOf(length);
  replies['GET inventory-level/locations'] = circleOf(length);
  const { items } = warehouse();
  // A session has its own allowance.
  for (const read of [(cursor: Cursor | null) => items.read(cursor, now), warehouse().stock]) {
    let page = await read(null);
    for (let pages = 0; page.ok && pages < 4 * length; pages += 1) page = await read(JSON.parse(JSON.stringify(page.value.next)));
    expect(page).toMatchObject(endless);
  }
});

test('lots and channels whose pages go round are not counted twice', async () => {
  replies['GET inventory-level/locations'] = {
    json: { items: [{ inventory_id: 91, sku: 'MUG', locations: [quantities(10, 9)] }], next: null },
  };
  replies['GET inventory-level/lots'] = circleOf(2, () => [
    { inventory_id: 91, lots: [{ lot_number: 'L-1', locations: [quantities(10, 4)] }] },
  ]);
  replies['GET channel'] = circleOf(2);
  expect(await warehouse().stock(null)).toMatchObject(endless);
  expect(await shipBob.identify(session())).toMatchObject(endless);
  expect(requests().length).toBeLessThan(12);
});

test('items leave out what is digital and what is a bundle, and one without a SKU is kept and shown', async () => {
  const variants = [variant(), variant({ sku: 'FILE', is_digital: true }), variant({ sku: 'SET', bundle_definition: [{}] }), { id: 32 }];
  replies['GET product'] = { json: { items: [{ name: 'Mugs', variants }], next: '/product?cursor=a%3Db' } };
  const first = await warehouse().items.read(null as never, now);
  expect(first).toMatchObject({ value: { records: [{ sku: 'MUG', upc: '036000291452' }], unreadable: [{ remoteId: '32' }], more: true } });
  await warehouse().items.read((first.ok && first.value.next) as never, now);
  expect(requests().at(-1)?.query.get('cursor')).toBe('a=b');
});

test('a page that names no other one as the next, or one that cannot be kept, is a failure and not read for ever', async () => {
  const named = (next: string) => {
    replies['GET product'] = { json: { items: [], next } };
    return warehouse().items.read(null as never, now);
  };
  for (const next of ['YWJj', '', '/product', `/product?cursor=${'a'.repeat(2000)}`])
    expect(await named(next)).toMatchObject({ ok: false, failure: { kind: 'retry' } });
  const first = await named('/product?cursor=a');
  expect(first).toMatchObject({ ok: true, value: { more: true } });
  expect(await warehouse().items.read((first.ok && first.value.next) as never, now)).toMatchObject({ failure: { kind: 'retry' } });
});

test('all methods are listed, and methods without an end are refused', async () => {
  const methods = Array.from({ length: 251 }, (_, at) => ({ name: `Method ${at}`, active: true }));
  replies['GET shipping-method'] = ({ query }) => ({ json: query.get('Page') === '1' ? methods.slice(0, 250) : methods.slice(250) });
  expect(had(await warehouse().listShippingMethods())[0]?.methods).toHaveLength(251);
  replies['GET shipping-method'] = { json: methods.slice(0, 250) };
  expect(await warehouse().listShippingMethods()).toMatchObject({
    failure: { kind: 'rejected', reason: { code: 'too_much', system: 'ShipBob' } },
  });
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
