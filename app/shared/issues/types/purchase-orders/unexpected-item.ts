import type { IssueTypeRules } from '../../issue-type.ts';

type Came = { units: number; sku: string };

export const unexpectedItem = {
  label: 'Unexpected goods',
  headline: { count: 'issues', one: 'receipt is not expected', many: 'receipts are not expected' },
  remedy: 'open_purchase_order',
  isChecked: false,
  sentences: {
    more_taken_back: ({ units, sku }: Came) =>
      `The warehouse took back ${units} of ${sku} more than is still to be booked. Correct that at the source, then mark the receipt as processed.`,
    not_on_order: ({ units, sku }: Came) => `${units} of ${sku} came, which is not on this order.`,
    receipt_corrected: ({ units, sku }: Came) => `The warehouse corrected a receipt of ${sku} to ${units} after it had been processed.`,
    came_while_held: ({ units, sku }: Came) => `${units} of ${sku} came although the order is on hold.`,
    came_though_cancelled: ({ units, sku }: Came) => `${units} of ${sku} came although the order is cancelled.`,
    came_after_close: ({ units, sku }: Came) => `${units} of ${sku} came after the order was closed out.`,
    came_after_deletion: ({ units, sku }: Came) => `${units} of ${sku} came for this order after it had been deleted, so it is back.`,
  },
} satisfies IssueTypeRules;
