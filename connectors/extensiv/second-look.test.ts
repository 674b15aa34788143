import { expect, test } from 'vitest';
import type { Cursor } from '../contract.ts';
import { had } from '../contract-suite/opened.ts';
import { openVendor } from './opened-by-tests.ts';
import { shipped } from './sample.ts';

const closedAt = Date.parse('2026-11-20T16:00:00Z');
const since = new Date('2026-11-20T00:00:00Z');
const carton = {
  packageId: 7,
  trackingNumber: '1Z7',
  packageContents: [{ packageContentId: 1, orderItemId: 510, qty: 6, lotNumber: null }],
};

/** Orders that were closed a minute ago and have no cartons; reads go on from one another. */
const closedWithoutCartons = (...ids: number[]) => closedAs(ids.map((id) => shipped(id, [])));

async function closedAs(orders: ReturnType<typeof shipped>[]) {
  let minutes = 1;
  const vendor = await openVendor({ orders }, {}, () => new Date(closedAt + minutes * 60_000));
  let cursor: Cursor | null = null;
  return {
    ...vendor,
    /** All that the stream has to say by then: what comes twice is one. */
    async readAt(after: number) {
      minutes = after;
      const [records, unreadable, readable] = [new Map<string, unknown>(), new Map<string | null, unknown>(), new Set<string>()];
      for (let more = true; more; ) {
        // Requests are limited by the second.
        minutes += 1 / 30;
        const page: Awaited<ReturnType<typeof vendor.warehouse.shipments.read>> = await vendor.warehouse.shipments.read(cursor, since);
        for (const parcel of had(page).records) records.set(parcel.remoteId, parcel);
        for (const each of had(page).unreadable) unreadable.set(each.remoteId, each);
        for (const id of had(page).readable ?? []) readable.add(id);
        ({ next: cursor, more } = JSON.parse(JSON.stringify(had(page))));
      }
      return { records: [...records.values()], unreadable: [...unreadable.values()], readable: [...readable] };
    },
  };
}

test('an order that is closed before its cartons are entered waits for them, though it is not modified again', async () => {
  const { vendor, readAt } = await closedWithoutCartons(51);
  expect((await readAt(2)).records).toEqual([]);
  expect((await readAt(11)).records).toEqual([]);
  Object.assign(vendor.orders[0]?.readOnly ?? {}, { packages: [carton] });
  expect((await readAt(11)).records).toEqual([]);
  expect((await readAt(13)).records).toMatchObject([{ remoteId: 'package-7', trackingNumber: '1Z7', lines: [{ quantity: 6 }] }]);
  expect((await readAt(60)).records).toEqual([]);
});

const withNumber = (id: number) => shipped(id, [], { routingInfo: { carrier: 'UPS', mode: '03', trackingNumber: `1Z-${id}` } });

test('an order that is closed with a number of its own waits for one look, and leaves as the cartons that it has by then', async () => {
  const { vendor, readAt } = await closedAs([withNumber(51), withNumber(52)]);
  expect((await readAt(2)).records).toEqual([]);
  Object.assign(vendor.orders[0]?.readOnly ?? {}, { packages: [carton] });
  expect((await readAt(13)).records.map((parcel) => (parcel as { remoteId: string }).remoteId)).toEqual(['package-7', 'order-52']);
});

test('an order whose cartons are entered one by one after it was closed waits for the last of them', async () => {
  const half = (packageId: number, qty: number) => ({ ...carton, packageId, packageContents: [{ ...carton.packageContents[0], qty }] });
  const { vendor, readAt } = await closedAs([shipped(51, [half(7, 2)])]);
  const nothing = { records: [], unreadable: [], readable: [] };
  expect(await readAt(2)).toEqual(nothing);
  expect(await readAt(13)).toEqual(nothing);
  Object.assign(vendor.orders[0]?.readOnly ?? {}, { packages: [half(7, 2), half(8, 4)] });
  expect((await readAt(24)).records).toMatchObject([{ remoteId: 'package-7' }, { remoteId: 'package-8' }]);
});

test('an order whose cartons hold only a part of it for a whole shift is shown to a person, until they hold all of it', async () => {
  const part = { ...carton, packageContents: [{ ...carton.packageContents[0], qty: 2 }] };
  const { vendor, readAt } = await closedAs([shipped(51, [part])]);
  expect((await readAt(2)).unreadable).toEqual([]);
  expect(await readAt(9 * 60)).toMatchObject({
    records: [],
    unreadable: [{ remoteId: '51', reason: { code: 'extensiv.cartons_differ' } }],
    readable: [],
  });
  Object.assign(vendor.orders[0]?.readOnly ?? {}, { packages: [carton], lastModifiedDate: '2026-11-21T01:00:00' });
  expect(await readAt(9 * 60 + 5)).toMatchObject({ records: [{ remoteId: 'package-7' }], unreadable: [], readable: ['51'] });
});

test('one that is closed just before a look waits until the next one', async () => {
  const { vendor, readAt } = await closedWithoutCartons(51);
  await readAt(2);
  vendor.orders.push(withNumber(52));
  await readAt(11);
  expect((await readAt(13)).records).toEqual([]);
  expect((await readAt(24)).records).toMatchObject([{ remoteId: 'order-52', trackingNumber: '1Z-52' }]);
});

test('after more than a day it has left as a whole, without a number', async () => {
  const { readAt } = await closedWithoutCartons(51);
  expect((await readAt(2)).records).toEqual([]);
  expect((await readAt(35 * 60)).records).toEqual([]);
  expect((await readAt(37 * 60)).records).toMatchObject([{ remoteId: 'order-51', trackingNumber: '', lines: [{ quantity: 6 }] }]);
  expect((await readAt(38 * 60)).records).toEqual([]);
});

const upTo = (most: number) => Array.from({ length: most }, (_, at) => at + 1);

test('all of more than a page that wait are looked at, a page at a time', async () => {
  const { edge, readAt } = await closedWithoutCartons(...upTo(120));
  const { records, unreadable } = await readAt(2);
  expect([records, unreadable]).toEqual([[], []]);
  edge.requests.length = 0;
  await readAt(13);
  const looks = edge.requests.flatMap(
    ({ query }) =>
      query
        .get('rql')
        ?.match(/in=\(([\d,]+)\)/)?.[1]
        ?.split(',').length ?? [],
  );
  expect(looks).toEqual([49, 49, 22]);
  // Nothing changed there since, so that no walk would read them.
  expect((await readAt(37 * 60)).records).toHaveLength(120);
});

test('of more than a thousand that wait, those beyond are shown to a person', async () => {
  const { readAt } = await closedWithoutCartons(...upTo(1_002));
  const { records, unreadable } = await readAt(2);
  expect(records).toEqual([]);
  expect(unreadable).toMatchObject([{ remoteId: '1001', reason: { code: 'extensiv.no_cartons' } }, { remoteId: '1002' }]);
});
