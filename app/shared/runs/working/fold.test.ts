import { expect, test } from 'vitest';
import type { Run } from '../contract.ts';
import { foldQuiet } from './fold.ts';

const run = (id: number, facts: Partial<Run>) =>
  ({ id, kind: 'sync', state: 'done', done: 0, failed: 0, started_at: `t${id}`, ...facts }) as Run;

test('syncs in a row that brought nothing are one line; what happened stands alone', () => {
  const runs = [
    run(9, {}),
    run(8, {}),
    run(7, { done: 3 }),
    run(6, {}),
    run(5, { failed: 1 }),
    run(4, {}),
    run(3, { kind: 'bulk' }),
    run(2, {}),
    run(1, {}),
  ];
  expect(foldQuiet(runs).map(({ id, folded, since }) => [id, folded, since])).toEqual([
    [9, 1, 't8'],
    [7, 0, 't7'],
    [6, 0, 't6'],
    [5, 0, 't5'],
    [4, 0, 't4'],
    [3, 0, 't3'],
    [2, 1, 't1'],
  ]);
});
