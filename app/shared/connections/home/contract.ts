import type { RemedyIssue } from '../../issues/remedy/remedy.ts';

/** What waits at a connection for a decision of one kind: how many codes, and how many orders and purchase orders with them. */
export type Need = { codes: number; orders: number; purchaseOrders: number };
export type Needs = { products: Need; shipping: Need; locations: Need };

/** How far a channel has come from being connected to its first order on its way. */
export type Progress = {
  hasWarehouse: boolean;
  products: number;
  linked: number;
  shippingCodes: number;
  shippingMapped: number;
  orders: number;
  atWarehouse: number;
  shipped: number;
  fulfilled: number;
};

/** What is open about a connection itself. */
export type OwnIssue = Pick<RemedyIssue, 'type' | 'subject' | 'sentence' | 'seen'>;
