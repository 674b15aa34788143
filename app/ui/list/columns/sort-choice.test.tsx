import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import type { Column } from '../declaration.ts';
import { SortChoice } from './sort-choice.tsx';

const column = (key: string, own: Partial<Column<object>> = {}): Column<object> => ({ key, title: key, cell: () => key, ...own });
const columns = [column('Number', { sort: 'DESC' }), column('Vendor'), column('Date', { sort: 'DESC', hideBelow: 'md' })];

test('every column that can be sorted by is offered, in both directions', () => {
  const words = rendered(<SortChoice columns={columns} shown={columns} sort={{ orderBy: 'Date', orderDir: 'DESC' }} />);
  expect(words.split('\n').filter(Boolean)).toEqual([
    'Sorted by ',
    ...['Number, ascending', 'Number, descending', 'Date, ascending', 'Date, descending'],
  ]);
});
