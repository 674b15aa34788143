import { z } from 'zod';
import { text } from '../../../platform/endpoint.ts';
import { orderStatuses } from '../order.ts';

/** The filters of the orders list. All of them are in the address, so that a link shows the same list. Browser-safe. */
export const orderSorts = ['order_date', 'order_number', 'order_status', 'customer_name', 'total_cost'] as const;
export type OrderSort = (typeof orderSorts)[number];
export const pageSizes = [25, 50, 100] as const;
export const views = ['ready', 'attention', 'held', 'all', 'archived'] as const;

/** Instead of a shipping code: orders without one. */
export const notMapped = 'not_mapped';
/** Instead of an issue type: any issue. */
export const anyIssue = 'any';

/** A day in the account's time zone or an instant, within the range of both JavaScript and PostgreSQL dates. Empty means no limit. */
export const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .refine((said) => said >= '1970' && said < '3000', 'Must be between 1970 and 2999')
  .or(z.literal(''))
  .optional();

const yesOrNo = z.enum(['yes', 'no', '']).optional();

/** `filterBy` is the dashboard's name for `status`; an empty value means no filter. The last day of a range is included. */
export const orderFilter = z.object({
  search: z.string().max(200).optional(),
  status: z.enum(orderStatuses).or(z.literal('')).optional(),
  filterBy: z.string().max(40).optional(),
  source: text(80).optional(),
  start_at: moment,
  end_at: moment,
  issue: text(40).optional(),
  hold: yesOrNo,
  lock: yesOrNo,
  archived: yesOrNo,
  country: text(80).optional(),
  shipping: text(80).optional(),
  view: z.enum(views).optional(),
  orderBy: z.enum(orderSorts).default('order_date'),
  orderDir: z.enum(['ASC', 'DESC']).default('DESC'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  perPage: z.coerce
    .number()
    .int()
    .refine((n) => (pageSizes as readonly number[]).includes(n), 'Must be 25, 50 or 100')
    .default(50),
});
export type OrderFilter = z.output<typeof orderFilter>;
