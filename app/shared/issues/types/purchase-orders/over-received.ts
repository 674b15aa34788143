import type { IssueTypeRules } from '../../issue-type.ts';

export const overReceived = {
  label: 'More received than ordered',
  headline: { count: 'issues', one: 'line has more than was ordered', many: 'lines have more than was ordered' },
  remedy: 'open_purchase_order',
  isChecked: false,
  sentences: {
    over_received: ({ over, sku, ordered }: { over: number; sku: string; ordered: number }) =>
      `${over} more of ${sku} came than the ${ordered} that are ordered.`,
  },
} satisfies IssueTypeRules;
