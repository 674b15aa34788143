import type { EffectKind } from '../../../outbox/queue.ts';
import { taskInWords } from '../../../outbox/tasks.ts';
import type { IssueTypeRules } from '../../issue-type.ts';

/**
 * A channel or a warehouse did not hold an order, or did not release it. It closes by itself when the order is over, or when something else
 * is wanted.
 */
export const holdRefused = {
  label: 'Hold or release refused',
  headline: { count: 'issues', one: 'hold or release of an order was refused', many: 'holds or releases of orders were refused' },
  remedy: 'retry',
  isChecked: false,
  sentences: {
    hold_refused: ({ connection, task, reason }: { connection: string; task: EffectKind; reason: string }) =>
      `${connection} did not ${taskInWords[task]}: ${reason}`,
  },
} satisfies IssueTypeRules;
