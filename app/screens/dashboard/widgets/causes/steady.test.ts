import { expect, test } from 'vitest';
import type { Cause } from '../../../../shared/issues/causes.ts';
import { type ListedGroup, steady } from './steady.ts';

const cause = (subject: string, orders = 1): Cause => ({
  ...{ connection_id: 1, connection_name: 'Shop', slug: 'shop', is_channel: true, subject, sentence: subject, name: null, image_url: null },
  ...{ orders, opened_at: '2026-11-01T00:00:00.000Z', order_id: 1, purchase_order_id: null, purchase_order_number: null, seen: null },
});
const group = (type: ListedGroup['type'], causes: Cause[], more = 0): ListedGroup => ({
  ...{ type, causes, issues: causes.length, orders: causes.length, purchase_orders: 0, more_causes: more, suggested: 0 },
  ...{ oldest_at: '2026-11-01T00:00:00.000Z', headline: '', rest: null },
});
const shown = (groups: ReturnType<typeof steady>['groups']) =>
  groups.map(({ type, causes }) => [type, ...causes.map(({ subject, orders, isGone }) => `${subject} ${isGone ? 'gone' : orders}`)]);

test('rows keep their places, say what is new of them, and mark what is mended', () => {
  const kept = [group('unmapped_sku', [cause('A'), cause('B')]), group('out_of_stock', [cause('C')])];
  const fresh = [group('address_incomplete', [cause('D', 9)]), group('unmapped_sku', [cause('E', 5), cause('B', 3)])];
  const { groups, more, lost } = steady(kept, fresh);
  expect(shown(groups)).toEqual([
    ['unmapped_sku', 'A gone', 'B 3'],
    ['out_of_stock', 'C gone'],
  ]);
  expect([more, lost]).toEqual([2, 2]);
  expect(groups[1]).toMatchObject({ orders: 0, purchase_orders: 0, isGone: true });
});

test('of a type with more causes than are shown, one that was overtaken is not said to be mended', () => {
  const kept = [group('unmapped_sku', [cause('A'), cause('B')], 3)];
  const { groups, more } = steady(kept, [group('unmapped_sku', [cause('E', 5), cause('B')], 3)]);
  expect(shown(groups)).toEqual([['unmapped_sku', 'A 1', 'B 1']]);
  expect(more).toBe(1);
});

test('nothing is new and nothing is mended where nothing changed', () => {
  const kept = [group('unmapped_sku', [cause('A')])];
  expect(steady(kept, kept)).toEqual({ groups: kept, more: 0, lost: 0 });
});
