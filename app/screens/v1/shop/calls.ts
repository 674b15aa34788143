import type { FastifyInstance } from 'fastify';
import { listingsApi } from './listings.ts';
import { shopOrderApi } from './order-changes.ts';
import { sendOrdersApi } from './orders.ts';
import { shopShipmentsApi } from './shipments.ts';
import { shopStockApi } from './stock.ts';

/** What a shop of the account's own does as a channel: each call is of the one that its key is bound to. */
export function shopApi(app: FastifyInstance): void {
  sendOrdersApi(app);
  shopOrderApi(app);
  listingsApi(app);
  shopStockApi(app);
  shopShipmentsApi(app);
}
