import { expect, test } from 'vitest';
import { usualFilter } from '../address.ts';
import { usualColumns } from '../columns.ts';
import { purchaseOrdersList } from './purchase-orders-list.tsx';

test('the column that the list is usually sorted by is shown, so that its heading says so and turns it round', () => {
  const context = { sources: [], vendors: [], warehouses: [] };
  const { columns } = purchaseOrdersList({ context, filter: usualFilter, tagNames: {} }, () => undefined);
  const shown = columns.filter(({ extra }) => !extra);
  expect(shown.map(({ key }) => key)).toEqual([...usualColumns]);
  expect(shown.find(({ key }) => key === usualFilter.orderBy)?.sort).toBe(usualFilter.orderDir);
});
