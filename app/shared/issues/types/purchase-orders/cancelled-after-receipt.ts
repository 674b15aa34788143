import type { IssueTypeRules } from '../../issue-type.ts';

export const cancelledAfterReceipt = {
  label: 'Cancelled after goods came',
  headline: {
    ...{ count: 'issues', one: 'purchase order was cancelled by its source after goods came' },
    many: 'purchase orders were cancelled by their source after goods came',
  },
  remedy: 'expect_no_more',
  isChecked: false,
  sentences: {
    cancelled_after_receipt: ({ received, ordered }: { received: number; ordered: number }) =>
      `Its source cancelled it, but ${received} of ${ordered} units have come. Close it short here, or open it again there.`,
  },
} satisfies IssueTypeRules;
