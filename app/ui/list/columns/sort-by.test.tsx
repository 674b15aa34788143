import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { Column } from '../declaration.ts';
import { shownColumns } from './columns.ts';
import { SortBy } from './sort-by.tsx';

const cell = () => '';
const columns: Column<object>[] = [
  { key: 'number', title: 'Order', sort: 'DESC', cell },
  { key: 'vendor', title: 'Vendor', cell },
  { key: 'expected', title: 'Expected', sort: 'ASC', cell },
  { key: 'ordered', title: 'Date', sort: 'DESC', extra: true, cell },
];

function html(orderBy: string, chosen?: string[]): string {
  const shown = shownColumns(columns, chosen);
  const Page = createRoutesStub([
    { path: '*', Component: () => <SortBy columns={columns} shown={shown} sort={{ orderBy, orderDir: 'DESC' }} /> },
  ]);
  return renderToStaticMarkup(<Page />);
}

test('a list that is sorted by a column which is not shown says so, and offers every sort', () => {
  const said = html('ordered');
  expect(said).toContain('Sorted by');
  expect(said).not.toContain('data-headed');
  expect(/<option [^>]*selected[^>]*>([^<]*)/.exec(said)?.[1]).toBe('Date, descending');
  expect([...said.matchAll(/<option[^>]*>([^<]*)/g)].map(([, words]) => words)).toEqual([
    ...['Order, descending', 'Order, ascending', 'Expected, ascending', 'Expected, descending', 'Date, descending', 'Date, ascending'],
  ]);
});

test.each([
  ['expected', undefined],
  ['ordered', ['number', 'ordered']],
])('where the heading of %s says it, only cards do', (orderBy, chosen) => {
  expect(html(orderBy, chosen)).toContain('data-headed');
});

test('a list that is sorted by no column says nothing', () => {
  expect(html('relevance')).toBe('');
});
