import { expect, test } from 'vitest';
import { confirmedLine } from './confirmed-line.ts';

const line = { remoteLineId: '1', handle: null, quantity: 5 };
const lot = (name: string, quantity: number) => ({ lot: name, quantity });

test.each([
  ['none where the warehouse named none', null, undefined],
  ['each lot once', [lot('A', 2), lot('B', 1), lot('A', 2)], [lot('A', 4), lot('B', 1)]],
  ['no more units than the channel sold', [lot('A', 4), lot('B', 3)], [lot('A', 4), lot('B', 1)]],
  ['fewer, where it did not say it of all', [lot('A', 2)], [lot('A', 2)]],
])('a confirmed line has %s', (_, lots, confirmed) => {
  expect(confirmedLine({ ...line, lots, serials: null }).lots).toEqual(confirmed);
});

test('a confirmed line has the serial numbers of no more units than the channel sold, and none where there are none', () => {
  expect(
    confirmedLine({
      ...line,
      lots: null,
      serials: [
        ['1', '2', '3'],
        ['4', '5', '6'],
      ],
    }).serials,
  ).toEqual(['1', '2', '3', '4', '5']);
  expect(confirmedLine({ ...line, lots: null, serials: null })).not.toHaveProperty('serials');
});
