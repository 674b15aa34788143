import { expect, test } from 'vitest';
import { anybody } from '../../../platform/list/query.ts';
import { allNouns } from '../../entities/all.ts';
import { orderColumns, usualColumns } from '../../nouns/orders/finding/columns.ts';
import { readOrderFilter } from '../../nouns/orders/list/address.ts';
import { readColumns } from '../../ui/list/columns/columns.ts';
import { viewOf } from './lists.ts';
import { differs, openingAddress, viewAddress, viewNamed, viewQueryOf } from './view.ts';

const usual = readOrderFilter(new URLSearchParams(), anybody);
const queryOf = (address: string) => viewQueryOf(readOrderFilter(new URLSearchParams(address), anybody), usual);
const view = { id: 7, query: {}, columns: ['order_number', 'city'] };

test.each([
  ['', {}],
  ['page=3', {}],
  ['perPage=50&orderBy=order_date&orderDir=DESC', {}],
  ['status=error&search=mug%20%26%20co&page=2', { status: 'error', search: 'mug & co' }],
  ['view=attention&issue=unmapped_sku', { view: 'attention', issue: 'unmapped_sku', orderDir: 'ASC' }],
  [
    'source=ship_station&perPage=25&orderBy=total_cost&orderDir=ASC',
    { source: 'ship_station', perPage: 25, orderBy: 'total_cost', orderDir: 'ASC' },
  ],
  ['view=held&status=lost&perPage=7', { view: 'held' }],
])('what %s asks for is kept, and shown again by the view’s address', (address, query) => {
  expect(queryOf(address)).toEqual(query);
  expect(viewOf(allNouns, 'orders').parse({ query, columns: view.columns })).toEqual({ query, columns: view.columns });
  const again = viewAddress({ ...view, query });
  expect(queryOf(again)).toEqual(query);
  expect(readColumns(new URLSearchParams(again), orderColumns)).toEqual(view.columns);
  expect(differs({ ...view, query }, { query: queryOf(again), columns: view.columns })).toBe(false);
});

test.each([
  ['status=error', ['order_number', 'city']],
  ['', ['order_number']],
  ['', ['city', 'order_number']],
])('with %s and the columns %j another thing is shown than the view keeps', (address, columns) => {
  expect(differs(view, { query: queryOf(address), columns })).toBe(true);
});

test.each([
  ['columns=order_number.city', ['order_number', 'city']],
  ['columns=city.weather.city', ['order_number', 'city']],
  ['columns=city.order_number', ['order_number', 'city']],
  ['columns=', null],
  ['', null],
])('the columns of %s', (address, columns) => {
  expect(readColumns(new URLSearchParams(address), orderColumns)).toEqual(columns);
});

test('every field of the list’s own address can be kept', () => {
  const { page: _, ...fields } = usual;
  const known = viewOf(allNouns, 'orders').parse({
    query: Object.fromEntries(Object.keys(fields).map((key) => [key, undefined])),
    columns: [...usualColumns],
  });
  expect(known.query).toEqual({});
});

const person = { entity: 'orders', name: 'x', shared: false, owner: null, mine: true, changeable: true } as const;
const known = [{ ...view, ...person, opens: true }];

test('an address that says nothing opens the view that the person chose', () => {
  expect(openingAddress(new URLSearchParams(), known)).toBe('?columns=order_number.city&saved=7');
  expect(openingAddress(new URLSearchParams('view=all'), known)).toBeNull();
  expect(openingAddress(new URLSearchParams(), [])).toBeNull();
});

test('an address names a view only to those who have it', () => {
  expect(viewNamed(new URLSearchParams('saved=7'), known)?.id).toBe(7);
  expect(viewNamed(new URLSearchParams('saved=8'), known)).toBeUndefined();
  expect(viewNamed(new URLSearchParams(''), known)).toBeUndefined();
});
