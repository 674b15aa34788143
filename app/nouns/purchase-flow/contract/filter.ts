import { z } from 'zod';
import { text } from '../../../../platform/endpoint.ts';
import { dayFilter, listQuery } from '../../../../platform/list/query.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';
import { tagFilter } from '../../../shared/tags/contract.ts';
import { purchaseStatuses } from '../purchase-order.ts';

export const purchaseOrderSorts = ['ordered_at', 'po_number', 'status', 'vendor_name', 'expected_at'] as const;
export const purchaseOrderViews = ['open', 'attention', 'late', 'all', 'archived'] as const;
export type PurchaseTabs = Record<(typeof purchaseOrderViews)[number], number>;
/** The source of what was made here. */
export const manualSource = 'manual';
/** Instead of an issue type: any issue. */
export const anyIssue = 'any';

const named = text(200)
  .transform((name) => name.trim() || undefined)
  .optional();

/** The filters of the list. The last day of a range is included. */
export const purchaseOrderFilter = listQuery({
  sorts: purchaseOrderSorts,
  direction: 'DESC',
  filters: {
    status: z.enum([...purchaseStatuses, '']).optional(),
    vendor: named,
    source: named,
    warehouse: named,
    expected_from: dayFilter,
    expected_to: dayFilter,
    overdue: z.enum(['yes', '']).optional(),
    issue: z.enum([...issueTypes, anyIssue, '']).optional(),
    lot: named,
    sku: named,
    assigned: z.enum(['me', '']).optional(),
    tag: tagFilter,
    archived: z.enum(['yes', '']).optional(),
    view: z.enum(purchaseOrderViews).optional(),
  },
});
export type PurchaseOrderFilter = z.output<typeof purchaseOrderFilter>;

/** What of a filter says which purchase orders are listed: its sort and page apart. */
export function listedBy({ page: _, perPage: _size, orderBy: _sort, orderDir: _direction, ...filters }: PurchaseOrderFilter) {
  return filters;
}
