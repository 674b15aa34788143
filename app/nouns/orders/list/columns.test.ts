import { expect, test } from 'vitest';
import { orderColumns, usualColumns } from '../finding/columns.ts';
import { usualFilter } from './address.ts';
import { ordersList } from './widgets/orders-list.tsx';

test('the columns that may be asked for are those that the list draws', () => {
  const { columns } = ordersList({ sources: [], tagNames: {}, accountId: 1, filter: usualFilter }, () => undefined);
  expect(columns.map(({ key }) => key).sort()).toEqual([...orderColumns].sort());
  expect(columns.filter(({ extra }) => !extra).map(({ key }) => key)).toEqual([...usualColumns]);
});
