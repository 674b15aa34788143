import type { IssueTypeRules } from '../../issue-type.ts';

export const rejectedByWarehouse = {
  label: 'Rejected by the warehouse',
  headline: { count: 'issues', one: 'order was refused by the warehouse', many: 'orders were refused by the warehouse' },
  remedy: 'retry',
  isChecked: false,
  /** `task` is what it was asked to do: "take the order". */
  sentence: ({ connection, task, reason }: { connection: string; task: string; reason: string }) =>
    `${connection} did not ${task}: ${reason}`,
} satisfies IssueTypeRules;

/** The same type, where the warehouse cancelled an order that nobody asked it to cancel. */
export const cancelledByWarehouse = ({ hasShippedPart }: { hasShippedPart: boolean }) => ({
  type: 'rejected_by_warehouse' as const,
  subject: 'cancelled',
  sentence: hasShippedPart
    ? 'The warehouse cancelled the rest of it, after a part had shipped.'
    : 'The warehouse cancelled it without being asked.',
});
