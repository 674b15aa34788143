import type { EffectKind } from '../../../outbox/queue.ts';
import { taskInWords } from '../../../outbox/tasks.ts';
import type { IssueTypeRules } from '../../issue-type.ts';

export const rejectedByChannel = {
  label: 'Rejected by the channel',
  headline: { count: 'issues', one: 'shipment was refused by the channel', many: 'shipments were refused by the channel' },
  remedy: 'retry',
  isChecked: false,
  sentences: {
    channel_refused: ({ connection, task, reason }: { connection: string; task: EffectKind; reason: string }) =>
      `${connection} did not ${taskInWords[task]}: ${reason}`,
  },
} satisfies IssueTypeRules;
