import type { IssueTypeRules } from '../../issue-type.ts';

/** `left`: units that no other order is promised. */
type Missing = { sku: string; needed: number; left: number };
const missingInWords = ({ sku, needed, left }: Missing) =>
  `${needed.toLocaleString('en-US')} of ${sku} needed, ${left.toLocaleString('en-US')} left.`;

export const outOfStock = {
  label: 'Out of stock',
  headline: { count: 'issues', one: 'order is out of stock', many: 'orders are out of stock' },
  remedy: 'retry',
  isChecked: false,
  sentences: {
    stock_too_low: ({ warehouse, missing }: { warehouse: string | null; missing: Missing[] }) =>
      `${warehouse ?? 'The warehouse'} is out of stock: ${missing.map(missingInWords).join(' ')}`,
    out_of_stock_there: ({ connection, reason }: { connection: string; reason: string }) => `${connection} is out of stock: ${reason}`,
  },
} satisfies IssueTypeRules;
