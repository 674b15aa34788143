import { expect, test } from 'vitest';
import { steadyRows } from '../../../ui/live/steady-rows.ts';
import type { ToLink } from '../contract.ts';
import { equalOf, keyOf } from './steady-rows.ts';

const best = { id: 1, sku: 'A', name: 'A tin', upc: null, image_url: null, quantity_available: 1, warehouse_location: null, gone_at: null };
const row = (sku: string, own: Partial<ToLink> = {}): ToLink => ({
  ...{ connection_id: 1, connection_name: 'Shop', slug: 'shop', sku, name: 'A tin', upc: null, units_per_sale: 1, image_url: null },
  ...{ orders: 1, order_id: 1, opened_at: '2026-11-01T00:00:00.000Z', doubt: null, best: null },
  ...own,
});

test('rows keep their places with what is known of them now; those that are linked are marked, and new ones are counted', () => {
  const { rows, more } = steadyRows([row('A'), row('B'), row('C')], [row('D'), row('C', { orders: 5 }), row('A')], keyOf);
  expect(rows.map(({ sku, orders, isGone }) => [sku, orders, isGone ?? false])).toEqual([
    ['A', 1, false],
    ['B', 1, true],
    ['C', 5, false],
  ]);
  expect(more).toBe(1);
});

test('only what is equal, of the same number of units, is linked without a look at both', () => {
  const equal = row('A', { best: { ...best, same: 'SKU' } });
  expect(equalOf(equal)?.sku).toBe('A');
  expect(equalOf({ ...equal, name: 'Tins, set of 6' })).toBeNull();
  expect(equalOf({ ...equal, units_per_sale: 6 })).toBeNull();
  expect(equalOf({ ...equal, best: { ...best, same: null } })).toBeNull();
  expect(equalOf({ ...equal, best: { ...best, same: 'SKU', gone_at: '2026-11-20T09:30:00Z' } })).toBeNull();
  expect(equalOf(row('A'))).toBeNull();
});
