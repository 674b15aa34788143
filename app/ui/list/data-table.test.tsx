import { expect, test } from 'vitest';
import { htmlOf } from '../../../test/rendered.tsx';
import { shownColumns } from './columns/columns.ts';
import { DataTable } from './data-table.tsx';
import type { Column } from './declaration.ts';

const column = (key: string, own: Partial<Column<object>> = {}): Column<object> => ({ key, title: key, cell: () => key, ...own });
const columns = [
  column('Number', { card: 'title' }),
  column('Total', { card: 'figure', hideBelow: 'sm' }),
  column('Source', { hideBelow: 'md' }),
  column('City', { extra: true }),
];

/** How many cells the note of a row has beside its words, on the widest list. */
const besideNote = (chosen?: string[]) => {
  const list = { rowKey: () => 1, rowName: () => 'SO-1', rowNote: () => 'Its SKU is not linked.', columns: shownColumns(columns, chosen) };
  const [, note = ''] = htmlOf(<DataTable list={list} rows={[{}]} label="Orders" chosen={chosen !== undefined} />).split('colSpan');
  return note.match(/<td/g)?.length ?? 0;
};

test('the note of a row has a cell for each column that a narrow list hides, and for none that was not chosen', () => {
  expect(besideNote()).toBe(2);
  expect(besideNote(['Number', 'City'])).toBe(0);
});
