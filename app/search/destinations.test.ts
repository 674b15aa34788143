import { expect, test } from 'vitest';
import { placesFor } from '../shell/places.ts';
import { destinations } from './destinations.ts';

const order = { id: 7, order_number: 'SO-7', source_order_number: 'W-1', customer_name: 'Ada Byron' };
const connection = { slug: 'ship_station', label: 'ShipStation' };
const view = { id: 3, name: 'Late parcels', query: { status: 'packing' }, columns: ['order_number', 'tracking'] };
const product = { id: 5, sku: 'MUG-RED', name: 'A red mug' };
const pages = placesFor('user');
const input = { pages, orders: [order], products: [], connections: [connection], views: [view] };
const labels = (words: string, orders = [order]) => destinations(words, { ...input, orders }).map(({ label }) => label);

const searches = (words: string) => ['orders', 'products', 'raw materials'].map((what) => `Search ${what} for “${words}”`);

test('without words every page is offered, and every connection', () => {
  expect(labels('')).toEqual([
    'Home',
    'Orders',
    'Orders that need attention',
    'Orders on hold',
    'Products',
    'Raw materials',
    'Import/export',
    'Connections',
    'Activity',
    'Saved views',
    'Profile',
    'Change password',
    'Go to view Late parcels',
    'ShipStation',
  ]);
});

test.each([['so-12'], ['SO12'], ['12']])('%s is an order’s number first', (words) => {
  expect(destinations(words, { pages, orders: [], products: [], connections: [], views: [] })[0]).toMatchObject({
    label: 'Go to order SO-12',
    to: '/search/orders?q=SO-12',
  });
});

test('pages, then orders, then searches', () => {
  expect(labels('ship')).toEqual(['ShipStation', 'SO-7 W-1', ...searches('ship')]);
  expect(labels('needs', [])).toEqual(searches('needs'));
  expect(labels('need orders', [])[0]).toBe('Orders that need attention');
});

test('a page is found by its other words too', () => {
  expect(labels('csv', [])[0]).toBe('Import/export');
});

test('a saved view is gone to by its name', () => {
  expect(destinations('late', { ...input, orders: [] })[0]).toEqual({
    key: 'view-3',
    label: 'Go to view Late parcels',
    aside: 'Orders',
    to: '/orders?status=packing&columns=order_number.tracking&saved=3',
  });
});

test('a product that was found is gone to by its SKU', () => {
  const offered = destinations('mug', { ...input, products: [product] });
  expect(offered.find(({ to }) => to === '/products/5')).toMatchObject({ label: 'MUG-RED', aside: 'A red mug' });
});
