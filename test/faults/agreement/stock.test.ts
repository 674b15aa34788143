import { expect, test } from 'vitest';
import { type Parcel, unbookedAt } from './stock.ts';

test('a book may have what left of its own orders until that is booked, however long ago it left', () => {
  const at = Date.UTC(2026, 10, 29, 12);
  const since = (seconds: number) => new Date(at - seconds * 1000);
  const parcel = (units: number, left: Date, booked: Date | null, sku = 'CUP'): Parcel => ({ sku, units, left, booked });
  const parcels = [
    parcel(2, since(95), null),
    parcel(30, since(95), since(-1)),
    // The shelves have it within the time that is looked at.
    parcel(400, since(60), null),
    parcel(5000, since(95), since(1)),
    parcel(60_000, since(95), null, 'MUG'),
  ];
  expect(unbookedAt(parcels, 'CUP', at)).toBe(32);
});
