import type { IssueTypeRules } from '../../issue-type.ts';

type Facts = { connection: string; task: string; attempts: number; reason: string };

export const retriesExhausted = {
  label: 'No success after retries',
  headline: { count: 'issues', one: 'order failed again and again', many: 'orders failed again and again' },
  remedy: 'retry',
  isChecked: false,
  /** `task` is what the other side was asked to do: "take the order". */
  sentence: ({ connection, task, attempts, reason }: Facts) => `${connection} did not ${task} in ${attempts} attempts. ${reason}`,
} satisfies IssueTypeRules;
