import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Translated } from '../http/records.ts';
import { wordReason } from '../reasons.ts';
import { inventoryItem, left, order, packed, shipment } from './samples.ts';
import { translateParcels, translateState } from './translate.ts';

const now = new Date('2026-11-21T12:00:00Z');
const reading = { now, mayWait: true };

function recordOf<T>(translated: Translated<T>): T {
  if (!translated.ok) throw new Error(wordReason(translated.unreadable.reason));
  return translated.record;
}
const stateOf = (changes: object) => recordOf(translateState(order(changes)));
const parcelsOf = (changes: object) => translateParcels(order(changes), reading).parcels.map(recordOf);

test('an order is read with what its lines are called, whom it goes to and when a shipment of it changed', () => {
  expect(stateOf({})).toEqual({
    ...{ providerRef: '500', reference: 'CD-1', status: 'open', held: false, changedAt: new Date('2026-11-20T10:00:00Z') },
    orderNumbers: ['SO-1', '100-7'],
    shipTo: {
      ...{ name: 'Anna Lindqvist', company: null, line1: '12 Mill Lane', line2: null, city: 'Leeds', state: 'WY', postalCode: 'LS1 4DY' },
      ...{ country: 'GB', phone: '5550100', email: 'anna@example.com' },
    },
    lines: [
      { lineReference: 'line-a', sku: 'MUG', quantity: 4, shipped: 0 },
      { lineReference: 'line-b', sku: 'CUP', quantity: 2, shipped: 0 },
    ],
  });
});

const detail = (name: string) => ({ status_details: [{ id: 1, name }] });

test.each([
  ['open', [shipment(1)]],
  ['open', [shipment(1, { status: 'Exception', ...detail('OutOfStock') })]],
  ['open', [shipment(1, { status: 'OnHold' })]],
  ['picking', [shipment(1), shipment(2, detail('Picked'))]],
  ['packed', [shipment(1, detail('Packed'))]],
  ['packed', [shipment(1, { status: 'LabeledCreated' })]],
  ['partially_shipped', [shipment(1, left), shipment(2)]],
  ['shipped', [shipment(1, left), shipment(2, left)]],
  ['shipped', [shipment(1, left), shipment(2, { status: 'Cancelled' })]],
  ['cancelled', [shipment(1, { status: 'Cancelled' })]],
])('an order is %s by its shipments', (status, shipments) => {
  expect(stateOf({ shipments }).status).toBe(status);
});

test('an order without a shipment is as its own status says', () => {
  const words = [
    ['Processing', 'open'],
    ['Cancelled', 'cancelled'],
    ['Fulfilled', 'shipped'],
  ] as const;
  for (const [status, is] of words) expect(stateOf({ status, shipments: [] }).status).toBe(is);
});

test('of a cancelled order what has left has left', () => {
  const statusOf = (shipments: object[]) => stateOf({ status: 'Cancelled', shipments }).status;
  expect(statusOf([shipment(1, left)])).toBe('shipped');
  expect(statusOf([shipment(1, left), shipment(2)])).toBe('shipped');
  expect(statusOf([shipment(1)])).toBe('cancelled');
});

test('a hold is a status of a shipment, and a flag for us', () => {
  expect(stateOf({ shipments: [shipment(1, { status: 'OnHold' }), shipment(2)] })).toMatchObject({ held: true, status: 'open' });
});

test('a status that nobody knows makes the order unreadable, and it is kept', () => {
  const raw = order({ shipments: [shipment(1, { status: 'Teleported' })] });
  expect(translateState(raw)).toMatchObject({ ok: false, unreadable: { remoteId: '500', raw } });
});

test('an order that somebody typed in has no reference of ours and no names of lines', () => {
  const typed = { reference_id: null, order_number: null, tags: [], products: [{ external_line_id: null, quantity: 4, sku: 'MUG' }] };
  expect(stateOf({ ...typed, shipments: [] })).toMatchObject({
    reference: '',
    orderNumbers: [],
    lines: [{ lineReference: 'MUG', sku: 'MUG' }],
  });
});

test('a carton that is split over two lots has a line for each, with the day that it expires', () => {
  const products = [packed('MUG', inventoryItem(91, 3, 'L-1'), inventoryItem(91, 1, 'L-2')), packed('CUP', inventoryItem(92, 2))];
  expect(parcelsOf({ shipments: [shipment(900, { ...left, products })] })).toMatchObject([
    {
      ...{ remoteId: '900', providerRef: '500', reference: 'CD-1', carrier: 'USPS', method: 'Priority', trackingNumber: '9400111' },
      ...{ trackingUrl: 'https://tools.usps.com/go?n=9400111', weightGrams: 454, shippedAt: new Date('2026-11-20T11:00:00Z') },
      lines: [
        { lineReference: 'line-a', sku: 'MUG', lot: 'L-1', quantity: 3, expiresOn: '2027-03-31' },
        { lineReference: 'line-a', sku: 'MUG', lot: 'L-2', quantity: 1, expiresOn: '2027-03-31' },
        { lineReference: 'line-b', sku: 'CUP', lot: null, quantity: 2 },
      ],
    },
  ]);
});

