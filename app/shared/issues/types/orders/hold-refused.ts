import type { IssueTypeRules } from '../../issue-type.ts';

/** A channel or a warehouse did not hold an order, or did not release it. It closes by itself when the order is over, or when something else is wanted. */
export const holdRefused = {
  label: 'Hold or release refused',
  headline: { count: 'issues', one: 'hold or release of an order was refused', many: 'holds or releases of orders were refused' },
  remedy: 'retry',
  isChecked: false,
  /** `task` is what it was asked to do: "hold the order". */
  sentence: ({ connection, task, reason }: { connection: string; task: string; reason: string }) =>
    `${connection} did not ${task}: ${reason}`,
} satisfies IssueTypeRules;
