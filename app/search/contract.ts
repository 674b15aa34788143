import { z } from 'zod';
import { endpoint, instant, text } from '../../platform/endpoint.ts';
import { orderStatuses } from '../orders/order.ts';

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
