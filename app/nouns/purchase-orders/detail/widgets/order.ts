import type { PurchaseOrderDetail } from '../../../purchase-flow/contract/detail.ts';

/** The purchase order that the page shows. */
export type Order = PurchaseOrderDetail;

/** All that was ordered has come: what ends it then closes it, and not short. */
export const isInFull = ({ purchase_order_items: items }: Pick<Order, 'purchase_order_items'>) =>
  items.length > 0 && items.every(({ open }) => open === 0);
