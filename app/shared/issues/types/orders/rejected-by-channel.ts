import type { IssueTypeRules } from '../../issue-type.ts';

export const rejectedByChannel = {
  label: 'Rejected by the channel',
  headline: { count: 'issues', one: 'shipment was refused by the channel', many: 'shipments were refused by the channel' },
  remedy: 'retry',
  isChecked: false,
  /** `task` is what it was asked to do: "take the shipment". */
  sentence: ({ connection, task, reason }: { connection: string; task: string; reason: string }) =>
    `${connection} did not ${task}: ${reason}`,
} satisfies IssueTypeRules;
