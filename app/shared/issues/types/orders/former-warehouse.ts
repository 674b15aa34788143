import type { IssueTypeRules } from '../../issue-type.ts';

/** Opened on orders that a disconnected warehouse has, once another is connected; closed when the former one is back. */
export const formerWarehouse = {
  label: 'With a former warehouse',
  headline: {
    count: 'issues',
    one: 'order is with a warehouse that was disconnected',
    many: 'orders are with a warehouse that was disconnected',
  },
  remedy: 'decide_former',
  isChecked: false,
  sentences: {
    former_warehouse_has_it: ({ gone, another }: { gone: string; another: string }) =>
      `${gone} has it and is disconnected, so nobody knows whether it leaves. It is not sent to ${another} by itself.`,
  },
} satisfies IssueTypeRules;
