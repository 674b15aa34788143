import { expect, test } from 'vitest';
import { destinations } from './destinations.ts';

const order = { id: 7, order_number: 'SO-7', source_order_number: 'W-1', customer_name: 'Ada Byron' };
const connection = { slug: 'ship_station', label: 'ShipStation' };
const view = { id: 3, name: 'Late parcels', query: { status: 'packing' }, columns: ['order_number', 'tracking'] };
const given = { orders: [order], connections: [connection], views: [view] };
const labels = (words: string, orders = [order]) => destinations(words, { ...given, orders }).map(({ label }) => label);

test('without words every page is offered, and every connection', () => {
  expect(labels('')).toEqual([
    'Home',
    'Orders',
    'Orders that need attention',
    'Orders on hold',
    'Import/export',
    'Connections',
    'Activity',
    'Go to view Late parcels',
    'ShipStation',
  ]);
});

test.each([['so-12'], ['SO12'], ['12']])('%s is an order’s number first', (words) => {
  expect(destinations(words, { orders: [], connections: [], views: [] })[0]).toMatchObject({
    label: 'Go to order SO-12',
    to: '/search/orders?q=SO-12',
  });
});

test('pages, then orders, then searches', () => {
  expect(labels('ship')).toEqual(['ShipStation', 'SO-7 W-1', 'Search orders for “ship”', 'Search products for “ship”']);
  expect(labels('needs', [])).toEqual(['Search orders for “needs”', 'Search products for “needs”']);
  expect(labels('need orders', [])[0]).toBe('Orders that need attention');
});

test('a saved view is gone to by its name', () => {
  expect(destinations('late', { ...given, orders: [] })[0]).toEqual({
    key: 'view-3',
    label: 'Go to view Late parcels',
    aside: 'Orders',
    to: '/orders?status=packing&columns=order_number.tracking&saved=3',
  });
});
