import { expect, test } from 'vitest';
import { inOwnWords, readOrderFilter } from './address.ts';

const read = (query: string) => readOrderFilter(new URLSearchParams(query));

test('an empty address asks for the newest orders', () => {
  expect(read('')).toMatchObject({ orderBy: 'order_date', orderDir: 'DESC', page: 1, perPage: 50, search: undefined, status: undefined });
});

test('what an address cannot mean is left out', () => {
  expect(read('status=lost&view=sideways&issue=bad_weather&orderBy=colour&page=-3&per_page=7')).toMatchObject({
    status: undefined,
    view: undefined,
    issue: undefined,
    orderBy: 'order_date',
    page: 1,
    perPage: 50,
  });
});

test.each([
  ['search=&orderDir=DESC&orderBy=order_date&filterBy=packing', '/orders?orderDir=DESC&orderBy=order_date&status=packing'],
  ['search=&orderDir=DESC&orderBy=order_date&filterBy=status', '/orders?orderDir=DESC&orderBy=order_date'],
  ['filterBy=error&status=packing', '/orders?status=packing'],
  ['status=packing', null],
])('the dashboard’s link %s means %s', (query, address) => {
  expect(inOwnWords(new URLSearchParams(query))).toBe(address);
});
