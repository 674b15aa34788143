import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import type { Column } from '../declaration.ts';
import { SortChoice } from './sort-choice.tsx';

const column = (key: string, own: Partial<Column<object>> = {}): Column<object> => ({ key, title: key, cell: () => key, ...own });
const columns = [column('Number', { sort: 'DESC' }), column('Vendor'), column('Date', { sort: 'DESC', hideBelow: 'md' })];

const words = (of: typeof columns, orderBy: string) =>
  rendered(<SortChoice columns={of} chosen={undefined} sort={{ orderBy, orderDir: 'DESC' }} />)
    .split('\n')
    .filter(Boolean);

const offered = ['Number, ascending', 'Number, descending', 'Date, ascending', 'Date, descending'];

test('every column that can be sorted by is offered, in both directions', () => {
  expect(words(columns, 'Date')).toEqual(['Sorted by ', ...offered]);
});

test('a sort of the address that no column shows is said too', () => {
  expect(words(columns, 'created_at')).toEqual(['Sorted by ', 'Created at, ascending', 'Created at, descending', ...offered]);
});

test('a sort of the address by a column whose heading offers none is said as the heading has it', () => {
  const since = { ...column('opened_at'), title: 'Since' };
  expect(words([...columns, since], 'opened_at')).toEqual(['Sorted by ', 'Since, ascending', 'Since, descending', ...offered]);
});

test('where no column can be sorted by, there is no choice', () => {
  expect(words([column('Vendor')], 'Date')).toEqual([]);
});
