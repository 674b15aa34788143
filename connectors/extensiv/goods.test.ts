import { expect, test } from 'vitest';
import type { StockRow } from '../contract.ts';
import { had } from '../contract-suite/opened.ts';
import type { Vendor } from './edge.ts';
import { openVendor } from './opened-by-tests.ts';
import { open, openReceiver, order, orderItem, receiver, shipped, stock } from './sample.ts';

const since = new Date('2026-11-20T00:00:00Z');
const content = (orderItemId: number, qty: number, lotNumber: string | null) => ({ packageContentId: qty, orderItemId, qty, lotNumber });
const embedded = (name: string, records: unknown[]) => ({ _embedded: { [`http://api.3plCentral.com/rels/${name}`]: records } });

/** It left days ago as a whole, under a number of its own. */
function freight(orderId: number, changes: object = {}) {
  const left = shipped(orderId, [], { routingInfo: { carrier: 'UPS', mode: '03', billOfLading: `BOL-${orderId}` }, ...changes });
  left.readOnly.processDate = '2026-11-18T16:00:00';
  return left;
}

test('each carton of a confirmed order is a parcel; one may hold two lots of a line', async () => {
  const packages = [
    { packageId: 1, trackingNumber: '1Z1', packageContents: [content(510, 4, 'L-1'), content(510, 1, 'L-2')] },
    { packageId: 2, trackingNumber: null, packageContents: [content(510, 1, null)] },
  ];
  const { warehouse } = await openVendor({ orders: [shipped(51, packages), order(52)] });
  expect(had(await warehouse.shipments.read(null, since)).records).toMatchObject([
    {
      ...{ remoteId: 'package-1', providerRef: '51', reference: 'order-51', trackingNumber: '1Z1', carrier: 'UPS', method: '03' },
      shippedAt: new Date('2026-11-20T16:00:00Z'),
      lines: [
        { lineReference: 'line-510', sku: 'MUG', lot: 'L-1', quantity: 4 },
        { lineReference: 'line-510', sku: 'MUG', lot: 'L-2', quantity: 1 },
      ],
    },
    { remoteId: 'package-2', trackingNumber: '', lines: [{ lot: null, quantity: 1 }] },
  ]);
});

test('cartons that come without their contents are read by themselves', async () => {
  const { warehouse } = await openVendor({
    orders: [shipped(51, [{ packageId: 1, trackingNumber: '1Z1' }])],
    before: ({ path }) =>
      path === '/orders/51/packages'
        ? {
            json: embedded('orders/package', [
              { packageId: 1, trackingNumber: '1Z1', ...embedded('orders/packagecontent', [content(510, 6, 'L-1')]) },
            ]),
          }
        : undefined,
  });
  expect(had(await warehouse.shipments.read(null, since)).records).toMatchObject([
    { trackingNumber: '1Z1', lines: [{ quantity: 6, lot: 'L-1' }] },
  ]);
});

test('an order that left as freight is one parcel with all of its lines, by its bill of lading', async () => {
  const items = [orderItem(510, 'MUG', 6), orderItem(511, 'CUP', 2)];
  const routingInfo = { carrier: 'Old Dominion', mode: null, billOfLading: 'BOL-7' };
  const shipment = freight(51, { routingInfo, ...embedded('orders/item', items) });
  const { warehouse } = await openVendor({ orders: [shipment] });
  expect(had(await warehouse.shipments.read(null, since)).records).toMatchObject([
    { remoteId: 'order-51', trackingNumber: 'BOL-7', carrier: 'Old Dominion', lines: [{ sku: 'MUG' }, { sku: 'CUP', quantity: 2 }] },
  ]);
});

test.each([
  ['CD-0123456789abcdef01234567-1', 'CD-0123456789abcdef01234567'],
  ['CD-0123456789abcdef01234567-12', 'CD-0123456789abcdef01234567'],
  ['PO-4711-1', 'PO-4711-1'],
])('what the 3PL split off, as %s, leaves as a part of %s', async (referenceNum, reference) => {
  const { warehouse } = await openVendor({ orders: [freight(52, { referenceNum })] });
  expect(had(await warehouse.shipments.read(null, since)).records).toMatchObject([{ remoteId: 'order-52', providerRef: '52', reference }]);
});

