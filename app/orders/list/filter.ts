import { z } from 'zod';
import { orderStatuses } from '../order.ts';

/** What the orders list shows: all of it in the address, so that a link shows the same. Browser-safe. */
export const orderSorts = ['order_date', 'order_number', 'customer_name', 'total_cost', 'updated_at'] as const;
export const pageSizes = [25, 50, 100] as const;

/** `filterBy` is the dashboard's word for `status`; an empty value means no filter. */
export const orderFilter = z.object({
  search: z.string().max(200).optional(),
  status: z.enum(orderStatuses).or(z.literal('')).optional(),
  filterBy: z.string().max(40).optional(),
  source: z.string().max(80).optional(),
  issue: z.string().max(40).optional(),
  view: z.enum(['ready', 'attention', 'held', 'all', 'archived']).optional(),
  orderBy: z.enum(orderSorts).default('order_date'),
  orderDir: z.enum(['ASC', 'DESC']).default('DESC'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  perPage: z.coerce
    .number()
    .int()
    .refine((n) => (pageSizes as readonly number[]).includes(n), 'must be 25, 50 or 100')
    .default(50),
});
export type OrderFilter = z.output<typeof orderFilter>;
