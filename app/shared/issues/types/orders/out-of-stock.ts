import type { IssueTypeRules } from '../../issue-type.ts';

export const outOfStock = {
  label: 'Out of stock',
  headline: { count: 'issues', one: 'order is out of stock', many: 'orders are out of stock' },
  remedy: 'retry',
  isChecked: false,
  sentence: ({ connection, reason }: { connection: string; reason: string }) => `${connection} is out of stock: ${reason}`,
} satisfies IssueTypeRules;
