import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { IssueTypeRules } from '../../issue-type.ts';

/**
 * What the channel changed: the order, or its own cancellation, which the warehouse has carried out or was asked for; or it merged
 * another order into this one, added goods, deleted this one, or left it to somebody else.
 */
type Change =
  | 'order'
  | 'added'
  | 'added_to_parts'
  | 'added_to_shipped'
  | 'cancellation_done'
  | 'cancellation_requested'
  | 'merged'
  | 'gone'
  | 'external';

export const changedAfterRelease = {
  label: 'Changed after it was sent',
  headline: { count: 'issues', one: 'order changed after it was sent', many: 'orders changed after they were sent' },
  remedy: 'accept_change',
  isChecked: false,
  /** `merged` is the number of the order that was merged into this one, `units` how many were added. */
  sentence: ({ channel, change, merged = '', units = 0 }: { channel: string; change: Change; merged?: string; units?: number }) =>
    `${channel} ${sentences[change].replaceAll('{merged}', merged).replace('{units}', countedWords(units, 'unit')).replace('{channel}', channel)}`,
} satisfies IssueTypeRules;

const sentences: Record<Change, string> = {
  order: 'changed this order after it went to the warehouse.',
  added:
    'added {units} to this order after it went to the warehouse. Nothing of that was sent, and {channel} is not told that it shipped until you decide.',
  added_to_parts: 'added {units} to this order after it went to the warehouse: nothing of that was sent.',
  added_to_shipped: 'added {units} to this order, which has shipped: nothing of that was sent.',
  cancellation_done: 'took its cancellation back, but the warehouse has cancelled the order.',
  merged: 'merged {merged} into this order after it went to the warehouse: nothing of {merged} was sent.',
  gone: 'no longer has this order, but the warehouse has it.',
  external: 'says that somebody else fulfils this order, but the warehouse has it.',
  cancellation_requested: 'took its cancellation back after the warehouse was asked to cancel the order.',
};
