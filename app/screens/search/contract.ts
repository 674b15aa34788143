import { z } from 'zod';
import { endpoint, instant, type Reply, text } from '../../../platform/endpoint.ts';
import { foundItem } from '../../nouns/catalogue/contract.ts';
import { orderStatuses } from '../../nouns/order-flow/order.ts';
import { foundPurchaseOrder } from '../../nouns/purchase-flow/contract/purchase-orders.ts';

const nullable = z.string().nullable();

/** An order as searches show it. */
const foundOrder = z.object({
  id: z.number(),
  order_number: z.string(),
  source_order_number: z.string(),
  order_status: z.enum(orderStatuses),
  order_source: z.string(),
  source_name: z.string(),
  customer_name: z.string(),
  customer_email: nullable,
  order_date: instant,
});
export type FoundOrder = z.output<typeof foundOrder>;

export const searchOrdersCall = endpoint({
  method: 'GET',
  path: '/api/orders/search',
  may: 'work',
  summary: 'Orders by number, tracking, SKU, product, customer, e-mail, phone or address; the best fifty, 204 when there is none',
  query: z.object({ q: text(200) }),
  replies: {
    200: z.array(foundOrder),
    204: z.null(),
  },
});

/** How many were found: exact, or `more` than this. */
const foundCount = { count: z.number(), more: z.boolean() };
export type FoundCount = { count: number; more: boolean };
const foundItems = z.object({ ...foundCount, first: z.array(foundItem) });

/** What the search box offers while somebody types: the best few of each kind, and how many there are. */
export const searchAllCall = endpoint({
  method: 'GET',
  path: '/api/search',
  may: 'work',
  summary:
    'Orders, purchase orders, products and raw materials for the same words: the best few of each, and how many there are, counted up to twenty',
  query: z.object({ q: text(200) }),
  replies: {
    200: z.object({
      orders: z.object({ ...foundCount, first: z.array(foundOrder) }),
      purchase_orders: z.object({ ...foundCount, first: z.array(foundPurchaseOrder) }),
      products: foundItems,
      raw_materials: foundItems,
    }),
  },
});
export type FoundInAll = Reply<typeof searchAllCall>;
