import { expect, test } from 'vitest';
import { headlineOf, type Situation } from './headline.ts';

const well: Situation = { stopped: 0, issues: 0, today: 1_204, missing: [], trouble: [] };

test.each<[string, Partial<Situation>]>([
  ['Everything is flowing. 1,204 orders today.', {}],
  ['Everything is flowing. 1 order today.', { today: 1 }],
  ['1 order waits for a person', { stopped: 1, issues: 3 }],
  ['1,035 orders wait for a person', { stopped: 1_035, issues: 4_000, trouble: ['ShipStation'] }],
  ['1 issue needs a person', { issues: 1 }],
  ['1,035 issues need a person', { issues: 1_035, missing: ['warehouse'] }],
  ['Connect a channel and a warehouse, and orders flow', { missing: ['channel', 'warehouse'] }],
  ['Connect a warehouse, and orders flow', { missing: ['warehouse'], trouble: ['ShipStation'] }],
  ['Nothing needs a person. ShipStation has trouble.', { trouble: ['ShipStation'] }],
  ['Nothing needs a person. ShipStation and Amware have trouble.', { trouble: ['ShipStation', 'Amware'] }],
])('Home says: %s', (sentence, situation) => {
  expect(headlineOf({ ...well, ...situation })).toBe(sentence);
});
