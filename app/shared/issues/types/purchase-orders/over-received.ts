import type { IssueTypeRules } from '../../issue-type.ts';

export const overReceived = {
  label: 'More received than ordered',
  headline: { count: 'issues', one: 'line has more than was ordered', many: 'lines have more than was ordered' },
  remedy: 'open_purchase_order',
  isChecked: false,
} satisfies IssueTypeRules;