test('what is dated ahead of our clock, as of a zone ahead of UTC, left and came when it is read', async () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ahead = '2026-11-21T20:00:00';
  const left = shipped(51, [{ packageId: 1, packageContents: [content(510, 6, null)] }]);
  left.readOnly.processDate = ahead;
  const came = receiver(71, { arrivalDate: ahead, readOnly: { ...openReceiver(71), status: 1 } });
  const { warehouse } = await openVendor({ orders: [left, freight(52)], receivers: [came] }, {}, () => now);
  expect(had(await warehouse.shipments.read(null, since)).records.map(({ shippedAt }) => shippedAt)).toEqual([
    now,
    new Date('2026-11-18T16:00:00Z'),
  ]);
  expect(had(await warehouse.receipts?.read(null, since)).records.map(({ receivedAt }) => receivedAt)).toEqual([now]);
});

test('what is dated days ahead of our clock, by a slip of the hand, came when it is read at the latest', async () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const came = receiver(71, { arrivalDate: '2027-11-21T12:00:00', readOnly: { ...openReceiver(71), status: 1 } });
  const { warehouse } = await openVendor({ receivers: [came] }, {}, () => now);
  expect(had(await warehouse.receipts?.read(null, since)).records).toMatchObject([{ receivedAt: now, notBefore: now }]);
});

test('of a facility behind UTC, goods left when that is read at the latest, and came in the first zone of their date at the earliest', async () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const behind = '2026-11-21T04:00:00';
  const left = shipped(51, [{ packageId: 1, packageContents: [content(510, 6, null)] }]);
  left.readOnly.processDate = behind;
  const came = receiver(71, { arrivalDate: behind, readOnly: { ...openReceiver(71), status: 1 } });
  const { warehouse } = await openVendor({ orders: [left], receivers: [came] }, {}, () => now);
  const theirs = new Date('2026-11-21T04:00:00Z');
  expect(had(await warehouse.shipments.read(null, since)).records).toMatchObject([{ shippedAt: theirs, leftBy: now }]);
  expect(had(await warehouse.receipts?.read(null, since)).records).toMatchObject([
    { receivedAt: theirs, notBefore: new Date('2026-11-20T14:00:00Z') },
  ]);
});

test('an order that has not left has no parcels, though a list of closed orders may show it', async () => {
  const carton = { packageId: 1, trackingNumber: '1Z1', packageContents: [content(510, 6, null)] };
  const labelled = order(51, { readOnly: { ...open(51), packStarted: true, packages: [carton] } });
  const cancelled = shipped(52, []);
  cancelled.readOnly.status = 2;
  const key = 'http://api.3plCentral.com/rels/orders/order';
  const { warehouse } = await openVendor({
    before: ({ path }) => (path === '/orders' ? { json: { totalResults: 2, _embedded: { [key]: [labelled, cancelled] } } } : undefined),
  });
  const page = had(await warehouse.shipments.read(null, since));
  expect([page.records, page.unreadable, page.total]).toEqual([[], [], 2]);
});

test.each([
  [
    'one is without contents',
    [
      { packageId: 1, packageContents: [content(510, 4, null)] },
      { packageId: 2, packageContents: [] },
    ],
  ],
  ['all are without contents', [{ packageId: 1, packageContents: [] }]],
  ['they hold more than the order', [{ packageId: 1, packageContents: [content(510, 7, null)] }]],
  ['they hold another line', [{ packageId: 1, packageContents: [content(510, 6, null), content(599, 1, null)] }]],
  ['they are listed nowhere with contents', [{ packageId: 1 }]],
])('cartons of which %s are shown once no others come, and confirm nothing', async (_why, packages) => {
  const vendor: Partial<Vendor> = {
    orders: [shipped(51, packages), freight(52)],
    before: ({ path }) => (path === '/orders/51/packages' ? { json: {} } : undefined),
  };
  const { warehouse } = await openVendor(vendor, {}, () => new Date('2026-11-23T12:00:00Z'));
  const page = had(await warehouse.shipments.read(null, since));
  expect(page.records.map(({ remoteId }) => remoteId)).toEqual(['order-52']);
  expect(page.unreadable).toMatchObject([{ remoteId: '51', reason: { code: 'extensiv.cartons_differ' } }]);
});

