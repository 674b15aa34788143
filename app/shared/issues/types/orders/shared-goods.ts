import type { IssueTypeRules } from '../../issue-type.ts';

/** Opened by the check on orders that the channel split off, merged or took apart, while their goods may be another order's too. */
export const sharedGoods = {
  label: 'Split or merged',
  headline: { count: 'issues', one: 'order may be sent twice', many: 'orders may be sent twice' },
  remedy: 'compare_orders',
  isChecked: true,
} satisfies IssueTypeRules;
