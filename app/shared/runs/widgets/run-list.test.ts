import { expect, test } from 'vitest';
import type { ListedRun } from '../working/fold.ts';
import { runList } from './run-list.tsx';

const keys = (...undoable: boolean[]) => runList(undoable.map((each) => ({ undoable: each }) as ListedRun)).columns.map(({ key }) => key);

test('Activity has a column for Undo where one of its runs can be undone, and none among syncs, of which none can', () => {
  expect(keys(false, true).at(-1)).toBe('undo');
  expect(keys(false, false)).not.toContain('undo');
});
