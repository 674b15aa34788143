import { formerLabels } from './former-labels.ts';
import { listLabels } from './list-labels.ts';

/** What is done with many records at once, by the name under which runs keep it: the verbs of all nouns. */
const manyLabels: Readonly<Record<string, string>> = {
  ...listLabels,
  ...formerLabels,
  'accept-address': 'Accept addresses',
  'undo-hold': 'End the hold',
  'undo-change': 'Undo the change',
  unarchive: 'Unarchive',
  restore: 'Restore',
  set: 'Set values',
  unset: 'Give values back',
  assign: 'Assign',
  'undo-assign': 'Undo the assignment',
  'add-tags': 'Add tags',
  'remove-tags': 'Remove tags',
  'undo-tags': 'Undo the tags',
};

/** What a verb of a noun is called. */
export const labelOfVerb = (verb: string): string => manyLabels[verb] ?? verb;
/** Those that have a name, for tests. */
export const namedVerbs = Object.keys(manyLabels);

/** What is done with one record, in the same way. */
export const oneLabels = {
  ...{ add: 'Add', save: 'Save', delete: 'Delete', edit: 'Edit', assign: 'Assign', 'add-tags': 'Add tags', 'remove-tags': 'Remove tags' },
  ...{ hold: 'Hold', unhold: 'Unhold', cancel: 'Cancel', archive: 'Archive', unarchive: 'Unarchive', 'clear-errors': 'Clear errors' },
  ...{ link: 'Link', unlink: 'Unlink', 'change-link': 'Change link' },
  // Orders.
  retry: 'Try again',
  'keep-as-sent': 'Keep as sent',
  'keep-as-edited': 'Keep as edited',
  'ship-too': 'Ship too',
  'same-goods': 'Same goods',
  'undo-decision': 'Undo a decision',
  'keep-this-source': 'Keep this source',
  'keep-other-source': 'Keep the other source',
  'send-beside': 'Send beside',
  'send-anew': 'Send anew',
  'end-here': 'End here',
  'take-over': 'Take over',
  'new-reference': 'Send under a new reference',
  'accept-cancel': 'Accept a cancellation',
  'refuse-cancel': 'Refuse a cancellation',
  'undo-cancel-decision': 'Undo a decision about a cancellation',
  'mark-replied': 'Mark as replied',
  'send-second': 'Send the second parcel',
  'end-second': 'Do not send the second parcel',
  'undo-edit': 'Undo an edit',
  lock: 'Lock',
  unlock: 'Unlock',
  split: 'Split',
  'undo-split': 'Undo a split',
  'use-new-address': 'Use the new address',
  'undo-address': 'Undo the new address',
  'keep-former-address': 'Keep the former address',
  // Purchase orders.
  'process-receipts': 'Process receipts',
  'take-over-announcement': 'Announcement taken over',
  'announce-anew': 'Announced under a new reference',
} as const;
export type OneAction = keyof typeof oneLabels;
