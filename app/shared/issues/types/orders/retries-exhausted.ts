import type { EffectKind } from '../../../outbox/queue.ts';
import { taskInWords } from '../../../outbox/tasks.ts';
import type { IssueTypeRules } from '../../issue-type.ts';

type Facts = { connection: string; task: EffectKind; attempts: number; reason: string };

export const retriesExhausted = {
  label: 'No success after retries',
  headline: { count: 'issues', one: 'order failed again and again', many: 'orders failed again and again' },
  remedy: 'retry',
  isChecked: false,
  sentences: {
    no_success: ({ connection, task, attempts, reason }: Facts) =>
      `${connection} did not ${taskInWords[task]} in ${attempts} attempts. ${reason}`,
  },
} satisfies IssueTypeRules;