test('cartons of one order that cannot be read do not stop the parcels of others', async () => {
  const { warehouse } = await openVendor({
    orders: [shipped(51, [{ packageId: 1 }]), freight(52)],
    before: ({ path }) => (path === '/orders/51/packages' ? { status: 404 } : undefined),
  });
  const page = had(await warehouse.shipments.read(null, since));
  expect([page.records.map(({ remoteId }) => remoteId), page.unreadable.map(({ remoteId }) => remoteId)]).toEqual([['order-52'], ['51']]);
});

async function rowsOf(changes: Parameters<typeof openVendor>[0]): Promise<StockRow[]> {
  const { warehouse } = await openVendor(changes);
  return had(await warehouse.stock(null)).records;
}

test('deliveries in one place, of one lot, are one row; what is held or quarantined is not available', async () => {
  const at = (receiveItemId: number, changes: object) => stock(receiveItemId, 11, 'MUG', changes);
  const rows = await rowsOf({
    stock: [
      at(1, {}),
      at(2, {}),
      at(3, { lotNumber: 'L-1', isOnHold: true }),
      at(4, { lotNumber: 'L-2', quarantined: true }),
      at(5, { lotNumber: 'L-3', qualifier: 'Red' }),
    ],
  });
  expect(rows.map(({ lot, onHand, allocated, onHold, available }) => [lot, onHand, allocated, onHold, available])).toEqual([
    [null, 20, 6, 0, 14],
    ['L-1', 10, 3, 7, 0],
    ['L-2', 10, 3, 7, 0],
    ['L-3', 10, 3, 7, 0],
  ]);
  expect(rows[0]).toMatchObject({ sku: 'MUG', warehouseId: '2', location: 'A-01' });
});

test('what orders wait for, and is not allocated yet, is not available', async () => {
  const rows = await rowsOf({
    stock: [stock(1, 11, 'MUG'), stock(2, 11, 'MUG', { lotNumber: 'L-1' })],
    totals: [{ itemIdentifier: { id: 11 }, facilityId: 2, orderedNotAllocated: 9 }],
  });
  expect(rows.map(({ onHand, allocated, available }) => [onHand, allocated, available])).toEqual([
    [10, 10, 0],
    [10, 5, 5],
  ]);
});

test('what is allocated to an order while a count is read, after its details and before the demand, is not available', async () => {
  const rows = await rowsOf({
    stock: [stock(1, 11, 'MUG', { onHand: 10, available: 7 })],
    totals: [{ itemIdentifier: { id: 11 }, facilityId: 2, allocated: 5, orderedNotAllocated: 1 }],
  });
  expect(rows).toMatchObject([{ onHand: 10, allocated: 6, available: 4 }]);
});

test('what left while a count is read takes nothing of what orders wait for', async () => {
  const rows = await rowsOf({
    stock: [stock(1, 11, 'MUG', { onHand: 10, available: 7 })],
    totals: [{ itemIdentifier: { id: 11 }, facilityId: 2, allocated: 0, orderedNotAllocated: 2 }],
  });
  expect(rows).toMatchObject([{ onHand: 10, allocated: 5, available: 5 }]);
});

test('a count goes through every facility, page by page, and an item is never cut in two', async () => {
  const many = Array.from({ length: 760 }, (_, place) =>
    stock(place + 1, place < 400 ? 11 : 12, place < 400 ? 'MUG' : 'CUP', { onHand: 1, available: 1 }),
  );
  const { warehouse, edge } = await openVendor({ stock: many });
  const first = had(await warehouse.stock(null));
  expect(first.records.map(({ sku, onHand }) => [sku, onHand])).toEqual([
    ['MUG', 400],
    ['CUP', 360],
  ]);
  const second = had(await warehouse.stock(JSON.parse(JSON.stringify(first.next))));
  const third = had(await warehouse.stock(second.next));
  expect([second, third].map(({ records, more, takenAt }) => [records.length, more, takenAt])).toEqual([
    [0, true, first.takenAt],
    [0, false, first.takenAt],
  ]);
  const read = edge.requests.filter(({ path }) => path === '/inventory/stockdetails').map(({ query }) => query.get('facilityid'));
  expect(read).toEqual(['2', '2', '2', '3']);
});

test('a fraction of a unit is unreadable, and shown', async () => {
  const { warehouse } = await openVendor({ stock: [stock(1, 11, 'MUG', { onHand: 1.5 })] });
  expect(had(await warehouse.stock(null)).unreadable).toMatchObject([{ remoteId: '1', reason: { code: 'field', field: 'onHand' } }]);
});
