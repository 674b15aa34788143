import type { PurchaseOrderDetail } from '../contract.ts';

/** The purchase order that the page shows. */
export type Order = PurchaseOrderDetail;
