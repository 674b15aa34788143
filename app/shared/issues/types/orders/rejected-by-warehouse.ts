import type { EffectKind } from '../../../outbox/queue.ts';
import { taskInWords } from '../../../outbox/tasks.ts';
import type { IssueTypeRules } from '../../issue-type.ts';

export const rejectedByWarehouse = {
  label: 'Rejected by the warehouse',
  headline: { count: 'issues', one: 'order was refused by the warehouse', many: 'orders were refused by the warehouse' },
  remedy: 'retry',
  isChecked: false,
  sentences: {
    warehouse_refused: ({ connection, task, reason }: { connection: string; task: EffectKind; reason: string }) =>
      `${connection} did not ${taskInWords[task]}: ${reason}`,
    rest_cancelled_by_warehouse: () => 'The warehouse cancelled the rest of it, after a part had shipped.',
    cancelled_by_warehouse: () => 'The warehouse cancelled it without being asked.',
  },
} satisfies IssueTypeRules;

/** The same type, where the warehouse cancelled an order that nobody asked it to cancel. */
export const cancelledByWarehouse = ({ hasShippedPart }: { hasShippedPart: boolean }) => ({
  type: 'rejected_by_warehouse' as const,
  subject: 'cancelled',
  sentence: { code: hasShippedPart ? ('rest_cancelled_by_warehouse' as const) : ('cancelled_by_warehouse' as const) },
});
