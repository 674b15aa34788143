import { formerLabels } from './former-labels.ts';
import { listLabels } from './list-labels.ts';

/** What is done with many records at once, by the name under which runs keep it: the verbs of all nouns. */
export const manyLabels: Readonly<Record<string, string>> = {
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
