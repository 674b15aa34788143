import { href } from 'react-router';
import type { FoundItem } from '../catalogue/contract.ts';
import { itemAddress } from '../catalogue/kinds.ts';
import type { View } from '../views/contract.ts';
import { viewAddress } from '../views/view.ts';
import type { FoundOrder } from './contract.ts';
import { entities, entityTypes, searchAddress } from './entity.ts';

/** A destination of the palette: a page, an order, a product, a search. */
export type Destination = { key: string; label: string; aside?: string; to: string };

/** A page, with other words that find it. */
type Page = { path: string; label: string; keywords?: readonly string[] };
type Order = Pick<FoundOrder, 'id' | 'order_number' | 'source_order_number' | 'customer_name'>;
type Product = Pick<FoundItem, 'id' | 'sku' | 'name'>;
type Connection = { slug: string; label: string };
type SavedView = Pick<View, 'id' | 'name' | 'query' | 'columns'>;

/** All destinations, before the words filter them. */
export type Offered = {
  pages: readonly Page[];
  orders: readonly Order[];
  products: readonly Product[];
  connections: readonly Connection[];
  views: readonly SavedView[];
};

/** The destinations that match the words, in display order: an order by its number, pages, found orders and products, searches. */
export function destinations(words: string, { pages, orders, products, connections, views }: Offered): Destination[] {
  const places: (Destination & Pick<Page, 'keywords'>)[] = [
    ...pages.map(({ path, label, keywords }) => ({ key: path, label, keywords, to: path })),
    ...views.map((view) => ({
      key: `view-${view.id}`,
      label: `Go to view ${view.name}`,
      aside: 'Orders',
      to: href('/orders') + viewAddress(view),
    })),
    ...connections.map(({ slug, label }) => ({
      key: `at-${slug}`,
      label,
      aside: 'Connection',
      to: href('/settings/connectors/:name', { name: slug }),
    })),
  ];
  if (words === '') return places;
  const number = /^(?:so-?)?(\d{1,15})$/i.exec(words)?.[1];
  const fits = ({ label, keywords = [] }: (typeof places)[number]) => {
    const known = [label, ...keywords].join(' ').toLowerCase();
    return words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => known.includes(word));
  };
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
  to: href('/orders/:id', { id: String(id) }),
});

const productAsDestination = ({ id, sku, name }: Product): Destination => ({
  key: `product-${id}`,
  label: sku,
  aside: name,
  to: itemAddress('products', id),
});
