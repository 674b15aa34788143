import { expect, test } from 'vitest';
import { z } from 'zod';
import { manualClock } from '../clock.ts';
import { openJournal } from '../journal.ts';
import { shipBob } from '../shipbob/stand-in.ts';
import { visit } from '../test/visit.ts';
import { act, actsOn, unitsBySku } from './acts.ts';
import { type Kept, openCollection, openNumbers } from './collection.ts';
import { openShelves, type Shelf, type Taken } from './shelves.ts';

const clock = manualClock('2026-11-20T10:00:00Z');
const mugs = { sku: 'MUG', building: 1, place: 'A-01', expires: null };

test('lines of one SKU are taken from as many lots as it takes, of one building, and never what another has', async () => {
  const held: Taken[] = [];
  const table = (await openJournal(undefined)).table<Kept<Shelf>>('shelves');
  const { shelves, take, send, committed } = openShelves(openCollection<Shelf>(table, clock, 1), () => held);
  for (const [lot, building, onHand] of [['L-1', 1, 3] as const, ['L-2', 2, 9] as const, ['L-3', 1, 4] as const])
    shelves.add({ ...mugs, lot, building, onHand });
  const units = (taken: Taken[][]) => taken.map((line) => line.map(({ lot, quantity }) => `${quantity} of ${lot}`));
  const [first = [], second] = take(
    [
      { sku: 'MUG', quantity: 5 },
      { sku: 'MUG', quantity: 5 },
    ],
    1,
  );
  expect(units([first, second ?? []])).toEqual([['3 of L-1', '2 of L-3'], ['2 of L-3']]);
  held.push(...first);
  expect([units(take([{ sku: 'MUG', quantity: 9 }], 1)), committed().get(1)]).toEqual([[['2 of L-3']], 3]);
  held.length = 0;
  send(first);
  expect(shelves.all().map(({ onHand }) => onHand)).toEqual([0, 9, 2]);
});

test('people who act on a record do what they say, in the order of the declaration', () => {
  const record = { id: 7, createdAt: 0, changedAt: 0, notes: [] as string[] };
  const note = act(z.string(), (_account: null, { notes }: typeof record, text: string) => void notes.push(text));
  const { change } = actsOn((_account: null) => ({ get: (id) => (id === '7' ? record : undefined) }), { first: note, second: note });
  expect([change(null, '7', { second: 'b', first: 'a' }), record.notes]).toEqual([{ id: 7 }, ['a', 'b']]);
  expect(change(null, '8', { first: 'a' })).toBe(null);
});

test('of two lines of one SKU a parcel shows all units', () => {
  const items = [
    { sku: 'MUG', quantity: 2 },
    { sku: 'CUP', quantity: 1 },
    { sku: 'MUG', quantity: 3 },
  ];
  expect(unitsBySku(items, ({ sku }) => sku)).toEqual({ MUG: 5, CUP: 1 });
});

test('numbers go on after a restart', async () => {
  const table = (await openJournal(undefined)).table<{ last: number }>('numbers');
  const next = openNumbers(table, 50);
  expect([next(), next(), openNumbers(table, 50)()]).toEqual([50, 51, 52]);
});

test('people go on by themselves, unless the pace says that they wait for a test', async () => {
  const order = {
    ...{ reference_id: 'CD-1', shipping_method: 'Standard', type: 'DTC' as const },
    recipient: { name: 'Alex Doe', address: { address1: '1 Main Street', city: 'Austin', country: 'US' } },
    products: [{ reference_id: 'MUG', name: 'MUG', quantity: 1 }],
  };
  const detailAfterAStep = async (pace: 'demo' | 'manual') => {
    const time = manualClock('2026-11-20T10:00:00Z');
    const { control } = await visit({ clock: time, pace });
    const merchant = control.of(shipBob);
    merchant.add({ sku: 'MUG', name: 'A mug', lots: [{ lot: null, units: 5 }] });
    const { shipments } = merchant.submit(order);
    time.advance(4_000);
    control.runDue();
    return merchant.shipment(shipments[0]?.id ?? 0)?.shipment.detail;
  };
  expect([await detailAfterAStep('demo'), await detailAfterAStep('manual')]).toEqual(['Picked', null]);
});
