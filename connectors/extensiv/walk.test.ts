import { expect, test } from 'vitest';
import type { Cursor, Page, WarehouseOrderState } from '../contract.ts';
import { had } from '../contract-suite/opened.ts';
import { openVendor } from './opened-by-tests.ts';
import { item, open, order } from './sample.ts';

const since = new Date('2026-11-01T00:00:00Z');
const modified = (orderId: number, lastModifiedDate: string) => order(orderId, { readOnly: { ...open(orderId), lastModifiedDate } });
const many = (from: number, count: number, at: string) => Array.from({ length: count }, (_, place) => modified(from + place, at));

type Opened = Awaited<ReturnType<typeof openVendor>>['warehouse'];

const changesIn = ({ orderChanges }: Opened, cursor: Cursor | null) => orderChanges.read(cursor, since);

async function drain(warehouse: Opened, between?: () => void, from: Cursor | null = null) {
  const refs: string[] = [];
  let cursor = from;
  for (let more = true; more; ) {
    const page: Page<WarehouseOrderState> = had(await changesIn(warehouse, cursor));
    refs.push(...page.records.map(({ providerRef }) => providerRef));
    cursor = page.next;
    more = page.more;
    between?.();
  }
  return { refs, cursor };
}

test('more orders than a page that changed in one moment are all read, once each', async () => {
  const { warehouse } = await openVendor({ orders: many(1000, 250, '2026-11-20T10:00:00') });
  const { refs } = await drain(warehouse);
  expect(refs).toHaveLength(250);
  expect(new Set(refs).size).toBe(250);
});

test('orders that move to the end, or away, while a list is read push none out of it', async () => {
  const { warehouse, vendor } = await openVendor({ orders: many(1000, 250, '2026-11-20T10:00:00') });
  let pages = 0;
  const { refs, cursor } = await drain(warehouse, () => {
    pages += 1;
    // The first ones of the page that was read change, and one that was read is deleted.
    if (pages === 1) {
      vendor.orders.splice(5, 1);
      for (const each of vendor.orders.slice(0, 3)) if (each.readOnly) each.readOnly.lastModifiedDate = '2026-11-20T10:30:00';
    }
  });
  expect(refs).toHaveLength(250);
  const next = had(await changesIn(warehouse, cursor));
  expect(next.records.map(({ providerRef }) => providerRef)).toEqual(expect.arrayContaining(['1000', '1001', '1002']));
});

test('a change that ends late, with a date before the newest, is read by the next walk', async () => {
  const { warehouse, vendor } = await openVendor({ orders: [modified(1, '2026-11-20T10:00:00')] });
  const { cursor } = await drain(warehouse);
  vendor.orders.push(modified(2, '2026-11-20T09:55:00'));
  expect(had(await changesIn(warehouse, cursor)).records).toHaveLength(2);
});

test('a change in the hour that a clock goes through twice is read', async () => {
  const { warehouse, vendor } = await openVendor({ orders: [modified(1, '2026-11-01T01:59:00')] });
  const { cursor } = await drain(warehouse);
  vendor.orders.push(modified(2, '2026-11-01T01:01:00'));
  expect(had(await changesIn(warehouse, cursor)).records).toHaveLength(2);
});

test('a record that is dated in the future hides no change before it', async () => {
  const { warehouse, vendor } = await openVendor({ orders: [modified(1, '2026-11-20T10:00:00'), modified(2, '2030-01-01T00:00:00')] });
  const { refs, cursor } = await drain(warehouse);
  expect(refs).toEqual(['1', '2']);
  vendor.orders.push(modified(3, '2026-11-20T12:00:00'));
  expect(had(await changesIn(warehouse, cursor)).records.map(({ providerRef }) => providerRef)).toContain('3');
});

/** A clock that a test moves on. */
function clock() {
  let at = Date.parse('2026-11-21T12:00:00Z');
  const advance = (seconds: number) => {
    at += seconds * 1000;
  };
  return { now: () => new Date(at), advance };
}

test('what was read is not read again while nothing changed; of a change, what is near it is', async () => {
  const at = ['2026-11-20T10:00:00', '2026-11-20T12:00:00', '2026-11-20T12:05:00'] as const;
  const { now, advance } = clock();
  const { warehouse, vendor, edge } = await openVendor({ orders: [modified(1, at[0]), modified(2, at[1])] }, {}, now);
  const first = await drain(warehouse);
  advance(60);
  const { refs, cursor } = await drain(warehouse, undefined, first.cursor);
  expect(refs).toEqual(['2']);
  edge.requests.length = 0;
  const rest = had(await changesIn(warehouse, cursor));
  expect([rest.records, rest.more, edge.requests.length]).toEqual([[], false, 1]);
  vendor.orders.push(modified(3, at[2]));
  const { records } = had(await changesIn(warehouse, rest.next));
  expect(records.map(({ providerRef }) => providerRef)).toEqual(['2', '3']);
});

test('an order that changes twice within one second of their clock is read both times', async () => {
  const { now, advance } = clock();
  const { warehouse, vendor } = await openVendor(
    { orders: [modified(1, '2026-11-20T10:00:00'), modified(2, '2026-11-20T09:59:58')] },
    {},
    now,
  );
  let { cursor } = await drain(warehouse);
  // As it was dated when it was read, and one that ends late: number and newest date stay as they were.
  Object.assign(vendor.orders[0]?.readOnly ?? {}, { pickStarted: true });
  Object.assign(vendor.orders[1]?.readOnly ?? {}, { pickStarted: true, lastModifiedDate: '2026-11-20T09:59:59' });
  const picked: string[] = [];
  for (const seconds of [15, 15, 15, 15]) {
    advance(seconds);
    const page = had(await changesIn(warehouse, cursor));
    picked.push(...page.records.flatMap(({ providerRef, status }) => (status === 'picking' ? [providerRef] : [])));
    cursor = page.next;
  }
  expect(new Set(picked)).toEqual(new Set(['1', '2']));
  expect(had(await changesIn(warehouse, cursor)).records).toEqual([]);
});

test('a list that is not sorted is not believed', async () => {
  const key = 'http://api.3plCentral.com/rels/orders/order';
  const { warehouse } = await openVendor({
    before: ({ path }) => (path === '/orders' ? { json: { totalResults: 2, _embedded: { [key]: [order(2), order(1)] } } } : undefined),
  });
  expect(await changesIn(warehouse, null)).toMatchObject({ ok: false, failure: { reason: { code: 'extensiv.unsorted' } } });
});

test('an unreadable order does not fail its page', async () => {
  const { warehouse } = await openVendor({ orders: [order(1, { referenceNum: null }), order(2)] });
  const { records, unreadable } = had(await changesIn(warehouse, null));
  expect([records.map(({ providerRef }) => providerRef), unreadable.map(({ remoteId }) => remoteId)]).toEqual([['2'], ['1']]);
});

test('items that were never modified are read too; a deactivated one is gone', async () => {
  const deactivated = item(13, 'OLD', { readOnly: { itemId: 13, deactivated: true, lastModifiedDate: '2026-11-01T00:00:00' } });
  const { warehouse } = await openVendor({ items: [item(11, 'MUG'), item(12, 'CUP', { description: null }), deactivated] });
  const page = had(await warehouse.items.read(null, since));
  expect(page.records).toMatchObject([
    { sku: 'MUG', name: 'A mug', upc: '0123456789012' },
    { sku: 'CUP', name: 'CUP' },
  ]);
  expect(page.gone).toEqual(['OLD']);
});
