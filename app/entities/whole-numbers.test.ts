import { expect, test } from 'vitest';
import { allNouns } from './all.ts';

const columns = Object.values(allNouns).flatMap(({ name, import: files }) =>
  (files?.columns ?? []).map((column) => [`${name}.${column.name}`, column.read] as const),
);
const whole = columns.filter(([, read]) => read('7') === '7' && read('7.0') === '7');

test('these columns take whole numbers, also as a spreadsheet writes them', () => {
  expect(whole.map(([name]) => name).toSorted()).toEqual([
    'links.units_per_sale',
    ...['products.expiry_days', 'products.reorder_point'],
    ...['purchase_orders.line', 'purchase_orders.quantity'],
    ...['raw_materials.expiry_days', 'raw_materials.reorder_point'],
  ]);
});

test.each(whole)('a zero behind the point saves no number from the rule of %s', (_, read) => {
  for (const number of ['0', '366', '10001', '20000000', '99999999999']) expect(read(`${number}.0`)).toEqual(read(number));
  expect(read('99999999999.0')).toMatchObject({ problem: expect.anything() });
});
