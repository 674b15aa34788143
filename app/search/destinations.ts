import { itemAddress } from '../catalogue/kinds.ts';
import type { View } from '../views/contract.ts';
import { viewAddress } from '../views/view.ts';
import { entities, entityTypes, searchAddress } from './entity.ts';

/** Where the palette leads: a page, an order, a product, a search. */
export type Destination = { key: string; label: string; aside?: string; to: string };

type Order = { id: number; order_number: string; source_order_number: string; customer_name: string };
type Product = { id: number; sku: string; name: string };
type Connection = { slug: string; label: string };
type SavedView = Pick<View, 'id' | 'name' | 'query' | 'columns'>;

const pages: readonly Destination[] = [
  { key: 'home', label: 'Home', to: '/' },
  { key: 'orders', label: 'Orders', to: '/orders' },
  { key: 'attention', label: 'Orders that need attention', to: '/orders?view=attention' },
  { key: 'held', label: 'Orders on hold', to: '/orders?view=held' },
  { key: 'products', label: 'Products', to: '/products' },
  { key: 'raw-materials', label: 'Raw materials', to: '/raw-materials' },
  { key: 'import-export', label: 'Import/export', to: '/import-export' },
  { key: 'connections', label: 'Connections', to: '/settings/connectors' },
  { key: 'activity', label: 'Activity', to: '/activity' },
];

/** What fits the words, in the order in which it is offered: an order's own number, pages, found orders and products, searches. */
export function destinations(
  words: string,
  {
    orders,
    products,
    connections,
    views,
  }: { orders: readonly Order[]; products: readonly Product[]; connections: readonly Connection[]; views: readonly SavedView[] },
): Destination[] {
  const places = [
    ...pages,
    ...views.map((view) => ({
      key: `view-${view.id}`,
      label: `Go to view ${view.name}`,
      aside: 'Orders',
      to: `/orders${viewAddress(view)}`,
    })),
    ...connections.map(({ slug, label }) => ({ key: `at-${slug}`, label, aside: 'Connection', to: `/settings/connectors/${slug}` })),
  ];
  if (words === '') return places;
  const number = /^(?:so-?)?(\d{1,15})$/i.exec(words)?.[1];
  const fits = ({ label }: Destination) =>
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => label.toLowerCase().includes(word));
  return [
    ...(number ? [{ key: 'number', label: `Go to order SO-${number}`, to: searchAddress('orders', `SO-${number}`) }] : []),
    ...places.filter(fits),
    ...orders.slice(0, 8).map(orderAsDestination),
    ...products.slice(0, 4).map(productAsDestination),
    ...entityTypes.map((type) => ({
      key: `search-${type}`,
      label: `Search ${entities[type].many} for “${words}”`,
      to: searchAddress(type, words),
    })),
  ];
}

const orderAsDestination = ({ id, order_number, source_order_number, customer_name }: Order): Destination => ({
  key: `order-${id}`,
  label: `${order_number} ${source_order_number}`,
  aside: customer_name,
  to: `/orders/${id}`,
});

const productAsDestination = ({ id, sku, name }: Product): Destination => ({
  key: `product-${id}`,
  label: sku,
  aside: name,
  to: itemAddress('products', id),
});
