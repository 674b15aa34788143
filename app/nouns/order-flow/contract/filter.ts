import { z } from 'zod';
import { text } from '../../../../platform/endpoint.ts';
import { isUsual, listQuery, unusual } from '../../../../platform/list/query.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';
import { tagFilter } from '../../../shared/tags/contract.ts';
import { orderStatuses } from '../order.ts';

/** The filters of the orders list. All of them are in the address, so that a link shows the same list. */
export const orderSorts = ['order_date', 'order_number', 'order_status', 'customer_name', 'total_cost'] as const;
export type OrderSort = (typeof orderSorts)[number];
export const views = ['ready', 'attention', 'held', 'all', 'archived'] as const;

/** Instead of a shipping code: orders without one. */
export const notMapped = 'not_mapped';
/** Instead of an issue type: any issue. */
export const anyIssue = 'any';
/** Instead of one: an incomplete address, where it is certain how it is written. */
export const suggestedAddress = 'address_suggested';

/** A day in the account's time zone. */
export const usualDay = z.iso.date().refine(isUsual, unusual);

/** Such a day or an instant. Empty means no limit. */
export const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .refine(isUsual, unusual)
  .or(z.literal(''))
  .optional();

const yesOrNo = z.enum(['yes', 'no', '']).optional();
const named = text(80)
  .transform((name) => name.trim() || undefined)
  .optional();

/** `filterBy` is the dashboard's name for `status`; an empty value means no filter. The last day of a range is included. */
export const orderFilter = listQuery({
  sorts: orderSorts,
  direction: 'DESC',
  filters: {
    status: z.enum(orderStatuses).or(z.literal('')).optional(),
    // `status` is how the dashboard's links name no status.
    filterBy: z.enum([...orderStatuses, 'status', '']).optional(),
    source: named,
    start_at: moment,
    end_at: moment,
    issue: z.enum([...issueTypes, anyIssue, suggestedAddress, '']).optional(),
    hold: yesOrNo,
    lock: yesOrNo,
    archived: yesOrNo,
    country: named,
    shipping: named,
    assigned: z.enum(['me', '']).optional(),
    tag: tagFilter,
    view: z.enum(views).optional(),
  },
});
export type OrderFilter = z.output<typeof orderFilter>;

/** Whether a range ends before it starts. */
export const isBackwards = (start: string | undefined, end: string | undefined): boolean =>
  Boolean(start && end && Date.parse(start) > Date.parse(end));

/** The same schema, which refuses a range that ends before it starts. */
export const forwards = <Schema extends z.ZodType<{ start_at?: string | undefined; end_at?: string | undefined }>>(
  schema: Schema,
): Schema =>
  schema.refine(({ start_at, end_at }) => !isBackwards(start_at, end_at), { path: ['end_at'], message: 'Must not be before the start' });
