import { href } from 'react-router';
import { itemAddress, type Kind, kinds } from '../../../nouns/catalogue/kinds.ts';
import { PurchaseStatusBadge } from '../../../nouns/purchase-orders/status-badge.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import type { List } from '../../../ui/list/declaration.ts';
import { OnCard } from '../../../ui/list/on-card.tsx';
import { ItemPicture } from '../../../ui/picture/item-picture.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { Due } from '../../../ui/time/relative-time.tsx';
import type { LoadedSearch } from './loaded-search.ts';
import classes from './results.module.css';
import { ShortDate } from './short-date.tsx';

type Order = LoadedSearch['orders'][number];
type Purchase = LoadedSearch['purchases'][number];
type Item = LoadedSearch['items'][number];

export function OrderResults({ orders }: { orders: readonly Order[] }) {
  return <DataTable list={orderList} rows={orders} label="Orders found" />;
}

export function PurchaseResults({ orders }: { orders: readonly Purchase[] }) {
  return <DataTable list={purchaseList} rows={orders} label="Purchase orders found" />;
}

export function ItemResults({ kind, items }: { kind: Kind; items: readonly Item[] }) {
  return <DataTable list={itemLists[kind]} rows={items} label={`${kinds[kind].title} found`} />;
}

const orderList: List<Order> = {
  noun: { one: 'order', many: 'orders' },
  rowKey: ({ id }) => id,
  rowHref: ({ id }) => href('/orders/:id', { id: String(id) }),
  rowName: ({ order_number }) => order_number,
  columns: [
    {
      key: 'order_number',
      title: 'Order number',
      width: 200,
      card: 'title',
      cell: ({ order_number, source_order_number }) => (
        <span className="mono">
          {order_number} <span className={classes.source}>{source_order_number}</span>
        </span>
      ),
    },
    { key: 'order_status', title: 'Status', width: 168, card: 'badge', cell: ({ order_status }) => <StatusBadge status={order_status} /> },
    { key: 'order_source', title: 'Source', width: 140, hideBelow: 'md', cell: ({ source_name }) => source_name },
    { key: 'customer_name', title: 'Customer', card: 'text', cell: ({ customer_name }) => customer_name || '–' },
    { key: 'customer_email', title: 'E-mail', hideBelow: 'md', cell: ({ customer_email }) => customer_email ?? '–' },
    { key: 'order_date', title: 'Date', width: 128, align: 'right', card: 'meta', cell: ({ order_date }) => <ShortDate at={order_date} /> },
  ],
};

const purchaseList: List<Purchase> = {
  noun: { one: 'purchase order', many: 'purchase orders' },
  rowKey: ({ id }) => id,
  rowHref: ({ id }) => href('/purchase-orders/:id', { id: String(id) }),
  rowName: ({ po_number }) => po_number,
  columns: [
    {
      key: 'po_number',
      title: 'Order',
      width: 200,
      card: 'title',
      cell: ({ po_number, source_number }) => (
        <span className="mono">
          {po_number} <span className={classes.source}>{source_number}</span>
        </span>
      ),
    },
    { key: 'status', title: 'Status', width: 150, card: 'badge', cell: ({ status }) => <PurchaseStatusBadge status={status} /> },
    { key: 'source', title: 'Source', width: 140, hideBelow: 'md', cell: ({ source_name }) => source_name },
    { key: 'vendor_name', title: 'Vendor', card: 'text', cell: ({ vendor_name }) => vendor_name || '–' },
    { key: 'asn', title: 'ASN', width: 140, hideBelow: 'md', cell: (order) => order.warehouse_reference_number ?? '–' },
    {
      key: 'expected_at',
      title: 'Expected',
      width: 120,
      align: 'right',
      hideBelow: 'md',
      cell: ({ expected_at }) => (expected_at === null ? '–' : <Due at={expected_at} />),
    },
    { key: 'ordered_at', title: 'Date', width: 128, align: 'right', card: 'meta', cell: ({ ordered_at }) => <ShortDate at={ordered_at} /> },
  ],
};

const itemList = (kind: Kind): List<Item> => ({
  noun: kinds[kind],
  rowKey: ({ id }) => id,
  rowHref: ({ id }) => itemAddress(kind, id),
  rowName: ({ sku }) => sku,
  columns: [
    {
      key: 'image_url',
      title: 'Image',
      width: 64,
      card: 'badge',
      cell: (item) => <ItemPicture address={item.image_url} name={item.name || item.sku} />,
    },
    { key: 'name', title: 'Name', card: 'title', cell: ({ name }) => name || '–' },
    { key: 'sku', title: 'SKU', width: 240, card: 'text', cell: ({ sku }) => <span className="mono">{sku}</span> },
    {
      key: 'available',
      title: 'Available in Stock',
      width: 160,
      align: 'right',
      card: 'figure',
      cell: ({ quantity_on_hand, quantity_on_hold }) => (
        <>
          {(quantity_on_hand - quantity_on_hold).toLocaleString('en-US')}
          <OnCard> available in stock</OnCard>
        </>
      ),
    },
  ],
});

const itemLists: Record<Kind, List<Item>> = { products: itemList('products'), raw_materials: itemList('raw_materials') };
