import { expect, test } from 'vitest';
import { lastEvent, newsSince } from './news.ts';

const events: Parameters<typeof newsSince>[0] = [
  { id: 1, who: null, changes: null },
  { id: 2, who: 'Ann', changes: { city: { from: 'Bath', to: 'York' } } },
  { id: 3, who: 'Ben', changes: { city: { from: 'York', to: 'Leeds' }, 'line:7': { from: { sku: 'MUG', quantity: 2 }, to: null } } },
  { id: 4, who: null, changes: { note: { from: null, to: 'Ring' } } },
];

test('news names who changed a field last, and what it was when the edit began', () => {
  expect(Object.fromEntries(newsSince(events, 1, 'ShipStation'))).toEqual({
    city: { who: 'Ben', was: 'Bath' },
    'line:7': { who: 'Ben', was: '2' },
    note: { who: 'ShipStation', was: '' },
  });
  expect(Object.fromEntries(newsSince(events, 2, 'ShipStation')).city).toEqual({ who: 'Ben', was: 'York' });
  expect(newsSince([{ id: 9, who: 'Me', changes: { city: { from: 'a', to: 'b' }, revision: { from: 4, to: 5 } } }], 0, '', [5]).size).toBe(
    0,
  );
  expect(newsSince(events, lastEvent(events), 'ShipStation').size).toBe(0);
});
