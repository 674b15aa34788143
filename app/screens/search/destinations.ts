import { href } from 'react-router';
import type { FoundItem } from '../../nouns/catalogue/contract.ts';
import { itemAddress, type Kind } from '../../nouns/catalogue/kinds.ts';
import type { FoundPurchaseOrder } from '../../nouns/purchase-flow/contract/purchase-orders.ts';
import type { View } from '../../shared/views/contract.ts';
import { viewAddress } from '../../shared/views/view.ts';
import type { FoundOrder } from './contract.ts';
import { entities, entityTypes, searchAddress } from './entity.ts';

/** A destination of the palette: a page, an order, a product, a search. */
export type Destination = { key: string; label: string; aside?: string; to: string };

/** A page, with other words that find it. */
type Page = { path: string; label: string; keywords?: readonly string[] };
type Order = Pick<FoundOrder, 'id' | 'order_number' | 'source_order_number' | 'customer_name'>;
type Purchase = Pick<FoundPurchaseOrder, 'id' | 'po_number' | 'source_number' | 'vendor_name'>;
type Product = Pick<FoundItem, 'id' | 'sku' | 'name'>;
type Connection = { slug: string; label: string };
type SavedView = Pick<View, 'id' | 'name' | 'query' | 'columns'>;

/** All destinations, before the words filter them. `isFound`: orders, purchase orders and items are those of these words. */
export type Offered = {
  isFound: boolean;
  pages: readonly Page[];
  orders: readonly Order[];
  purchases: readonly Purchase[];
  products: readonly Product[];
  materials: readonly Product[];
  connections: readonly Connection[];
  views: readonly SavedView[];
};

/**
 * The destinations that match the words, in display order: orders with this number, pages, other orders, purchase orders, items, searches.
 */
export function destinations(
  words: string,
  { isFound, pages, orders, purchases, products, materials, connections, views }: Offered,
): Destination[] {
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
  // Digits alone may be the channel's number: only what was found says whose order it is.
  const own = isFound ? undefined : /^so-?(\d{1,15})$/i.exec(words)?.[1];
  const shownOrders = orders.slice(0, 8);
  const isEqual = ({ order_number, source_order_number }: Order) =>
    [order_number, order_number.replace('-', ''), source_order_number].some((number) => number.toLowerCase() === words.toLowerCase());
  const fits = ({ label, keywords = [] }: (typeof places)[number]) => {
    const known = [label, ...keywords].join(' ').toLowerCase();
    return words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => known.includes(word));
  };
  return [
    ...(own ? [{ key: 'number', label: `Go to order SO-${own}`, to: searchAddress('orders', `SO-${own}`) }] : []),
    ...shownOrders.filter(isEqual).map(orderAsDestination),
    ...places.filter(fits),
    ...shownOrders.filter((order) => !isEqual(order)).map(orderAsDestination),
    ...purchases.slice(0, 4).map(purchaseAsDestination),
    ...products.slice(0, 4).map((item) => itemAsDestination('products', item)),
    ...materials.slice(0, 4).map((item) => itemAsDestination('raw_materials', item)),
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

const purchaseAsDestination = ({ id, po_number, source_number, vendor_name }: Purchase): Destination => ({
  key: `purchase-order-${id}`,
  label: `${po_number} ${source_number}`,
  aside: vendor_name,
  to: href('/purchase-orders/:id', { id: String(id) }),
});

const itemAsDestination = (kind: Kind, { id, sku, name }: Product): Destination => ({
  key: `${kind}-${id}`,
  label: sku,
  aside: name,
  to: itemAddress(kind, id),
});
