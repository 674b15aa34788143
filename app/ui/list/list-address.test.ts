import { expect, test } from 'vitest';
import { changeAddress, readListAddress } from './list-address.ts';

const rules = { sorts: ['order_date', 'total'], filters: ['status', 'source'] } as const;
const read = (query: string) => readListAddress(new URLSearchParams(query), rules);

test('an address without words is the first page, newest first', () => {
  expect(read('')).toEqual({ search: '', filters: {}, orderBy: 'order_date', orderDir: 'DESC', page: 1, perPage: 50 });
});

test('an address says what to show', () => {
  expect(read('search=+mug+&status=error&orderBy=total&orderDir=asc&page=3&perPage=100')).toEqual({
    search: 'mug',
    filters: { status: 'error' },
    orderBy: 'total',
    orderDir: 'ASC',
    page: 3,
    perPage: 100,
  });
});

test.each(['page=0', 'page=-4', 'page=1.5', 'page=x', 'perPage=7', 'orderBy=drop+table', 'orderDir=sideways', 'other=1'])(
  '%s is ignored',
  (query) => {
    expect(read(query)).toEqual(read(''));
  },
);

test('a page beyond any list stays a number that a database takes', () => {
  expect(read('page=99999999999999').page).toBe(100_000);
});

test('a change goes back to the first page, and leaves out what is empty', () => {
  const params = new URLSearchParams('status=error&page=7&search=mug');
  expect(changeAddress(params, { status: 'pending' })).toBe('?status=pending&search=mug');
  expect(changeAddress(params, { status: '', search: null })).toBe('?view=all');
  expect(changeAddress(params, { page: 8 })).toBe('?status=error&page=8&search=mug');
  expect(changeAddress(params, { page: 1 })).toBe('?status=error&search=mug');
});
