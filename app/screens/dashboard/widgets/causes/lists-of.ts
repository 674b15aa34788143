import { href } from 'react-router';
import type { IssueGroup } from '../../../../shared/issues/causes.ts';
import type { IssueType } from '../../../../shared/issues/issue.ts';

type Counted = Pick<IssueGroup, 'orders' | 'purchase_orders' | 'causes'>;

/** How many orders and purchase orders wait; null where there are too many to count. */
export function waitingFor({ orders, purchase_orders, causes }: Counted): Record<'orders' | 'purchases', number | null> {
  const uncounted = (id: 'order_id' | 'purchase_order_id') => (causes.some((cause) => cause[id] !== null) ? null : 0);
  return { orders: orders ?? uncounted('order_id'), purchases: purchase_orders ?? uncounted('purchase_order_id') };
}

export const ordersWith = (issue: string) => `${href('/orders')}?view=attention&issue=${issue}`;
export const purchasesWith = (issue: IssueType) => `${href('/purchase-orders')}?view=attention&issue=${issue}`;
