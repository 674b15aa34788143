import { href } from 'react-router';
import type { IssueType } from '../../../../shared/issues/issue.ts';
import type { SteadyGroup } from './steady.ts';

export type ListOfCauses = { to: string; name: string };

type Counted = Pick<SteadyGroup, 'type' | 'orders' | 'purchase_orders' | 'causes'>;

/** The lists of all that a group is about: several where no single one has all of it, none where nothing lists it. */
export function listsOf(group: Counted): ListOfCauses[] {
  const { type, causes } = group;
  if (type === 'unmapped_sku') return [{ to: href('/skus-to-link'), name: 'SKUs to link' }];
  if (type === 'low_stock') return itemsLow;
  if (ofConnections.includes(type)) return [{ to: href('/settings/connectors'), name: 'connections' }];
  if (causes.some(({ order_id, purchase_order_id }) => order_id === null && purchase_order_id === null)) return [];
  const { orders, purchases } = waitingFor(group);
  return [
    ...(orders !== 0 ? [{ to: ordersWith(type), name: 'orders' }] : []),
    ...(purchases !== 0 ? [{ to: purchasesWith(type), name: 'purchase orders' }] : []),
  ];
}

/** How many orders and purchase orders wait; null where there are too many to count. */
export function waitingFor({ orders, purchase_orders, causes }: Counted): Record<'orders' | 'purchases', number | null> {
  const uncounted = (id: 'order_id' | 'purchase_order_id') => (causes.some((cause) => cause[id] !== null) ? null : 0);
  return { orders: orders ?? uncounted('order_id'), purchases: purchase_orders ?? uncounted('purchase_order_id') };
}

export const ordersWith = (issue: string) => `${href('/orders')}?view=attention&issue=${issue}`;
export const purchasesWith = (issue: IssueType) => `${href('/purchase-orders')}?view=attention&issue=${issue}`;

const itemsLow = [
  { to: `${href('/products')}?stock=low`, name: 'products' },
  { to: `${href('/raw-materials')}?stock=low`, name: 'raw materials' },
];

/** What a connection itself needs. */
const ofConnections: readonly IssueType[] = ['needs_reconnect', 'forbidden', 'sign_in_ends', 'short_count', 'unknown_references'];
