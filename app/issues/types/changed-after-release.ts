import type { IssueTypeRules } from '../issue-type.ts';

/**
 * What the channel changed: the order, or its own cancellation, which the warehouse has carried out or was asked for; or it merged
 * another order into this one, deleted this one, or left it to somebody else.
 */
type Change = 'order' | 'cancellation_done' | 'cancellation_requested' | 'merged' | 'gone' | 'external';

export const changedAfterRelease = {
  label: 'Changed after it was sent',
  headline: { count: 'issues', one: 'order changed after it was sent', many: 'orders changed after they were sent' },
  remedy: 'accept_change',
  isChecked: false,
  /** `merged` is the number of the order that was merged into this one. */
  sentence: ({ channel, change, merged = '' }: { channel: string; change: Change; merged?: string }) =>
    `${channel} ${sentences[change].replaceAll('{merged}', merged)}`,
} satisfies IssueTypeRules;

const sentences: Record<Change, string> = {
  order: 'changed this order after it went to the warehouse.',
  cancellation_done: 'took its cancellation back, but the warehouse has cancelled the order.',
  merged: 'merged {merged} into this order after it went to the warehouse: nothing of {merged} was sent.',
  gone: 'no longer has this order, but the warehouse has it.',
  external: 'says that somebody else fulfils this order, but the warehouse has it.',
  cancellation_requested: 'took its cancellation back after the warehouse was asked to cancel the order.',
};
