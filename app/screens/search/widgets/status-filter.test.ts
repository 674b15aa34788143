import { expect, test } from 'vitest';
import type { Hit, HitColumn } from '../../../shared/noun/search.ts';
import type { Status } from '../../../ui/status/statuses.ts';
import { statusesOf } from './status-filter.ts';

type Found = Hit & { status: Status };
const columns = [{ key: 'status', title: 'Status', value: ({ status }: Found) => ({ status }) }] as unknown as HitColumn[];
const found = (...statuses: Status[]) => statuses.map((status, id): Found => ({ id, status }));

test('a chosen status stays a choice once the last row of it is mended', () => {
  const pending = { value: 'pending', label: 'Pending', count: 2 };
  expect(statusesOf(columns, found('pending', 'error', 'pending'), 'error')).toEqual([
    pending,
    { value: 'error', label: 'Error', count: 1 },
  ]);
  expect(statusesOf(columns, found('pending', 'pending'), 'error')).toEqual([pending, { value: 'error', label: 'Error', count: 0 }]);
  expect(statusesOf(columns, found('pending', 'pending'), null)).toEqual([pending]);
});

test('what is no status, or a status where rows have none, is no choice', () => {
  expect(statusesOf(columns, found('pending'), 'constructor')).toEqual([{ value: 'pending', label: 'Pending', count: 1 }]);
  expect(statusesOf([], found('pending'), 'error')).toEqual([]);
});
