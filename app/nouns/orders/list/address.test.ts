import { expect, test } from 'vitest';
import { anybody } from '../../../../platform/list/query.ts';
import { readOrderFilter, usualFilter, withOwnParameterNames } from './address.ts';

const read = (query: string) => readOrderFilter(new URLSearchParams(query), anybody);

test('an empty address asks for the newest orders', () => {
  expect(read('')).toEqual({ search: '', orderBy: 'order_date', orderDir: 'DESC', page: 1, perPage: 50 });
});

test.each([
  ['search=+mug+', { search: 'mug' }],
  ['status=partially_shipped', { status: 'partially_shipped' }],
  ['source=ship_station-2', { source: 'ship_station-2' }],
  ['start_at=2026-02-28&end_at=2026-03-01', { start_at: '2026-02-28', end_at: '2026-03-01' }],
  ['issue=any', { issue: 'any' }],
  ['issue=unmapped_sku&view=attention', { issue: 'unmapped_sku', view: 'attention', orderDir: 'ASC' }],
  ['view=attention&orderBy=order_date&orderDir=DESC', { view: 'attention', orderDir: 'DESC' }],
  ['view=attention&orderBy=total_cost', { view: 'attention', orderBy: 'total_cost' }],
  ['hold=yes&lock=no&archived=yes', { hold: 'yes', lock: 'no', archived: 'yes' }],
  ['country=GB&shipping=not_mapped', { country: 'GB', shipping: 'not_mapped' }],
  ['orderBy=total_cost&orderDir=ASC&page=3&perPage=25', { orderBy: 'total_cost', orderDir: 'ASC', page: 3, perPage: 25 }],
])('%s says what to show', (query, expected) => {
  expect(read(query)).toEqual({ ...read(''), ...expected });
});

test.each([
  ...['status=lost', 'view=sideways', 'issue=bad_weather', 'orderBy=colour', 'orderDir=up', 'page=-3', 'perPage=7', 'hold=maybe'],
  ...['start_at=2026-02-30', 'start_at=soon', 'end_at=0001-01-01', 'end_at=2026-3-1', 'country=', 'shipping=+', 'archived=1', 'other=1'],
])('%s is invalid, and is ignored', (query) => {
  expect(read(query)).toEqual(read(''));
});

test('a range that ends before it starts is ignored', () => {
  expect(read('start_at=2026-03-02&end_at=2026-03-01&status=error')).toEqual({ ...read(''), status: 'error' });
});

test('a text that no name can have is ignored, and a long search is cut to its limit', () => {
  expect(read('country=G%00B')).toEqual(usualFilter);
  expect(read(`shipping=${'x'.repeat(500)}`)).toEqual(usualFilter);
  expect(read(`search=${'x'.repeat(500)}`).search).toHaveLength(200);
});

test.each([
  ['search=&orderDir=DESC&orderBy=order_date&filterBy=packing', '/orders?orderDir=DESC&orderBy=order_date&status=packing'],
  ['search=&orderDir=DESC&orderBy=order_date&filterBy=status', '/orders?orderDir=DESC&orderBy=order_date'],
  ['filterBy=lost', '/orders?status=lost'],
  ['filterBy=error&status=packing', '/orders?status=packing'],
  ['status=packing', null],
])('the dashboard’s link %s means %s', (query, address) => {
  expect(withOwnParameterNames(new URLSearchParams(query))).toBe(address);
});
