import type { IssueTypeRules } from '../../issue-type.ts';

export const unexpectedItem = {
  label: 'Unexpected goods',
  headline: { count: 'issues', one: 'receipt is not expected', many: 'receipts are not expected' },
  remedy: 'open_purchase_order',
  isChecked: false,
} satisfies IssueTypeRules;