test('a parcel had left a moment after ShipBob dates it, whose clock may be behind ours, and by when it was read at the latest', () => {
  const leftBy = (changes: object) =>
    parcelsOf({ shipments: [shipment(900, { ...left, products: [packed('MUG', inventoryItem(91, 1))], ...changes })] })[0]?.leftBy;
  const [justNow, unsaid] = [{ actual_fulfillment_date: now.toISOString() }, { actual_fulfillment_date: null }];
  expect([leftBy({}), leftBy(justNow), leftBy(unsaid)]).toEqual([new Date('2026-11-20T11:00:05Z'), now, now]);
});

test('two lines of one SKU are filled in turn, whichever parcel is read', () => {
  const lines = {
    products: [
      { external_line_id: 1, quantity: 2, reference_id: 'MUG', sku: 'MUG' },
      { external_line_id: 2, quantity: 3, reference_id: 'MUG', sku: 'MUG' },
    ],
  };
  const serials = { ...inventoryItem(91, 3), serial_numbers: ['s1', 's2', 's3'] };
  const [one, two] = [
    shipment(1, { products: [packed('MUG', serials)] }),
    shipment(2, { products: [packed('MUG', inventoryItem(91, 2))] }),
  ];
  expect(
    stateOf({
      ...lines,
      shipments: [
        { ...two, ...left },
        { ...one, ...left },
      ],
    }).lines,
  ).toMatchObject([{ shipped: 2 }, { shipped: 3 }]);
  expect(parcelsOf({ ...lines, shipments: [two, { ...one, ...left }] }).flatMap((parcel) => parcel.lines)).toMatchObject([
    { lineReference: 'line-a', quantity: 2, serials: ['s1', 's2'] },
    { lineReference: 'line-b', quantity: 1, serials: ['s3'] },
  ]);
});

test('what a shipment holds counts, where the order still says what was ordered first', () => {
  const products = [packed('MUG', inventoryItem(91, 5)), packed('CUP', inventoryItem(92, 2))];
  expect(stateOf({ shipments: [shipment(900, { products })] }).lines).toMatchObject([{ quantity: 5 }, { quantity: 2 }]);
  // Of what was cancelled nothing is packed: then what was ordered counts.
  expect(stateOf({ shipments: [shipment(900, { status: 'Cancelled', products })] }).lines).toMatchObject([
    { quantity: 4 },
    { quantity: 2 },
  ]);
});

test('what was ordered counts until each shipment says what it holds of each product', () => {
  const mugs = packed('MUG', inventoryItem(91, 4));
  const ordered = [
    { sku: 'MUG', quantity: 4 },
    { sku: 'CUP', quantity: 2 },
  ];
  for (const shipments of [
    [shipment(900, { products: [mugs, packed('CUP')] })],
    [shipment(900, { products: [mugs] }), shipment(901, { products: [packed('CUP')] })],
    [shipment(900, { products: [mugs] }), shipment(901, { products: [] })],
  ])
    expect(stateOf({ shipments }).lines).toMatchObject(ordered);
});

test('what holds a SKU that was not ordered says so', () => {
  const products = [packed('PEN', inventoryItem(95, 1))];
  expect(parcelsOf({ shipments: [shipment(900, { ...left, products })] })[0]?.lines).toMatchObject([{ lineReference: 'PEN', sku: 'PEN' }]);
});

test('a parcel with parts of a bundle is kept and shown, because it does not say how many of it left', () => {
  const products = [packed('SET', inventoryItem(91, 1), inventoryItem(92, 2))];
  const { parcels } = translateParcels(order({ shipments: [shipment(900, { ...left, products })] }), reading);
  expect(parcels).toMatchObject([{ ok: false, unreadable: { remoteId: '900', reason: { code: 'shipbob.bundle', sku: 'SET' } } }]);
});

test('a parcel that does not say what is in it is kept and shown, because goods have left', () => {
  for (const products of [[], [packed('MUG')]]) {
    const { parcels } = translateParcels(order({ shipments: [shipment(900, { ...left, products })] }), reading);
    expect(parcels).toMatchObject([{ ok: false, unreadable: { remoteId: '900', reason: { code: 'shipbob.no_contents' } } }]);
  }
});

test('one that left without a number is waited for, for a day', () => {
  const unnumbered = order({ shipments: [shipment(900, { ...left, tracking: null })] });
  const at = (time: string) => translateParcels(unnumbered, { now: new Date(time), mayWait: true });
  expect(at('2026-11-20T12:00:00Z')).toEqual({ parcels: [], waiting: '500' });
  expect(at('2026-11-21T11:00:01Z')).toMatchObject({ parcels: [{ record: { trackingNumber: '', carrier: 'ShipBob' } }], waiting: null });
  // Where too many wait, it is given as it is.
  const crowded = translateParcels(unnumbered, { now: new Date('2026-11-20T12:00:00Z'), mayWait: false });
  expect(crowded.parcels).toHaveLength(1);
});

test('a tracking address that is no web address is left out', () => {
  const tracking = { ...left.tracking, tracking_url: 'javascript:alert(1)' };
  expect(parcelsOf({ shipments: [shipment(900, { ...left, tracking })] })[0]?.trackingUrl).toBeNull();
});

test('nothing throws, whatever comes', () => {
  fc.assert(
    fc.property(fc.anything(), (raw) => {
      const state = translateState(raw);
      translateParcels(raw, reading);
      expect(state.ok ? 'read' : wordReason(state.unreadable.reason)).not.toMatch(/^$|No text for/);
    }),
  );
});
