import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, type OpenLine } from './allocate.ts';

const line = (id: number, over: Partial<OpenLine> = {}): OpenLine => ({ id, sku: 'MUG', lot: null, open: 10, received: 0, ...over });
const came = (quantity: number, over: object = {}) => ({ sku: 'MUG', lot: null, quantity, ...over });

test.for<[string, OpenLine[], ReturnType<typeof came>, ReturnType<typeof allocate>]>([
  ['one line', [line(1)], came(4), [{ lineId: 1, quantity: 4 }]],
  ['an unknown SKU', [line(1)], came(4, { sku: 'CUP' }), null],
  [
    'two lines of one SKU, filled one after the other',
    [line(1), line(2)],
    came(14),
    [
      { lineId: 1, quantity: 10 },
      { lineId: 2, quantity: 4 },
    ],
  ],
  ['the line of its lot first', [line(1, { lot: 'A' }), line(2, { lot: 'B' })], came(3, { lot: 'B' }), [{ lineId: 2, quantity: 3 }]],
  ['a line without a lot before one of another', [line(1, { lot: 'A' }), line(2)], came(3, { lot: 'B' }), [{ lineId: 2, quantity: 3 }]],
  ['another lot where there is no other line', [line(1, { lot: 'A' })], came(3, { lot: 'B' }), [{ lineId: 1, quantity: 3 }]],
  [
    'more than is open',
    [line(1), line(2, { open: 2 })],
    came(15),
    [
      { lineId: 1, quantity: 13 },
      { lineId: 2, quantity: 2 },
    ],
  ],
  [
    'an adjustment takes back what came',
    [line(1, { received: 2 }), line(2, { received: 9 })],
    came(-5),
    [
      { lineId: 1, quantity: -2 },
      { lineId: 2, quantity: -3 },
    ],
  ],
  ['an adjustment of what never came', [line(1)], came(-5), [{ lineId: 1, quantity: -5 }]],
])('%s', ([, lines, receipt, shares]) => expect(allocate(lines, receipt)).toEqual(shares));

const lots = fc.constantFrom(null, 'A', 'B');
const someLine = fc.record({ sku: fc.constantFrom('MUG', 'CUP'), lot: lots, open: fc.integer({ min: -5, max: 50 }), received: fc.nat(50) });

test('whatever comes, its shares add up to it and are of its SKU', () => {
  fc.assert(
    fc.property(
      fc.array(someLine, { maxLength: 6 }),
      fc.constantFrom('MUG', 'CUP'),
      lots,
      fc.integer({ min: -80, max: 80 }),
      (some, sku, lot, quantity) => {
        const lines = some.map((each, at) => ({ ...each, id: at + 1 }));
        const shares = allocate(lines, { sku, lot, quantity });
        expect(shares === null).toBe(!lines.some((each) => each.sku === sku));
        if (shares === null) return;
        expect(shares.reduce((sum, share) => sum + share.quantity, 0)).toBe(quantity);
        for (const { lineId } of shares) expect(lines[lineId - 1]?.sku).toBe(sku);
      },
    ),
    { numRuns: 300 },
  );
});
