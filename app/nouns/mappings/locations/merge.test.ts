import { expect, test } from 'vitest';
import { mergeLocations } from './merge.ts';

const saved = [{ id: 7, internal_id: 'A', connector_location: 'Atlanta', amware_location: 'ATL' }];

test.each([
  ['nothing listed', [], ['A ATL']],
  ['one that is saved', [{ id: 'A', name: 'Atlanta Main' }], ['A ATL']],
  ['one that is new', [{ id: 'B', name: 'Berlin' }], ['A ATL', 'B null']],
  [
    'one listed twice',
    [
      { id: 'B', name: 'Berlin' },
      { id: 'B', name: 'Berlin 2' },
    ],
    ['A ATL', 'B null'],
  ],
])('with %s', (_what, remote, rows) => {
  expect(mergeLocations(saved, remote).map(({ internal_id, amware_location }) => `${internal_id} ${amware_location}`)).toEqual(rows);
});

test('a location without a name is called by its id', () => {
  expect(mergeLocations([], [{ id: 'B', name: '' }])).toEqual([
    { id: null, internal_id: 'B', connector_location: 'B', amware_location: null },
  ]);
});
