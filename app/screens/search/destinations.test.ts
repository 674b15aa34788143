import { expect, test } from 'vitest';
import { placesFor } from '../shell/navigation/places.ts';
import type { FoundInAll } from './contract.ts';
import { destinations } from './destinations.ts';

const order = { id: 7, order_number: 'SO-7', source_order_number: 'W-1', customer_name: 'Ada Byron' };
const connection = { slug: 'ship_station', label: 'ShipStation' };
const view = {
  id: 3,
  entity: 'orders' as const,
  name: 'Late parcels',
  query: { status: 'packing' },
  columns: ['order_number', 'tracking'],
};
const product = { id: 5, sku: 'MUG-RED', name: 'A red mug', quantity_on_hand: 3, quantity_on_hold: 0 };
const pages = placesFor('user');
const input = { pages, connections: [connection], views: [view] };
const labels = (words: string, orders = [order]) => destinations(words, { ...input, found: finding({ orders }) }).map(({ label }) => label);

function finding(first: Partial<Record<keyof FoundInAll, object[]>>): FoundInAll {
  const nothing = { count: 0, more: false, first: [] };
  const given = Object.entries(first).map(([name, hits]) => [name, { count: hits.length, more: false, first: hits }]);
  return { orders: nothing, purchase_orders: nothing, products: nothing, raw_materials: nothing, ...Object.fromEntries(given) };
}

const searches = (words: string) =>
  ['orders', 'purchase orders', 'products', 'raw materials'].map((what) => `Search ${what} for “${words}”`);

test('without words every page is offered, and every connection', () => {
  expect(labels('')).toEqual([
    'Home',
    'Orders',
    'Orders that need attention',
    'Orders on hold',
    'Tickets',
    'Ask support',
    'Purchase orders',
    'Purchase orders that are late',
    'Products',
    'SKUs to link',
    'Raw materials',
    'Import/export',
    'Connections',
    'Activity',
    'Account',
    'Saved views',
    'Tags',
    'Profile',
    'Change password',
    'Team',
    'Notifications',
    'Go to view Late parcels',
    'ShipStation',
  ]);
});

test('our own number in full is gone to before anything is found; digits alone may be the channel’s number', () => {
  const first = (words: string, found?: FoundInAll) => destinations(words, { ...input, found })[0]?.label;
  expect([first('so-12'), first('SO12')]).toEqual(['Go to order SO-12', 'Go to order SO-12']);
  expect(first('po-12')).toBe('Go to purchase order PO-12');
  expect([first('12'), first('so-12', finding({}))]).toEqual(['Search orders for “12”', 'Search orders for “so-12”']);
});

test('an order with exactly this number comes before pages', () => {
  const named = { ...order, id: 8, order_number: 'SO-8', source_order_number: 'Orders' };
  expect(labels('orders', [order, named]).slice(0, 2)).toEqual(['SO-8 Orders', 'Orders']);
  expect(labels('so7')[0]).toBe('SO-7 W-1');
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
  expect(destinations('late parcels', { ...input, found: finding({}) })[0]).toEqual({
    key: 'view-3',
    label: 'Go to view Late parcels',
    aside: 'Orders',
    to: '/orders?status=packing&columns=order_number.tracking&saved=3',
  });
});

test('a purchase order that was found is gone to by its numbers, with its vendor beside them', () => {
  const purchases = [{ id: 9, po_number: 'PO-9', source_number: 'HK-1', vendor_name: 'Hong Kong Giftware' }];
  expect(destinations('hong', { ...input, found: finding({ purchase_orders: purchases }) })[0]).toEqual({
    ...{ key: 'purchase_orders-9', label: 'PO-9 HK-1', aside: 'Hong Kong Giftware', to: '/purchase-orders/9' },
  });
});

test('a product or raw material that was found is gone to by its SKU', () => {
  const offered = destinations('mug', {
    ...input,
    found: finding({ products: [product], raw_materials: [{ ...product, id: 6, sku: 'MUG-BOX', name: 'A box' }] }),
  });
  expect(offered.find(({ to }) => to === '/raw-materials/6')).toMatchObject({ label: 'MUG-BOX', aside: 'A box' });
  expect(offered.find(({ to }) => to === '/products/5')).toMatchObject({ label: 'MUG-RED', aside: 'A red mug' });
});
