import type { IssueTypeRules } from '../issue-type.ts';

/** What the channel changed: the order, or its own cancellation, which the warehouse has carried out or was asked for. */
type Change = 'order' | 'cancellation_done' | 'cancellation_requested';

export const changedAfterRelease = {
  label: 'Changed after it was sent',
  headline: { count: 'issues', one: 'order changed after it was sent', many: 'orders changed after they were sent' },
  remedy: 'accept_change',
  isChecked: false,
  sentence: ({ channel, change }: { channel: string; change: Change }) => `${channel} ${sentences[change]}`,
} satisfies IssueTypeRules;

const sentences: Record<Change, string> = {
  order: 'changed this order after it went to the warehouse.',
  cancellation_done: 'took its cancellation back, but the warehouse has cancelled the order.',
  cancellation_requested: 'took its cancellation back after the warehouse was asked to cancel the order.',
};
